import { replacing } from '../fix.ts';
import { LIMITS } from '../limits.ts';
import type { Report } from '../report.ts';
import type { NameNode } from '../syntax/tree.ts';
import {
  GENERATED_SUFFIXES,
  RESERVED_FIELD_NAMES,
  RESERVED_MEMBERS,
  RESERVED_TYPE_NAMES,
  RESERVED_VALUES,
} from './reserved-names.ts';

export type Named = 'model' | 'enum' | 'field' | 'value';

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

export function isName(text: string): boolean {
  return NAME.test(text) && text.length <= LIMITS.nameLength;
}

/** Names have one shape everywhere (design 5): they become tables, columns, GraphQL names and JSON keys. */
export function checkName(name: NameNode, what: Named, report: Report): void {
  const text = name.text;
  if (!NAME.test(text)) {
    report.add(
      'invalid_name',
      name.start,
      `\`${shown(text)}\` is no name: a name has letters a to z, digits and \`_\`, and begins with a letter.`,
      () => {
        const better = asciiName(text);
        return better === null
          ? 'Choose an English word.'
          : { text: `Write \`${better}\`.`, fix: replacing(name, better) };
      },
    );
  } else if (text.length > LIMITS.nameLength) {
    report.add(
      'invalid_name',
      name.start,
      `\`${shown(text)}\` has ${text.length} characters; a name has at most ${LIMITS.nameLength}.`,
      'Shorten it.',
    );
  } else if (isReserved(text, what)) {
    report.add(
      'reserved_name',
      name.start,
      `\`${text}\` is a reserved word and names no ${what}.`,
      what === 'model' || what === 'enum'
        ? `Write for example \`App${text.charAt(0).toUpperCase()}${text.slice(1)}\`.`
        : `Write for example \`${text}_\`.`,
    );
  }
}

function isReserved(text: string, what: Named): boolean {
  if (what === 'value') return RESERVED_VALUES.has(text) || RESERVED_MEMBERS.has(text);
  if (what === 'field') return RESERVED_FIELD_NAMES.has(text) || RESERVED_MEMBERS.has(text);
  return RESERVED_TYPE_NAMES.has(text) || RESERVED_MEMBERS.has(text.charAt(0).toLowerCase() + text.slice(1));
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** `created-at` → `createdAt`, `Größe` → `Grosse`, `_id` → `id`; null when nothing is left. */
function asciiName(text: string): string | null {
  const ascii = text
    .slice(0, 200)
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/-+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll('-', '')
    .slice(0, LIMITS.nameLength);
  return isName(ascii) ? ascii : null;
}

/**
 * Remembers names under case folding: the databases, GraphQL and file systems that they reach do not all tell
 * `User` from `user`. Returns false, and reports, when the name was taken.
 */
export function claim(taken: Map<string, string>, name: NameNode, what: Named, report: Report): boolean {
  const folded = name.text.toLowerCase();
  const other = taken.get(folded);
  if (other === undefined) {
    taken.set(folded, name.text);
    return true;
  }
  report.add(
    'duplicate_name',
    name.start,
    other === name.text
      ? `There is already a ${what === 'model' || what === 'enum' ? 'model or enum' : what} named \`${shown(name.text)}\`.`
      : `\`${shown(name.text)}\` and \`${shown(other)}\` differ only in upper and lower case.`,
    'Give one of them another name, or remove it.',
  );
  return false;
}

/** `TaskConnection` beside `Task`: the generated API would have two types of one name. */
export function checkGeneratedNames(
  names: readonly NameNode[],
  models: ReadonlySet<string>,
  report: Report,
): void {
  for (const name of names) {
    const suffix = GENERATED_SUFFIXES.find(
      (ending) => name.text.endsWith(ending) && models.has(name.text.slice(0, -ending.length)),
    );
    if (suffix === undefined) continue;
    report.add(
      'reserved_name',
      name.start,
      `\`${name.text}\` is the name of a type that is made for \`${name.text.slice(0, -suffix.length)}\`.`,
      'Choose another name.',
    );
  }
}
