import { describe, expect, it } from 'vitest';
import { readByteRange } from './byte-range.ts';

const part = (start: number, end: number): unknown => ({ kind: 'part', start, end });

describe('a byte range of 10 bytes', () => {
  it.each([
    [undefined, { kind: 'all' }],
    ['bytes=0-', part(0, 9)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=2-5', part(2, 5)],
    ['bytes=5-99', part(5, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-99', part(0, 9)],
    ['Bytes=1-2', part(1, 2)],
    ['bytes=10-', { kind: 'unsatisfiable' }],
    ['bytes=10-12', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=5-2', { kind: 'all' }],
    ['bytes=-', { kind: 'all' }],
    ['bytes=a-b', { kind: 'all' }],
    ['bytes=0-1,4-5', { kind: 'all' }],
    ['items=0-1', { kind: 'all' }],
    ['bytes=99999999999999999999-', { kind: 'all' }],
  ])('%s', (header, expected) => expect(readByteRange(header, 10)).toEqual(expected));

  it('of an empty body is not there', () => {
    expect(readByteRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(readByteRange('bytes=-1', 0)).toEqual({ kind: 'unsatisfiable' });
  });
});
