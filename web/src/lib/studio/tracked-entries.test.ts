import { describe, expect, it } from 'vitest';
import { matchEntries, TrackedEntries } from './tracked-entries.ts';

const field = (key: string, label = key): { key: string; label: string } => ({ key, label });
const nameOf = (entry: Readonly<Record<string, unknown>>): string => String(entry['key'] ?? '');
const [a, b, c] = [field('a'), field('b'), field('c')];

describe('entries of a changed list', () => {
  it.each([
    { what: 'all new', before: [], after: [a, b], is: [-1, -1] },
    { what: 'one before', before: [a, b], after: [c, a, b], is: [-1, 0, 1] },
    { what: 'one moved to the front', before: [a, b, c], after: [c, a, b], is: [2, 0, 1] },
    { what: 'one removed', before: [a, b, c], after: [a, c], is: [0, 2] },
    { what: 'one changed', before: [a, b, c], after: [a, field('b', 'B'), c], is: [0, 1, 2] },
    { what: 'one with another key', before: [a, b, c], after: [a, field('x'), c], is: [0, 1, 2] },
    { what: 'changed and moved', before: [a, b, c], after: [field('c', 'C'), a, b], is: [2, 0, 1] },
    { what: 'one taken away and another come', before: [a, b], after: [b, c], is: [1, 0] },
    { what: 'all others', before: [a, b], after: [field('x'), field('y')], is: [-1, -1] },
    { what: 'the second of two that say the same removed', before: [a, a, b], after: [a, b], is: [0, 2] },
  ])('$what', ({ before, after, is }) => {
    expect(matchEntries(before, after, nameOf)).toEqual(is);
  });

  it('are known without names by what they say', () => {
    const slides = [{ heading: 'x' }, { heading: 'y' }, { heading: 'z' }];
    const moved = [{ heading: 'z' }, { heading: 'x' }, { heading: 'y' }];
    expect(matchEntries(slides, moved, () => '')).toEqual([2, 0, 1]);
  });

  it('keep their numbers over many changes, and a new one gets a new number', () => {
    const tracked = new TrackedEntries(nameOf);
    expect(tracked.idsOf([a, b, c])).toEqual([0, 1, 2]);
    expect(tracked.idsOf([a, field('b', 'By'), c])).toEqual([0, 1, 2]);
    expect(tracked.idsOf([c, a, field('b', 'By')])).toEqual([2, 0, 1]);
    expect(tracked.idsOf([c, field('d'), field('b', 'By'), a])).toEqual([2, 3, 1, 0]);
    expect(tracked.idsOf([])).toEqual([]);
    expect(tracked.idsOf([a])).toEqual([4]);
  });
});
