/** What a `Range` header asks of a body: a part (both ends included), all of it, or something it does not have. */
export type RangeAnswer =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/** Reads a single byte range (RFC 9110, 14.1.2). Several ranges, other units and bad syntax mean the whole body. */
export function readByteRange(header: string | undefined, size: number): RangeAnswer {
  const match = header === undefined ? null : /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header);
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'all' };
  const from = match[1] === '' ? null : Number(match[1]);
  const to = match[2] === '' ? null : Number(match[2]);
  if (from === null) {
    const length = to ?? 0;
    if (length === 0 || size === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', start: Math.max(0, size - length), end: size - 1 };
  }
  if (to !== null && to < from) return { kind: 'all' };
  if (from >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', start: from, end: Math.min(to ?? size - 1, size - 1) };
}
