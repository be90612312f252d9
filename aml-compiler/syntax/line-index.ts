/** Turns offsets into 1-based lines and columns (UTF-16 units, as editors count). A leading BOM has no width. */
export interface LineIndex {
  locate(offset: number): { readonly line: number; readonly col: number };
}

const BOM = 0xfeff;

/** Lines end at LF, CRLF or a lone CR. */
export function lineIndex(source: string): LineIndex {
  const starts = [source.charCodeAt(0) === BOM ? 1 : 0];
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 13 && source.charCodeAt(at + 1) === 10) continue;
    if (code === 10 || code === 13) starts.push(at + 1);
  }
  return {
    locate(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, col: Math.max(offset - (starts[low] ?? 0), 0) + 1 };
    },
  };
}
