/** How the source view shows a file. */
export type FileView =
  | { readonly kind: 'text'; readonly text: string; readonly cut: boolean }
  | { readonly kind: 'image'; readonly src: string }
  | { readonly kind: 'binary' };

/** Stands for the data model where a path is asked for: no file can have this one. */
export const MODEL_PATH = '';

/** Characters shown of one file; more would make the page stand still. What is left out is said. */
export const SHOWN_CHARACTERS = 400_000;

/** A stored file is text, or a `data:` address when it is a binary asset (design 4). */
export function fileViewOf(content: string): FileView {
  if (/^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(content))
    return { kind: 'image', src: content };
  if (/^data:[\w.+-]+\/[\w.+-]+[;,]/i.test(content)) return { kind: 'binary' };
  const cut = content.length > SHOWN_CHARACTERS;
  const text = cut ? content.slice(0, SHOWN_CHARACTERS) : content;
  return { kind: 'text', text, cut };
}

/** The entry first, then by folder and name, as people look for them. */
export function inReadingOrder<File extends { readonly path: string }>(
  files: readonly File[],
): readonly File[] {
  return [...files].sort((a, b) => {
    if (a.path === 'index.html') return -1;
    if (b.path === 'index.html') return 1;
    return a.path.localeCompare(b.path, 'en', { numeric: true });
  });
}

/** The address of one file of a published app; `appUrl` ends with a slash. */
export function fileUrl(appUrl: string, path: string): string {
  return appUrl + path.split('/').map(encodeURIComponent).join('/');
}
