import type { KindId } from '@platform/api/content/kinds.ts';
import { StudioError } from './protocol.ts';

/** Where a target of `screenshot` or `show` is in a rendered page: the first selector that finds something. */
export interface PageTarget {
  readonly selectors: readonly string[];
  /** The address within the page that shows it, for renderers that show one thing at a time. */
  readonly hash: string | null;
}

/**
 * Reads a target as `describe` lists them: `document`, `field:<key>`, `slide:<n>` (n from 1). A renderer of an author
 * marks what it draws with `data-target="field:name"`; where it does not, the usual marks are looked for.
 * @returns null for the whole document
 * @throws StudioError invalid_params
 */
export function readTarget(kind: KindId, document: unknown, target: string): PageTarget | null {
  if (target === 'document') return null;
  const marked = `[data-target=${CSS.escape(target)}]`;
  const [name, rest] = [target.slice(0, target.indexOf(':')), target.slice(target.indexOf(':') + 1)];
  if (kind === 'form' && name === 'field') {
    const keys = entries(document, 'fields').map((field) => field['key']);
    const index = keys.indexOf(rest);
    if (index >= 0) {
      const named = `[name=${CSS.escape(rest)}]`;
      return { selectors: [marked, `[data-index="${index}"]`, named], hash: null };
    }
  }
  if (kind === 'slides' && name === 'slide' && /^[1-9]\d{0,5}$/.test(rest)) {
    if (Number(rest) <= entries(document, 'slides').length) {
      return { selectors: [marked, `[id="${rest}"]`], hash: rest };
    }
  }
  throw new StudioError('invalid_params', `There is no target ${JSON.stringify(target.slice(0, 200))}.`, {
    hint: kind === 'form' ? 'A field is named by its key: field:email.' : 'Slides count from 1: slide:2.',
  });
}

function entries(document: unknown, member: string): readonly Readonly<Record<string, unknown>>[] {
  const list: unknown = Reflect.get(Object(document), member);
  return Array.isArray(list) ? list.map((entry: unknown) => Object(entry) as Record<string, unknown>) : [];
}
