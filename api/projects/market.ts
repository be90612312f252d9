import type { SessionUser } from '../accounts/session-user.ts';
import type { KindId } from '../content/kinds.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { PublishResult } from '../market/publishing.ts';
import type { Market } from '../market/service.ts';
import { findOwn } from '../submissions/own-form.ts';

/** From a project to the market and back: what a draft is to an app, a project is to a form or deck. */
export interface ProjectMarket {
  /**
   * Publishes the document and the renderer as they are at this moment: to the entry that there is, else as a new one.
   * @param input name, description, tags and preview; what is left out stays, a new entry is called as the document is
   * @throws ApiError not_found, forbidden; invalid_document with diagnostics for what does not fit today's schema;
   * as `Market.publish`
   */
  publish(user: SessionUser, projectId: string, input: unknown): Promise<PublishResult>;
}

export function createProjectMarket({ db, market }: { db: Database; market: Market }): ProjectMarket {
  return {
    async publish(user, projectId, input) {
      const project = await findOwn(db, user, projectId);
      const { appId, document, renderer, schemaVersion, rendererSchemaVersion } = project;
      return market.publishContent(
        user,
        {
          ...{ appId, kind: project.kind as KindId, document, renderer },
          stamps: { schemaVersion, rendererSchemaVersion },
          name: nameOf(project),
          async also(tx, app) {
            const { count } = await tx.project.updateMany({
              where: { id: project.id, deletedAt: null, OR: [{ appId: null }, { appId: app.id }] },
              // It is no change of what the project shows, and lists are sorted by those.
              data: { appId: app.id, updatedAt: project.updatedAt },
            });
            if (count > 0) return;
            throw new ApiError('conflict', 'This is being published or deleted elsewhere. Look at it again.');
          },
        },
        input,
      );
    },
  };
}

/** The title, as long as a name may be; not a half of a character at its end. Whether it is there is not known yet. */
function nameOf({ document }: Project): string | undefined {
  const { title } = Object(JSON.parse(document)) as { readonly title?: unknown };
  if (typeof title !== 'string') return undefined;
  const name = title.trim().slice(0, LIMITS.nameCharacters);
  return name.replace(/[\ud800-\udbff]$/, '').trim() || undefined;
}
