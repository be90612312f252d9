import { Hono, type Context } from 'hono';
import { clientInfo } from '../http/client-info.ts';
import { addressSubject } from '../http/client-address.ts';
import { readJson, readJsonObject } from '../http/body.ts';
import { ok, okAnswer } from '../http/envelope.ts';
import type { AppEnv } from '../http/env.ts';
import { readLimit } from '../http/page-limit.ts';
import { toResponse, type PlainAnswer } from '../http/plain-answer.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import { LIMITS } from '../limits.ts';
import { spendAnswer } from '../publish/answer-rates.ts';
import { projectLabel } from '../publish/labels.ts';
import { fileAnswer, readExportOptions } from '../data/owner/rest.ts';
import { badQuery, refuseUnknownMembers } from '../data/query-error.ts';
import type { GivenAnswer } from './accept-answer.ts';
import type { Submission } from './answer-rows.ts';
import type { AnswerState } from './columns.ts';
import { readKey, type Submissions } from './service.ts';

const EXPORT = ['where', 'orderBy', 'bom', 'state'];

/** The REST face of answers to forms (spec 4.4), mounted at `/api/forms`. */
export function submissionRoutes(
  submissions: Submissions,
  rates: SharedRates,
  trustProxy: boolean,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  route(app, '/:id/submissions', {
    GET: async (c) => {
      const user = requireUser(c);
      const limit = readLimit(c.req.query('limit'), LIMITS.restPage, LIMITS.restPage);
      const page = await submissions.list(user, idOf(c), {
        limit,
        cursor: c.req.query('cursor') ?? null,
        state: readState(c),
      });
      const more = page.nextCursor === null ? {} : { nextCursor: page.nextCursor };
      return ok({ submissions: page.submissions, ...more });
    },
    POST: async (c) => {
      // The same counts as on the publish origin: two ways to one form are one form.
      const address = addressSubject(clientInfo(c, trustProxy).address);
      const sender = { label: projectLabel(idOf(c)), address };
      const submit = (answer: GivenAnswer): Promise<Submission> => submissions.submit(idOf(c), answer);
      return toResponse(await spendAnswer(rates, sender, () => submitRequest(submit, c.req.raw)));
    },
  });
  route(app, '/:id/submissions/:answer', {
    DELETE: async (c) => {
      await submissions.owner.remove(requireUser(c), idOf(c), [c.req.param('answer') ?? '']);
      return ok();
    },
  });
  route(app, '/:id/submissions/:answer/state', {
    PUT: async (c) => {
      const user = requireUser(c);
      const { state } = await readJsonObject(c.req.raw, LIMITS.jsonBodyBytes);
      const moved = await submissions.owner.move(user, idOf(c), stateOf(state), [
        c.req.param('answer') ?? '',
      ]);
      return ok({ moved: moved === 1 });
    },
  });
  for (const format of ['csv', 'json'] as const)
    route(app, `/:id/export.${format}`, {
      GET: async (c) => {
        const user = requireUser(c);
        refuseUnknownMembers(Object.keys(c.req.query()), { what: 'parameter of an export', known: EXPORT });
        const { title, text } = await submissions.owner.export(user, idOf(c), {
          format,
          state: readState(c),
          ...readExportOptions(c),
        });
        return fileAnswer(text, format, `${title}.${format}`);
      },
    });
  return app;
}

/** The REST face of what owners ask of a project's records (spec 4.4), mounted at `/api/data`. */
export function recordRoutes({ owner }: Submissions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  route(app, '/:id', {
    GET: async (c) => {
      const { collects, recordSchema } = await owner.describe(requireUser(c), idOf(c));
      return ok({ collects, ...(recordSchema === null ? {} : { recordSchema }) });
    },
    POST: async (c) => {
      const user = requireUser(c);
      const body = await readJsonObject(c.req.raw, LIMITS.jsonBodyBytes);
      return ok({ records: await owner.query(user, idOf(c), body) });
    },
  });
  return app;
}

/**
 * Stores what a request says as an answer: 201 with the record (design 4). A page sends its token along as `Form-Token`,
 * and as `Form-Browser` what it knows its browser by.
 */
export async function submitRequest(
  submit: (answer: GivenAnswer) => Promise<Submission>,
  request: Request,
): Promise<PlainAnswer> {
  const values = await readJson(request, LIMITS.bridgeBodyBytes);
  const header = (name: string): string | null => readKey(name, request.headers.get(name));
  const record = await submit({
    values,
    idempotencyKey: header('Idempotency-Key'),
    token: header('Form-Token'),
    browser: header('Form-Browser'),
  });
  return okAnswer({ id: record.id, record }, 201);
}

/** Which answers are asked for; the accepted ones where nothing is said. @throws ApiError invalid_request */
function readState(c: Context<AppEnv>): AnswerState {
  return stateOf(c.req.query('state') ?? 'accepted');
}

function stateOf(value: unknown): AnswerState {
  if (value === 'accepted' || value === 'flagged') return value;
  throw badQuery('state', 'must be accepted or flagged.');
}

function idOf(c: Context<AppEnv>): string {
  return c.req.param('id') ?? '';
}
