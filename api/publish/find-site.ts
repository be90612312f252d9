import { ApiError } from '../errors.ts';
import { nothingHere } from './isolation.ts';
import type { Subject } from './route.ts';
import type { Site, SiteSource } from './site.ts';

/**
 * The site behind a subject.
 * @throws ApiError not_found, with status 410 for what was deleted or taken down (design 7)
 */
export async function findSite(sites: SiteSource, subject: Subject): Promise<Site> {
  const site = await lookUp(sites, subject);
  if (site === 'gone') {
    const what = subject.kind === 'project' ? 'page' : 'app';
    throw new ApiError('not_found', `This ${what} was removed by its owner or taken down.`, { status: 410 });
  }
  if (site === null) throw nothingHere();
  return site;
}

function lookUp(sites: SiteSource, subject: Subject): Promise<Site | 'gone' | null> {
  switch (subject.kind) {
    case 'app':
      return sites.app(subject.appId);
    case 'draft':
      return sites.draft(subject.token, subject.revision);
    case 'project':
      return sites.project(subject.address);
  }
}
