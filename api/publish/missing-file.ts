import { ApiError } from '../errors.ts';
import type { Site } from './site.ts';

/** A path that an app has no file for. Knows the app, so that a person can be shown the way back. */
export class MissingFile extends ApiError {
  readonly siteName: string;
  /** Path of the app's start; null when the app has none. */
  readonly start: string | null;

  /**
   * @param path decoded, under the site's root
   * @param basePath the site's root
   */
  constructor(site: Site, path: string, basePath: string) {
    super('not_found', sentence(site, path));
    this.siteName = site.name;
    this.start = site.files.has('index.html') ? basePath : null;
  }
}

function sentence(site: Site, path: string): string {
  if (path === '') return `“${site.name}” has no index.html yet, so there is nothing to start with.`;
  const folded = path.toLowerCase();
  const twin = [...site.files.keys()].find((one) => one.toLowerCase() === folded);
  const hint = twin === undefined ? '' : ` There is “${twin}”: capital letters count.`;
  return `“${site.name}” has nothing at “${path}”.${hint}`;
}
