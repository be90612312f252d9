import { expect, it } from 'vitest';
import { touchedTogether } from './touched.ts';

it('sums up what several revisions touched', () => {
  expect(
    touchedTogether([
      ['+a', '+b', '~c'],
      ['~a', '-b', '-c'],
      ['+c', '-d'],
    ]),
  ).toEqual(['+a', '~c', '-d']);
});
