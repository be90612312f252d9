import { safeNext } from '#lib/next-path.ts';

const STORAGE_KEY = 'platform.next';

/** Keeps the place to go on to while the person is away in their mail. */
export function rememberNext(path: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, path);
  } catch {
    // Storage is blocked: after the mail the builder opens instead.
  }
}

/** The remembered place, once; the builder when there is none. */
export function takeRememberedNext(): string {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    localStorage.removeItem(STORAGE_KEY);
    return safeNext(kept);
  } catch {
    return safeNext(null);
  }
}
