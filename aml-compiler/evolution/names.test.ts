import { expect, it } from 'vitest';
import { constraintName, physicalName } from './names.ts';

it('makes safe, short, distinct names', () => {
  const taken = new Set<string>();
  const names = [
    'createdAt',
    'created_at',
    'CreatedAt',
    'ctid',
    'x'.repeat(48),
    'aB'.repeat(24),
    'aB'.repeat(23) + 'aC',
    'select',
  ].map((name) => {
    const made = physicalName(name, taken);
    taken.add(made);
    return made;
  });
  expect(names.slice(0, 4)).toEqual(['created_at', 'created_at_2', 'created_at_3', 'ctid_2']);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{0,60}$/);
});

it('maps what is no safe name', () => {
  expect(physicalName('_x"; DROP', new Set())).toMatch(/^x_x___drop$/);
  expect(physicalName('Größe', new Set())).toBe('gr__e');
  expect(constraintName('u', 't'.repeat(50), ['a'.repeat(50)], new Set()).length).toBeLessThanOrEqual(55);
});
