import type { Report } from '../report.ts';
import type { Token } from './token.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** The text that a string token means, or null after reporting why it means none. */
export function decodeString(source: string, token: Token, report: Report): string | null {
  if (source[token.start] !== '"') {
    report.add(
      'wrong_quotes',
      token.start,
      'Texts stand in straight double quotes.',
      'Write "text"; names of fields, enum values and words such as `owner` stand without quotes.',
    );
    return null;
  }
  let value = '';
  let at = token.start + 1;
  for (;;) {
    if (at >= token.end) {
      report.add(
        'unclosed_string',
        token.start,
        'This text has no closing quote on its line.',
        'Add the missing `"`.',
      );
      return null;
    }
    const char = source[at] ?? '';
    if (char === '"') break;
    if (char !== '\\') {
      value += char;
      at++;
      continue;
    }
    const escape = source[at + 1] ?? '';
    const plain = ESCAPES.get(escape);
    const hex = escape === 'u' ? /^[0-9A-Fa-f]{4}/.exec(source.slice(at + 2, at + 6))?.[0] : undefined;
    if (plain === undefined && hex === undefined) {
      if (at + 1 >= token.end) {
        at++;
        continue;
      }
      report.add(
        'bad_escape',
        at,
        `\`\\${escape}\` is no escape sequence.`,
        `For a backslash in the text write two: \`\\\\${escape}\`.`,
      );
      return null;
    }
    value += plain ?? String.fromCharCode(Number.parseInt(hex ?? '', 16));
    at += plain === undefined ? 6 : 2;
  }
  if (!value.isWellFormed() || value.includes('\0')) {
    report.add(
      'bad_string',
      token.start,
      'This text holds a character that cannot be stored (NUL or half of a surrogate pair).',
      'Remove the character.',
    );
    return null;
  }
  return value;
}
