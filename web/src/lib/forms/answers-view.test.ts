import { expect, it } from 'vitest';
import { orderOf, readView, whereOf, writeView } from './answers-view.ts';

const FIELDS = [
  { type: 'text', key: 'name', label: 'Name' },
  { type: 'multi', key: 'food', label: 'Food', options: ['a'] },
  { type: 'number', key: 'n', label: 'N' },
] as const;

it('comes back from the address as it was', () => {
  const view = { view: 'table', q: 'a&b=ü', order: '-name', answer: 'x' } as const;
  expect(readView(new URLSearchParams(writeView(view)))).toEqual(view);
  expect(writeView(readView(new URLSearchParams('')))).toBe('?');
});

it('searches texts only, and nothing without one', () => {
  expect(whereOf(FIELDS, ' x ')).toEqual({ OR: [{ name: { contains: 'x', mode: 'insensitive' } }] });
  expect([whereOf(FIELDS, ' '), whereOf([FIELDS[2]], 'x')]).toEqual([null, null]);
});

it('orders by what there is', () => {
  expect(orderOf(FIELDS, '-n')).toEqual({ n: 'desc' });
  expect([orderOf(FIELDS, 'food'), orderOf(FIELDS, 'gone'), orderOf(FIELDS, null)]).toEqual([
    null,
    null,
    null,
  ]);
});
