/** Where signed-in work begins when nobody asked for another place. */
const HOME_AFTER_SIGN_IN = '/build';

/**
 * The place to go on to after signing in, from a `?next=` that anybody can write.
 * Only a path of this site is taken; everything else (`//evil`, `/\evil`, `javascript:`) becomes the fallback.
 */
export function safeNext(next: string | null | undefined, fallback: string = HOME_AFTER_SIGN_IN): string {
  if (next === null || next === undefined || !/^\/(?![/\\])/.test(next)) return fallback;
  try {
    const here = 'http://here.invalid';
    const url = new URL(next, here);
    // Resolving `/..//evil` yields the path `//evil`, which the next reader would take for a host.
    if (url.origin !== here || url.pathname.startsWith('//')) return fallback;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    // `new URL` refuses only malformed text: exactly what must not be followed.
    return fallback;
  }
}

/** Address of a sign-in page that comes back to `path` afterwards. */
export function withNext(page: '/signin' | '/register' | '/check-mail', path: string | null): string {
  return path === null || path === HOME_AFTER_SIGN_IN ? page : `${page}?next=${encodeURIComponent(path)}`;
}
