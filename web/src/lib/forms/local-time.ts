/** A moment as `<input type="datetime-local">` wants it, in the visitor's time zone; empty for none. */
export function localOf(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that such an input says, ISO 8601 in UTC; null for an empty or half-written one. */
export function isoOf(local: string): string | null {
  // Browsers read other texts as dates too, each its own way.
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(local)) return null;
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
