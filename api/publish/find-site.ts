import { ApiError } from '../errors.ts';
import { nothingHere } from './isolation.ts';
import type { Subject } from './route.ts';
import type { Site, SiteSource } from './site.ts';

/**
 * The site behind a subject.
 * @throws ApiError not_found, with status 410 for an app that was deleted or taken down (design 7)
 */
export async function findSite(sites: SiteSource, subject: Subject): Promise<Site> {
  const site =
    subject.kind === 'app'
      ? await sites.app(subject.appId)
      : await sites.draft(subject.token, subject.revision);
  if (site === 'gone')
    throw new ApiError('not_found', 'This app was removed by its owner or taken down.', { status: 410 });
  if (site === null) throw nothingHere();
  return site;
}
