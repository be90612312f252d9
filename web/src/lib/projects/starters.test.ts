import { expect, it } from 'vitest';
import { kindOf } from '@platform/api/content/kinds.ts';
import { validateDocument } from '@platform/api/content/validate.ts';
import { STARTERS } from './starters.ts';

it.each(
  Object.entries(STARTERS).flatMap(([kind, starters]) =>
    starters.map(({ name, document }) => [kind, name, document] as const),
  ),
)('a new project of the kind %s can begin with %s', (kind, _name, document) => {
  expect(validateDocument(kindOf(kind === 'FORM' ? 'form' : 'slides'), document)).toEqual([]);
});
