const GREATER = 0x3e;
const BANG = 0x21;
const DASH = 0x2d;
const SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/**
 * Puts a script element before the first markup of an HTML document and leaves every other byte as it was (design 7).
 * Before it may stand only what the parser accepts ahead of `<html>`: a byte order mark, space, comments, one doctype;
 * so the document keeps its rendering mode and the script runs before any of the page's own.
 */
export function injectScript(html: Buffer, script: string): Buffer {
  const element = `<script>${script}</script>`;
  const wide = utf16Order(html);
  if (wide) return injectWide(html, element, wide);
  const at = injectionOffset(html);
  return Buffer.concat([html.subarray(0, at), Buffer.from(element, 'utf8'), html.subarray(at)]);
}

/** Byte offset of the first markup in an ASCII-compatible encoding. */
function injectionOffset(html: Buffer): number {
  let at = html[0] === 0xef && html[1] === 0xbb && html[2] === 0xbf ? 3 : 0;
  let hasDoctype = false;
  for (;;) {
    while (SPACE.has(html[at] ?? -1)) at += 1;
    const isDoctype = startsWith(html, at, '<!doctype');
    if (isDoctype && hasDoctype) return at;
    const end = isDoctype ? after(html, '>', at) : endOfComment(html, at);
    // Unclosed: the parser reads all the rest as part of it, so there is no later place.
    if (end < 0) return at;
    hasDoctype ||= isDoctype;
    at = end;
  }
}

/** The offset behind the comment that begins at `at`; -1 when there is none or it never ends. */
function endOfComment(html: Buffer, at: number): number {
  if (startsWith(html, at, '<!--')) {
    if (startsWith(html, at + 4, '>')) return at + 5;
    if (startsWith(html, at + 4, '->')) return at + 6;
    return closeOfComment(html, at + 4);
  }
  // `<?xml …?>` and `<!anything` are "bogus comments" that end at the first `>`.
  return startsWith(html, at, '<?') || startsWith(html, at, '<!') ? after(html, '>', at) : -1;
}

/** Looks for `-->` and `--!>` in one pass: two searches would make a long run of comments cost its square. */
function closeOfComment(html: Buffer, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    if (html[at] !== DASH || html[at + 1] !== DASH) continue;
    if (html[at + 2] === GREATER) return at + 3;
    if (html[at + 2] === BANG && html[at + 3] === GREATER) return at + 4;
  }
  return -1;
}

function after(html: Buffer, text: string, from: number): number {
  const found = html.indexOf(text, from, 'latin1');
  return found < 0 ? -1 : found + text.length;
}

function startsWith(html: Buffer, at: number, lowerCase: string): boolean {
  for (let i = 0; i < lowerCase.length; i += 1) {
    const byte = html[at + i] ?? 0;
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lower !== lowerCase.charCodeAt(i)) return false;
  }
  return true;
}

/** A byte order mark overrules the charset of the header, so such a page has to get its script in its own encoding. */
function utf16Order(html: Buffer): 'le' | 'be' | null {
  if (html[0] === 0xff && html[1] === 0xfe) return 'le';
  if (html[0] === 0xfe && html[1] === 0xff) return 'be';
  return null;
}

function injectWide(html: Buffer, element: string, order: 'le' | 'be'): Buffer {
  const even = html.subarray(2, html.length - (html.length % 2));
  const units = order === 'le' ? Buffer.from(even) : Buffer.from(even).swap16();
  // What is not ASCII cannot begin or end markup: a stand-in keeps one byte per unit.
  const narrow = Buffer.from(units.toString('utf16le').replace(/[^\0-\x7f]/g, '\x7f'), 'latin1');
  const at = 2 + injectionOffset(narrow) * 2;
  const wide = Buffer.from(element, 'utf16le');
  return Buffer.concat([html.subarray(0, at), order === 'le' ? wide : wide.swap16(), html.subarray(at)]);
}
