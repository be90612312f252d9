import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';

export const stringType: ScalarTypeSpec = {
  name: 'String',
  prismaNative: null,
  sql: 'text',
  graphql: 'String',
  jsonSchema: { type: 'string' },
  answerSchema: { type: 'string' },
  typescript: { sent: 'string', answered: 'string' },
  validators: ['length', 'email', 'url', 'regex', 'trim', 'lower'],
  generated: ['cuid', 'uuid'],
  indexable: true,
  parseLiteral: (node) =>
    node.kind === 'string' ? accepted(node.value) : refused('a text in double quotes, such as `"new"`'),
  printPrisma: (value) => quote(String(value)),
  sample: (seed) => `text ${seed}`,
};

/** A string literal of the Prisma schema language. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
