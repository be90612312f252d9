import { describe, expect, it } from 'vitest';
import type { PageFacts } from './preview-reports.ts';
import { reasonsOf, verdictOf } from './preview-verdict.ts';

const silent = { heard: false, painted: false, facts: null, answers: true, tried: 0 };
const facts: PageFacts = {
  ready: 'complete',
  elements: 2,
  seen: 0,
  scripts: 0,
  text: 4,
  colour: false,
  width: 800,
  height: 600,
};

describe('the verdict on a preview', () => {
  it('tells a page that paints nothing from a server that does not answer', () => {
    expect(verdictOf({ ...silent, painted: true, heard: true })).toBe('shown');
    expect(verdictOf({ ...silent, heard: true, facts })).toBe('blank');
    expect(verdictOf({ ...silent, answers: false })).toBe('unreached');
    expect(verdictOf({ ...silent, answers: false, tried: 3 })).toBe('unreached');
  });

  it('tells an empty page, a coloured one and one that hangs from a blank one', () => {
    const bare = { ...facts, elements: 0, text: 0 };
    expect(verdictOf({ ...silent, heard: true, facts: bare })).toBe('empty');
    expect(verdictOf({ ...silent, heard: true, facts: { ...bare, scripts: 1 } })).toBe('blank');
    expect(verdictOf({ ...silent, heard: true, facts: { ...bare, colour: true } })).toBe('shown');
    expect(verdictOf({ ...silent, heard: true })).toBe('hung');
  });

  it('loads a silent page once more before it calls it blank', () => {
    expect(verdictOf(silent)).toBe('again');
    expect(verdictOf({ ...silent, tried: 1 })).toBe('blank');
  });

  it('names the likely reasons, errors first', () => {
    const bare = { ...facts, elements: 0, text: 0 };
    expect(reasonsOf(facts, 0)).toEqual(['hidden']);
    expect(reasonsOf({ ...bare, scripts: 2 }, 1)).toEqual(['error', 'script']);
    expect(reasonsOf({ ...bare, ready: 'loading' }, 0)).toEqual(['loading', 'nothing']);
    expect(reasonsOf(bare, 0)).toEqual(['nothing']);
    expect(reasonsOf(null, 0)).toEqual(['other']);
    expect(reasonsOf({ ...facts, seen: 2 }, 0)).toEqual(['other']);
  });
});
