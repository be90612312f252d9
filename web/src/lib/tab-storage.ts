/**
 * Small things that a reload of this tab must not lose. Storage can be blocked or full: then they last as long as the
 * page, and nothing else changes.
 */
export function readTab(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Null forgets it. A value that does not fit takes the older one with it: that would be a lie after a reload. */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    removeQuietly(key);
  }
}

function removeQuietly(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Blocked altogether, so there is nothing to forget.
  }
}
