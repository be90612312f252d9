import type { RuleOperation, RuleSubject } from '../ir.ts';
import { replacing } from '../fix.ts';
import { didYouMean } from '../nearest.ts';
import type { Hint, Report } from '../report.ts';
import type { ValueNode } from '../syntax/tree.ts';
import type { DraftModel } from './draft.ts';
import { RULE_SYNONYMS } from './other-words.ts';

/** Without rules: anyone reads and creates, as spec 4.1 has it; the app's owner updates and deletes. */
export const DEFAULT_RULES: Readonly<Record<RuleOperation, RuleSubject>> = {
  read: 'anyone',
  create: 'anyone',
  update: 'owner',
  delete: 'owner',
};

export const OPERATIONS: readonly RuleOperation[] = ['read', 'create', 'update', 'delete'];
export const SUBJECTS: readonly RuleSubject[] = ['anyone', 'owner'];

/** `@@allow(op, who)`: each sets the rule of its one operation, the others keep their default. */
export function checkRules(model: DraftModel, report: Report): void {
  const seen = new Set<RuleOperation>();
  for (const attribute of model.attributes.all) {
    if (attribute.name !== 'allow') continue;
    const operation = oneOf(attribute.args.get('op'), OPERATIONS, 'operation', report);
    const subject = oneOf(attribute.args.get('who'), SUBJECTS, 'subject', report);
    if (operation === null || subject === null) continue;
    if (seen.has(operation)) {
      report.add(
        'duplicate_rule',
        attribute.node.start,
        `There is already a rule for \`${operation}\`.`,
        'Keep the one that is meant.',
      );
      continue;
    }
    seen.add(operation);
    model.rules[operation] = subject;
  }
}

function oneOf<T extends string>(
  node: ValueNode | undefined,
  words: readonly T[],
  what: string,
  report: Report,
): T | null {
  if (node === undefined) return null;
  const text =
    node.kind === 'name' || node.kind === 'string' ? (node.kind === 'name' ? node.text : node.value) : null;
  const found = node.kind === 'name' ? words.find((word) => word === text) : undefined;
  if (found !== undefined) return found;
  report.add(
    'bad_argument',
    node.start,
    text === null || node.kind === 'string'
      ? `The ${what} of a rule is a word without quotes.`
      : `There is no ${what} \`${text}\`.`,
    () => meant(text ?? '', node, words),
  );
  return null;
}

function meant(text: string, node: ValueNode, words: readonly string[]): Hint | undefined {
  const list = `Write one of ${words.join(', ')}`;
  const operations = words.some((word) => word === 'read');
  if ([...OPERATIONS, ...SUBJECTS].some((word) => word === text) && !words.includes(text))
    return 'The operation comes first: `@@allow(read, anyone)`.';
  if (operations && /^(all|any|write|crud|\*)$/.test(text)) return `${list}, and a line for each.`;
  const synonym = RULE_SYNONYMS.get(text.toLowerCase());
  if (synonym !== undefined && words.includes(synonym))
    return { text: `Write \`${synonym}\`.`, fix: replacing(node, synonym) };
  return didYouMean(
    text,
    node,
    words,
    operations ? `${list}.` : `${list}: \`owner\` is the app's owner; rules cannot tell other people apart.`,
  );
}
