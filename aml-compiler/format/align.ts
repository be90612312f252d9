import type { InlineText } from './inline.ts';

/** One thing in a block or in the document: a member, or a comment on lines of its own. */
export interface Item {
  readonly content: InlineText;
  /** Comments behind it on its last line. */
  trailing: string;
  readonly blankBefore: boolean;
  /** Fields stand in columns: name, type, attributes. */
  readonly isField: boolean;
}

/** The text of each item, fields in columns down to the next blank line. */
export function align(items: readonly Item[]): string[] {
  const texts: string[] = [];
  let group: Item[] = [];
  const flush = (): void => {
    texts.push(...alignGroup(group));
    group = [];
  };
  for (const item of items) {
    if (item.blankBefore) flush();
    group.push(item);
  }
  flush();
  return texts;
}

function alignGroup(group: readonly Item[]): string[] {
  const cells = group.map((item) => (item.isField ? cellsOf(item.content) : null));
  const width = (column: 0 | 1): number =>
    Math.max(0, ...cells.map((found) => (found === null ? 0 : found[column].length)));
  const widths = [width(0), width(1)] as const;
  return group.map(({ content, trailing }, index) => {
    const found = cells[index];
    if (found === null || found === undefined) return content.text + trailing;
    const [name, type, rest] = found;
    const head = `${name.padEnd(widths[0])} ${type}`;
    if (rest === '') return head + trailing;
    // What goes on in the next line needs no blanks at the end of this one.
    const gap = rest.startsWith('\n') ? '' : `${' '.repeat(widths[1] - type.length)} `;
    return head + gap + rest + trailing;
  });
}

/** Name, type and the rest; null when the name or the type takes several lines. */
function cellsOf({ text, marks }: InlineText): readonly [string, string, string] | null {
  const [type, rest] = marks;
  if (type === null || type === undefined) return null;
  const name = text.slice(0, type).trimEnd();
  const end = rest ?? text.length;
  const typeText = text.slice(type, end);
  if (name.includes('\n') || typeText.trimEnd().includes('\n')) return null;
  const newLine = typeText.includes('\n');
  return [name, typeText.trimEnd(), (newLine ? '\n    ' : '') + text.slice(end)];
}
