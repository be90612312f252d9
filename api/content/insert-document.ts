const OPENING =
  /<!--|<script(?=[\s/>])|<(style|textarea|title|noscript|template|iframe|xmp|noembed|noframes)(?=[\s/>])/gi;
const ATTRIBUTES = /^(?:[^>"']|"[^"]*"|'[^']*')*>/;
const ID = /\sid\s*=\s*(?:"platform-doc"|'platform-doc'|platform-doc(?=[\s/>]))/i;

/**
 * Puts a document's JSON into the `platform-doc` element of a renderer (spec 4.8): what stood in the element before is
 * replaced. A renderer without the element gets one before its first markup, so that a script can read it at any time.
 */
export function insertDocument(renderer: string, documentJson: string): string {
  const json = scriptSafe(documentJson);
  const place = findElement(renderer);
  if (place) return renderer.slice(0, place.start) + json + renderer.slice(place.end);
  const at = /^\uFEFF?(?:\s|<!--[^]*?-->|<!doctype[^>]*>)*/i.exec(renderer)?.[0].length ?? 0;
  const element = `<script id="platform-doc" type="application/json">${json}</script>`;
  return renderer.slice(0, at) + element + renderer.slice(at);
}

/** Whether a page has the element, empty or not. */
export function hasDocumentPlace(html: string): boolean {
  return findElement(html) !== null;
}

/** JSON that cannot end a script element or begin a comment in it, and is the same JSON. */
export function scriptSafe(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Where the element's text is. Comments and elements whose content is no markup are passed over. */
function findElement(html: string): { readonly start: number; readonly end: number } | null {
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const from = opening.lastIndex;
    if (match[0] === '<!--') {
      opening.lastIndex = endOf(html, '-->', from);
      continue;
    }
    const attributes = ATTRIBUTES.exec(html.slice(from))?.[0];
    if (attributes === undefined) return null;
    const start = from + attributes.length;
    const closing = new RegExp(`</${match[1] ?? 'script'}(?=[\\s/>])`, 'gi');
    closing.lastIndex = start;
    const end = closing.exec(html)?.index ?? html.length;
    if (match[1] === undefined && ID.test(attributes)) return { start, end };
    opening.lastIndex = end;
  }
  return null;
}

function endOf(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found < 0 ? html.length : found + text.length;
}
