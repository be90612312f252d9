import { describe, expect, it } from 'vitest';
import type { DraftState } from '#lib/agent/workspace.ts';
import { isPublished, publishedAs, publishedNow } from './published.ts';

const state = (revision: number, text: string, aml = ''): DraftState => ({
  revision,
  aml,
  files: new Map([['index.html', text]]),
});

describe('what is published', () => {
  it('is the newest revision until something differs, and again when it is taken back', () => {
    const known = publishedAs(2, state(2, 'a'));
    expect(isPublished(known, state(2, 'a'))).toBe(true);
    expect(isPublished(known, state(3, 'b'))).toBe(false);
    expect(isPublished(known, state(3, 'a', 'model A {}'))).toBe(false);
    expect(isPublished(known, { ...state(3, 'a'), files: new Map() })).toBe(false);
    expect(isPublished(known, state(4, 'a'))).toBe(true);
  });

  it('is not known of a revision that this page never had, nor when there is none', () => {
    expect(isPublished(publishedAs(1, state(2, 'a')), state(2, 'a'))).toBe(false);
    expect(isPublished(publishedAs(null, state(2, 'a')), state(2, 'a'))).toBe(false);
  });

  it('follows what other pages publish', () => {
    const known = publishedAs(2, state(2, 'a'));
    expect(publishedNow(known, 2, state(3, 'b'))).toBe(known);
    expect(isPublished(publishedNow(known, 3, state(3, 'b')), state(3, 'b'))).toBe(true);
    expect(publishedNow(known, null, state(3, 'b'))).toEqual({ revision: null, content: null });
  });
});
