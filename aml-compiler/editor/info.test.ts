import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIELD_ATTRIBUTES, MODEL_ATTRIBUTES } from '../check/attributes.ts';
import { GENERATED } from '../check/draft.ts';
import { REFERENTIAL_ACTIONS } from '../check/relation-side.ts';
import { OPERATIONS, SUBJECTS } from '../check/rules.ts';
import { BLOCKS } from '../syntax/block-words.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import { INFO } from './info.ts';

const docs = readFileSync(new URL('../../docs/aml.md', import.meta.url), 'utf8');
/** Rows of the tables: what is named in the first cell, and all cells without backticks. */
const rows = docs
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map(([first = '', ...cells]) => ({
    named: [...first.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
    cells: cells.map((cell) => cell.replaceAll('`', '')),
  }));

describe('what the editor says about a word', () => {
  it.each([...INFO])('%s is in the documentation, in the same words', (word, text) => {
    const said = rows.filter(({ named }) =>
      named.some((name) => name === word || (!word.endsWith(')') && name.startsWith(`${word}(`))),
    );
    expect(said.map(({ cells }) => cells).flat()).toContain(text);
  });

  it('covers every word of the language, and no other', () => {
    const words = [
      ...BLOCKS,
      ...Object.keys(SCALAR_TYPES),
      ...[...FIELD_ATTRIBUTES.keys()].map((name) => `@${name}`),
      ...[...MODEL_ATTRIBUTES.keys()].map((name) => `@@${name}`),
      ...GENERATED.map((name) => `${name}()`),
      ...OPERATIONS,
      ...SUBJECTS,
      ...REFERENTIAL_ACTIONS,
    ];
    expect([...INFO.keys()].toSorted()).toEqual(words.toSorted());
  });
});
