/** Markup that is safe to stand in a page. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | false | readonly Part[];

/** A template whose values are escaped, for text and for quoted attributes; what is Html already stays as it is. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((before, piece, index) => before + toMarkup(parts[index - 1] ?? null) + piece);
  return { markup: text };
}

/** An attribute that is there or not: a leading space, the name, and the value when it has one. */
export function attribute(name: string, value: string | number | boolean | null): Html {
  if (value === null || value === false) return { markup: '' };
  return value === true ? { markup: ` ${name}` } : markup` ${{ markup: name }}="${String(value)}"`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function toMarkup(part: Part): string {
  if (part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(toMarkup).join('');
}
