import { CombinedError } from '@urql/core';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Failure, failureOf, sentenceOf } from './failure.ts';

describe('an answer that is not the wished-for one', () => {
  it('keeps code, sentence and what came with it', () => {
    const extensions = { code: 'conflict', currentRevision: 7, diagnostics: [{ code: 'x', message: 'y' }] };
    const graphQLErrors = [new GraphQLError('Saved elsewhere.', { extensions })];
    const failure = failureOf(new CombinedError({ graphQLErrors }));
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'conflict', message: 'Saved elsewhere.' });
    expect(failure.extensions['currentRevision']).toBe(7);
    expect(failure.diagnostics).toHaveLength(1);
  });

  it('is `unavailable` when nobody answered', () => {
    const failure = failureOf(new CombinedError({ networkError: new TypeError('fetch failed') }));
    expect(failure.code).toBe('unavailable');
    expect(failure.message).not.toContain('fetch');
  });

  it('shows no inner words of other errors', () => {
    expect(sentenceOf(new TypeError('x is undefined'))).not.toContain('undefined');
    expect(sentenceOf(new Failure('conflict', 'Saved elsewhere.'))).toBe('Saved elsewhere.');
  });
});
