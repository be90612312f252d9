import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HISTORY_LENGTH, withRun, type Run } from './history.ts';
import { linked, linkTo } from './link.ts';

const text = fc.string({ unit: 'binary' });

it('keeps each run once, the newest first, and never more than it says', () => {
  const few = fc.constantFrom('a', 'b', 'c', 'd');
  const many = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(few, many), few), { maxLength: 80 }), (pairs) => {
      let ran: readonly Run[] = [];
      pairs.forEach(([query, variables], at) => (ran = withRun(ran, { query, variables, at })));
      const keys = ran.map(({ query, variables }) => JSON.stringify([query, variables]));
      expect(new Set(keys).size).toBe(keys.length);
      expect(ran.length).toBeLessThanOrEqual(HISTORY_LENGTH);
      if (pairs.length > 0) expect(ran[0]?.at).toBe(pairs.length - 1);
      expect(ran.map(({ at }) => at)).toEqual(ran.map(({ at }) => at).toSorted((a, b) => b - a));
    }),
  );
});

it('brings a query back from its link, whatever is in it, and sends none of it to a server', () => {
  fc.assert(
    fc.property(text, text, (query, variables) => {
      const link = linkTo('http://localhost/apps/a/graphiql?x=1#old', { query, variables });
      const { hash, search } = new URL(link);
      expect(search).toBe('?x=1');
      expect(linked(hash)).toEqual({ query, variables: variables.trim() === '' ? '' : variables });
    }),
  );
  expect(linked('')).toBeNull();
  expect(linked('#content')).toBeNull();
});
