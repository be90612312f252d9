import { Cursor } from './cursor.ts';

/** Says in one sentence what a text is that is not AML at all; null when it may be AML. */
export function foreignText(source: string, cursor: Cursor): string | null {
  if (cursor.peek().kind === 'end' || hasBlock(cursor)) return null;
  const head = source.slice(cursor.peek().start, cursor.peek().start + 400).replace(/^(?:--.*\n\s*)*/, '');
  if (head.startsWith('```')) return 'This is a Markdown fence';
  if (/^(\{|\[\s*[\]{["\d]|")/.test(head)) return 'This looks like JSON';
  if (/^\[[\w.-]+\]\s*$/m.test(head)) return 'This looks like TOML';
  if (
    /^(--|create|alter|drop|insert|select|update|delete|begin|set|use)\b/i.test(head) &&
    /[;(]|\bfrom\b/i.test(head)
  )
    return 'This looks like SQL';
  if (/^class \w+(\([\w., ]*\))?:/.test(head)) return 'This looks like Python';
  if (/^@\w+(\(.*\))?\s*$/m.test(head) || /^module\.exports\b/.test(head))
    return 'This looks like TypeScript or JavaScript';
  if (/^(#\[|type \w+ struct\b|(pub )?struct\b|package\b|using\b|public class\b)/.test(head))
    return 'This looks like a programming language';
  if (/^(type|input|schema|scalar|extend|union|directive|query|mutation)\b[^=;]*\{/.test(head))
    return 'This looks like GraphQL';
  if (/^(import|export|const|let|var|function|class|interface|type|async|abstract|declare|enum)\b/.test(head))
    return 'This looks like TypeScript or JavaScript';
  if (/^(from|def|class|import)\b/.test(head)) return 'This looks like Python';
  if (/^<[!a-z]/i.test(head)) return 'This looks like HTML';
  if (/^\s*(\w+ )?[\w-]+:(\s|$)/m.test(head) && !/[.!?]\s/.test(head)) return 'This looks like YAML';
  return 'This looks like plain prose';
}

/** Whether anything in the text opens a block of ours, even a broken one. */
function hasBlock(cursor: Cursor): boolean {
  for (let ahead = 0; cursor.peek(ahead).kind !== 'end'; ahead++) {
    if (!cursor.peek(ahead).first) continue;
    if (cursor.is('model', ahead) || cursor.is('datasource', ahead) || cursor.is('generator', ahead)) {
      if (cursor.opensOnLine(ahead + 1)) return true;
      if (cursor.is('model', ahead) && (cursor.is('(', ahead + 2) || cursor.is('[', ahead + 2))) return true;
    }
    // TypeScript has enums too; ours alone in a text are still ours when nothing else is there.
    if (ahead === 0 && cursor.is('enum') && cursor.is('{', 2)) return true;
    // A keyword with a typing error, in front of a body.
    if (
      ahead === 0 &&
      /^(models?|modle|modal|table|entity)$/i.test(cursor.text(cursor.peek())) &&
      cursor.is('{', 2)
    )
      return true;
    if (ahead === 0 && cursor.is('model') && cursor.peek(1).kind === 'name' && cursor.peek(2).first)
      return true;
  }
  return false;
}
