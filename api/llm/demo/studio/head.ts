import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import type { Call } from '../move.ts';
import type { Opened } from './opened.ts';

/**
 * The exact replacement that gives a member of the document's top another text, or a new one behind the title; an empty
 * text takes it away. Null where that cannot be done: there is no title, or nothing to take away.
 */
export function headEdit({ text }: Opened, member: 'title' | 'desc' | 'theme', value: string): Call | null {
  const root = parseTree(text);
  const own = root && propertyOf(root, member);
  if (own) return value === '' ? takenAway(text, own) : edit(text, own, withValue(text, own, value));
  const title = root && propertyOf(root, 'title');
  if (!title || value === '') return null;
  const { offset, length } = title;
  const begin = text.lastIndexOf('\n', offset) + 1;
  const indent = text.slice(begin, offset);
  const between = begin > 0 && indent.trim() === '' ? `,\n${indent}` : ',';
  const added = withValue(text, title, value).replace('"title"', () => JSON.stringify(member));
  return edit(text, title, `${text.slice(offset, offset + length)}${between}${added}`);
}

/** A member with another value; its name and the space behind that stay. */
function withValue(text: string, { offset, children }: Node, value: string): string {
  return text.slice(offset, children?.[1]?.offset) + JSON.stringify(value);
}

function propertyOf(root: Node, member: string): Node | undefined {
  return findNodeAtLocation(root, [member])?.parent;
}

/** With the comma before it, or behind it where it is the first. */
function takenAway(text: string, { offset, length }: Node): Call {
  const before = /,\s*$/.exec(text.slice(0, offset))?.[0].length ?? 0;
  const behind = before > 0 ? 0 : (/^\s*,\s*/.exec(text.slice(offset + length))?.[0].length ?? 0);
  return edit(text, { offset: offset - before, length: before + length + behind }, '');
}

/** The first match counts (spec 4.8): text before the place goes along until the place is the first. */
function edit(text: string, at: Pick<Node, 'offset' | 'length'>, replacement: string): Call {
  let from = at.offset;
  const end = at.offset + at.length;
  while (from > 0 && text.indexOf(text.slice(from, end)) !== from) from -= 1;
  return {
    tool: 'studio_apply_edit',
    args: { find: text.slice(from, end), replace: text.slice(from, at.offset) + replacement },
  };
}
