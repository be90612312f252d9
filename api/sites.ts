import { draftSpaceId } from './drafts/service.ts';
import { readBlob } from './files/blobs.ts';
import type { SiteSource } from './publish/site.ts';
import type { Services } from './services.ts';

/** Shows the publish origin the market's apps and the drafts' previews as sites. */
export function createSiteSource({
  db,
  drafts,
  market,
}: Pick<Services, 'db' | 'drafts' | 'market'>): SiteSource {
  const read = (hash: string): Promise<string> => readBlob(db, hash);
  return {
    async app(appId) {
      const published = await market.published(appId);
      if (published === null || published === 'gone') return published;
      return { spaceId: published.app.id, aml: published.app.aml, files: published.files, readBlob: read };
    },
    async draft(token, revision) {
      const preview = await drafts.preview(token, revision);
      if (!preview) return null;
      return {
        spaceId: draftSpaceId(preview.draft.id),
        aml: preview.aml,
        files: preview.files,
        readBlob: read,
      };
    },
  };
}
