import { KINDS } from '@platform/api/content/kinds.ts';
import { validateDocument } from '@platform/api/content/validate.ts';
import { expect, it } from 'vitest';
import { divideMistakes } from './divide-mistakes.ts';

it('puts each mistake at its input, in words without JSON, and keeps the others apart', () => {
  const fields = [{ type: 'rating', key: '', range: { min: 'low' }, color: 'red' }];
  const found = validateDocument(KINDS.form, { title: 'x', fields });
  const divided = divideMistakes(found, '/fields/0', ['label', 'key', 'range/min', 'range/max=range']);
  expect(['label', 'key', 'range/min', 'range/max', 'type'].map((member) => divided.at(member))).toEqual([
    'This is needed.',
    'This must not be empty.',
    'This must be a number.',
    'This is needed.',
    undefined,
  ]);
  expect(divided.others).toMatchObject([{ path: '/fields/0/color' }]);

  const ordered = { type: 'number', key: 'n', label: 'N', range: { min: 2, max: 1 } };
  const order = divideMistakes(validateDocument(KINDS.form, { title: 'x', fields: [ordered] }), '/fields/0', [
    'range/min',
    'range/max=range',
  ]);
  expect([order.at('range/min'), order.at('range/max')]).toEqual([undefined, 'From must be less than To.']);

  const options = { type: 'multi', key: 'm', label: 'M', options: ['a', ''] };
  const below = divideMistakes(validateDocument(KINDS.form, { title: 'x', fields: [options] }), '/fields/0', [
    'options',
  ]);
  expect([below.at('options'), below.others]).toEqual(['Option 2 must not be empty.', []]);
});
