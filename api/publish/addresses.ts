import { appLabel, STUDIO_HOSTS } from './labels.ts';
import { readPlace, subhostOrigin, type PublishConfig } from './place.ts';

/** The public addresses of what the publish origin serves (design 7). */
export interface Addresses {
  /** Of a published app; the one that people pass on. */
  app(appId: string): string;
  /**
   * Where a page of ours frames an app: the app's own host at once, when this installation has such hosts. By way
   * of the shared host a sandboxed frame would be opaque, and the app could not reach its own data.
   */
  appFrame(appId: string): string;
  /** Of a published project; the one that people pass on. */
  project(projectId: string): string;
  /** Of a published project by its slug. */
  slug(slug: string): string;
  /** Of one revision of a draft. */
  draft(token: string, revision: number): string;
  /** Of the empty page that a Studio renders in; what it puts for `*`, if there is one, makes a host of its own. */
  readonly studioFrame: string;
}

export function createAddresses(config: PublishConfig): Addresses {
  const place = readPlace(config);
  const isSubhost = place.isolation === 'subhost';
  const appPath = (appId: string): string => `/a/${encodeURIComponent(appId)}/`;
  return {
    app: (appId) => config.publishOrigin + appPath(appId),
    appFrame: (appId) =>
      (isSubhost ? subhostOrigin(place, appLabel(appId)) : config.publishOrigin) + appPath(appId),
    project: (projectId) => `${config.publishOrigin}/f/${encodeURIComponent(projectId)}`,
    slug: (slug) => `${subhostOrigin(place, slug)}/`,
    draft: (token, revision) => `${config.publishOrigin}/p/${token}/${revision}/`,
    studioFrame: `${isSubhost ? subhostOrigin(place, STUDIO_HOSTS) : config.publishOrigin}/_studio/frame`,
  };
}
