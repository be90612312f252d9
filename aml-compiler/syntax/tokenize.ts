import { OPENING_QUOTES } from './token.ts';
import type { Token, TokenKind } from './token.ts';

/** What Unicode calls a space counts as one: text that was copied from a page is full of them. */
const isSpace = (code: number): boolean =>
  code === 32 ||
  code === 9 ||
  code === 0xa0 ||
  code === 0xfeff ||
  code === 11 ||
  code === 12 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000;
const isLineEnd = (code: number): boolean => code === 10 || code === 13;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
/** Any non-ASCII character belongs to a name, so that `Größe` is one wrong name; quotes and spaces excepted. */
const isForeign = (code: number): boolean =>
  code > 0xa0 && code !== 0xfeff && code !== 0x3000 && !(code >= 0x2000 && code <= 0x206f);
const isNamePart = (code: number): boolean => isLetter(code) || isDigit(code) || isForeign(code);

const PUNCTUATION = '{}()[],:;?.=!';

/** Splits the whole source in one pass; comments are kept for formatters and documentation. Ends with `end`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const length = source.length;
  let at = 0;
  let first = true;

  const push = (kind: TokenKind, end: number): void => {
    tokens.push({ kind, start: at, end, first });
    if (kind !== 'comment') first = false;
    at = end;
  };
  const lineEndFrom = (from: number): number => {
    let end = from;
    while (end < length && !isLineEnd(source.charCodeAt(end))) end++;
    return end;
  };
  const stringEnd = (close: string): number => {
    let end = at + 1;
    while (end < length && !isLineEnd(source.charCodeAt(end))) {
      if (source[end] === '\\' && end + 1 < length && !isLineEnd(source.charCodeAt(end + 1))) end += 2;
      else if (source[end] === close) return end + 1;
      else end++;
    }
    return end;
  };

  while (at < length) {
    const code = source.charCodeAt(at);
    const char = source[at] ?? '';
    const close = OPENING_QUOTES.get(char);
    if (isSpace(code)) at++;
    else if (isLineEnd(code)) {
      first = true;
      at++;
    } else if (char === '/' && source[at + 1] === '/')
      push(source[at + 2] === '/' ? 'doc' : 'comment', lineEndFrom(at));
    else if (char === '/' && source[at + 1] === '*') {
      const end = source.indexOf('*/', at + 2);
      push('comment', end === -1 ? length : end + 2);
    } else if (close !== undefined) push('string', stringEnd(close));
    else if (isDigit(code) || (char === '-' && isDigit(source.charCodeAt(at + 1)))) {
      let end = at + 1;
      while (end < length && (isNamePart(source.charCodeAt(end)) || source[end] === '.')) end++;
      push('number', end);
    } else if (isLetter(code) || isForeign(code)) {
      let end = at + 1;
      // A hyphen between letters is a wrong name (`created-at`), not two tokens.
      while (
        end < length &&
        (isNamePart(source.charCodeAt(end)) ||
          (source[end] === '-' && isNamePart(source.charCodeAt(end + 1))))
      )
        end++;
      push('name', end);
    } else if (char === '@') push('punctuation', source[at + 1] === '@' ? at + 2 : at + 1);
    else if (PUNCTUATION.includes(char)) push('punctuation', at + 1);
    else push('bad', at + 1);
  }
  tokens.push({ kind: 'end', start: length, end: length, first: true });
  return tokens;
}
