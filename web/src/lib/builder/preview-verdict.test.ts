import { describe, expect, it } from 'vitest';
import { verdictOf } from './preview-verdict.ts';

const silent = { heard: false, painted: false, answers: true, tried: 0 };

describe('the verdict on a preview', () => {
  it('tells a page that paints nothing from a server that does not answer', () => {
    expect(verdictOf({ ...silent, painted: true, heard: true })).toBe('shown');
    expect(verdictOf({ ...silent, heard: true })).toBe('blank');
    expect(verdictOf({ ...silent, answers: false })).toBe('unreached');
    expect(verdictOf({ ...silent, answers: false, tried: 3 })).toBe('unreached');
  });

  it('loads a silent page once more before it calls it blank', () => {
    expect(verdictOf(silent)).toBe('again');
    expect(verdictOf({ ...silent, tried: 1 })).toBe('blank');
  });
});
