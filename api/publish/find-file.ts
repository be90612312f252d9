import { extensionOf } from './media-types.ts';
import type { SiteFiles } from './site.ts';

export type Found =
  | { readonly kind: 'file'; readonly path: string; readonly hash: string; readonly status: 200 | 404 }
  | { readonly kind: 'folder' }
  | { readonly kind: 'missing' };

/**
 * Finds what a path of a site serves (design 7): the file, a folder's `index.html`, and for a navigation to a missing
 * path without extension the site's `404.html`, else its `index.html`, so that history routing survives a reload.
 * @param path decoded path under the site's root; ends with a slash for a folder, empty for the root
 */
export function findFile(files: SiteFiles, path: string, isNavigation: boolean): Found {
  const asFolder = path === '' || path.endsWith('/');
  const exact = file(files, asFolder ? `${path}index.html` : path, 200);
  if (exact) return exact;
  // Relative links in the folder's page are only right below a trailing slash.
  if (!asFolder && files.has(`${path}/index.html`)) return { kind: 'folder' };
  const mayFallBack = isNavigation && extensionOf(path) === '' && !isReserved(path);
  const fallback = mayFallBack ? (file(files, '404.html', 404) ?? file(files, 'index.html', 200)) : null;
  return fallback ?? { kind: 'missing' };
}

function file(files: SiteFiles, path: string, status: 200 | 404): Found | null {
  const hash = files.get(path);
  return hash === undefined ? null : { kind: 'file', path, hash, status };
}

/** Paths under the platform's own names are never an app's page (design 4). */
function isReserved(path: string): boolean {
  return /^_(data|graphql|platform)(\/|$)/.test(path);
}
