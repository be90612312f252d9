import { draftSpaceId } from './drafts/space.ts';
import { readBlob } from './files/blobs.ts';
import { readKind } from './market/entry.ts';
import { contentSite } from './market-site.ts';
import { projectPreviewSite, projectSite } from './project-site.ts';
import type { Site, SiteSource } from './publish/site.ts';
import { replacedFilesOf } from './replaced-files.ts';
import type { Services } from './services.ts';
import { createSiteCache } from './site-cache.ts';

/** Shows the publish origin the market's apps, published projects and the drafts' previews as sites. */
export function createSiteSource({
  db,
  data,
  drafts,
  market,
  previewTokens,
  projects,
  submissions,
}: Pick<
  Services,
  'db' | 'data' | 'drafts' | 'market' | 'previewTokens' | 'projects' | 'submissions'
>): SiteSource {
  const read = (hash: string): Promise<string> => readBlob(db, hash);
  const apps = createSiteCache(data, async (appId) => {
    const published = await market.published(appId);
    if (published === null || published === 'gone') return published;
    const { app, files } = published;
    const { id: spaceId, name, version, aml } = app;
    const replacedFiles = replacedFilesOf(db, appId, version);
    const site = { spaceId, name, version, aml, files, readBlob: read, replacedFiles };
    const kind = readKind(app);
    return kind === 'app' ? site : { ...site, ...contentSite(kind, site) };
  });
  /** As long as a project is in the same state it is the same object. */
  const projectSites = new WeakMap<object, Site>();
  return {
    app: (appId) => apps.get(appId),
    async project(address) {
      const found = await projects.published(address);
      if (found === null || found === 'gone') return found;
      const site = projectSites.get(found) ?? projectSite(found, submissions);
      projectSites.set(found, site);
      return site;
    },
    async draft(token, revision) {
      const projectId = previewTokens.read(token);
      if (projectId !== null) {
        const project = await projects.preview(projectId);
        return project && projectPreviewSite(project, submissions);
      }
      const preview = await drafts.preview(token, revision);
      if (!preview) return null;
      return {
        spaceId: draftSpaceId(preview.draft.id),
        name: preview.draft.name,
        version: revision,
        aml: preview.aml,
        files: preview.files,
        readBlob: read,
        // Its revision is part of a preview's address: a page and its files are always of the same one.
        replacedFiles: async () => null,
      };
    },
  };
}
