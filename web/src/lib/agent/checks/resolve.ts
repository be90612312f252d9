/**
 * The file that a reference in `from` names, as the served app would resolve it: relative to its own folder, or to the
 * app's root. Null for what is not a file of the app (another host, `data:`, an anchor, a platform path).
 */
export function resolveReference(from: string, reference: string): string | null {
  const trimmed = reference.trim();
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith('?')) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed.startsWith('//')) return null;
  const base = new URL(from.split('/').map(encodeURIComponent).join('/'), 'http://app.invalid/');
  const url = new URL(trimmed, base);
  const path = decode(url.pathname.slice(1));
  if (/^_(data|graphql|platform)(\/|$)/.test(path)) return null;
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

/** True when a path reaches for the host's root, which under `/a/{id}/` is not the app's. */
export function isHostAbsolute(reference: string): boolean {
  return /^\/(?!\/)/.test(reference.trim());
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone percent sign is part of the name.
    return path;
  }
}
