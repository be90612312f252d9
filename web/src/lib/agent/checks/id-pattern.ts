/** Stands in a text for a piece that is known only while the app runs. */
export const HOLE = '\0';

/** What template languages fill in: `{{ name }}`, `${name}`. */
const FILLED = /\{\{[\s\S]*?\}\}|\$\{[\s\S]*?\}/g;
const ID_IN_MARKUP =
  /(?:^|[\s"'/])([:@.]|[a-z]+(?:-[a-z]+)?:)?id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'`<>=]+))/gi;

/** Ids with holes where an app fills something in; one that is nothing but a hole can be any id. */
export function idsInMarkup(markup: string): readonly string[] {
  return [...markup.matchAll(ID_IN_MARKUP)].map(([, bound, double, single, bare]) =>
    // `:id="name"` is code of a template language.
    bound === undefined ? withHoles((double ?? single ?? bare ?? '').trim()) : HOLE,
  );
}

/** An id as a template has it. */
export function withHoles(id: string): string {
  return id.replace(FILLED, HOLE);
}

/** True when nothing is known of it. */
export function isAnything(pattern: string): boolean {
  return pattern.replaceAll(HOLE, '') === '';
}

/** Whether filling the holes of a pattern can give this id. */
export function canBecome(pattern: string, id: string): boolean {
  if (!pattern.includes(HOLE)) return pattern === id;
  const pieces = pattern.split(HOLE);
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (!id.startsWith(first) || !id.endsWith(last) || id.length < first.length + last.length) return false;
  let rest = id.slice(first.length, id.length - last.length);
  for (const piece of pieces.slice(1, -1)) {
    const at = rest.indexOf(piece);
    if (at === -1) return false;
    rest = rest.slice(at + piece.length);
  }
  return true;
}
