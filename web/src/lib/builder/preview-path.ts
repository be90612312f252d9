/** The pages of a preview that were visited, in order, with the one in view. */
export interface Trail {
  readonly paths: readonly string[];
  readonly at: number;
}

export const START: Trail = { paths: [''], at: 0 };
const MOST_PATHS = 100;

/** The trail after the page came to a path by itself: what was ahead is gone, as in every browser. */
export function visited(trail: Trail, path: string): Trail {
  if (trail.paths[trail.at] === path) return trail;
  const paths = [...trail.paths.slice(0, trail.at + 1), path].slice(-MOST_PATHS);
  return { paths, at: paths.length - 1 };
}

/** The trail one step back (-1) or forward (1); null when there is none. */
export function stepped({ paths, at }: Trail, step: -1 | 1): Trail | null {
  return paths[at + step] === undefined ? null : { paths, at: at + step };
}

/**
 * The address of a path in a preview.
 * @param base address of the preview's root, with a trailing slash
 * @param path as a person types it: `about.html`, `/notes?all#top`
 * @returns null when it leads out of the app
 */
export function addressIn(base: string, path: string): string | null {
  const inside = path.trim().replace(/^\/+/, '');
  // Resolved as part of the root's own address, a path cannot become another host or scheme.
  if (!URL.canParse(`${base}${inside}`)) return null;
  const { href } = new URL(`${base}${inside}`);
  return href.startsWith(base) ? href : null;
}

/** Whether a path may still show the same page in other files: one that names a missing file starts at the beginning. */
export function pathAmong(files: ReadonlyMap<string, string>, path: string): string {
  const name = decode(path.replace(/[?#].*$/, ''));
  const last = name.split('/').at(-1) ?? '';
  if (name === '' || !last.includes('.')) return path;
  return files.has(name) ? path : '';
}

/** The file behind a path of the app: a folder's is its index.html, and a path without a file's ending is the app's. */
export function pageFile(path: string): string {
  const name = decode(path.replace(/[?#].*$/, ''));
  if (name.endsWith('/')) return `${name}index.html`;
  return name.split('/').at(-1)?.includes('.') ? name : 'index.html';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
