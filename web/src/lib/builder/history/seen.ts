/** Which changes a person has looked at and keeps, in this browser: the newest 500 of all drafts. */
const KEY = 'builder.seen';
const MOST = 500;

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : [];
  } catch {
    // Blocked, or not ours: everything counts as not seen.
    return [];
  }
}

const entryOf = (draftId: string, revision: number, path: string): string => `${draftId} ${revision} ${path}`;

export function isSeen(draftId: string, revision: number, path: string): boolean {
  return read().includes(entryOf(draftId, revision, path));
}

export function markSeen(draftId: string, revision: number, path: string): void {
  try {
    const entry = entryOf(draftId, revision, path);
    const others = read().filter((one) => one !== entry);
    localStorage.setItem(KEY, JSON.stringify([...others, entry].slice(-MOST)));
  } catch {
    // As above.
  }
}
