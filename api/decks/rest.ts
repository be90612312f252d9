import { Hono, type Context } from 'hono';
import type { SlidesDocument } from '../content/slides/document.ts';
import { refuseUnknownMembers } from '../data/query-error.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { attachment } from '../http/attachment.ts';
import type { AppEnv } from '../http/env.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import { LIMITS } from '../limits.ts';
import { readSettings } from '../projects/settings.ts';
import { findOwn } from '../submissions/own-form.ts';
import { deckFile } from './deck-file.ts';

/** Decks as files for their owners, published or not; mounted at `/api/slides`, as answers are at `/api/forms`. */
export function deckRoutes(db: Database): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  route(app, '/:id/export.html', {
    GET: async (c) => {
      const project = await findDeck(db, c);
      const html = deckFile(project, c.req.header('accept-language'));
      return file(c, html, 'text/html; charset=utf-8', `${titleOf(project)}.html`);
    },
  });
  route(app, '/:id/export.pptx', {
    GET: async (c) => {
      const project = await findDeck(db, c);
      const document = JSON.parse(project.document) as SlidesDocument;
      if (document.slides.length > LIMITS.pptxSlides) {
        throw new ApiError(
          'too_large',
          `A presentation file may have ${LIMITS.pptxSlides} slides, this deck has ${document.slides.length}.`,
        );
      }
      // Few decks become files of this kind: what makes them is loaded when the first one does.
      const { deckPptx, PPTX_TYPE } = await import('./pptx/package.ts');
      const { accent } = readSettings(project);
      const bytes = deckPptx(document, { accent, changed: project.updatedAt });
      return file(c, bytes, PPTX_TYPE, `${titleOf(project)}.pptx`);
    },
  });
  return app;
}

/** A deck of one's own. @throws ApiError unauthenticated, not_found, forbidden; invalid_request for another kind */
async function findDeck(db: Database, c: Context<AppEnv>): Promise<Project> {
  const user = requireUser(c);
  refuseUnknownMembers(Object.keys(c.req.query()), { what: 'parameter of an export', known: [] });
  const project = await findOwn(db, user, c.req.param('id') ?? '');
  if (project.kind !== 'slides')
    throw new ApiError('invalid_request', `A project of the kind ${project.kind} has no slides.`);
  return project;
}

function titleOf(project: Project): string {
  return (JSON.parse(project.document) as SlidesDocument).title.trim() || project.id;
}

function file(
  c: Context<AppEnv>,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Response {
  return c.body(body, 200, {
    'content-type': type,
    'content-disposition': attachment(name),
    // Its author's scripts are in it: it is a file to keep, never a page of this origin.
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
}
