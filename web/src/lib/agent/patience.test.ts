import { describe, expect, it } from 'vitest';
import { PATIENCE, type ModelWait } from './patience.ts';
import { play } from './testing/harness.ts';
import { answer, cutAnswer, refusal, type Reply } from './testing/upstream.ts';

const refuses = (status: number, seconds: number, message = 'You may ask models 30 times a minute.'): Reply =>
  refusal(status, status === 429 ? 'rate_limited' : 'unavailable', `${message} Please wait a moment.`, {
    'retry-after': String(seconds),
  });

/** What a page is told of the waits, in order. */
function told() {
  const waits: (ModelWait | null)[] = [];
  return { waits, onWait: (wait: ModelWait | null) => void waits.push(wait) };
}

describe('a request that is refused for the moment', () => {
  it.each([429, 503, 529])('waits as long as %i names, says so, and goes on', async (status) => {
    const { waits, onWait } = told();
    const begun = Date.now();
    const { answer: said, upstream } = await play(
      [refuses(status, 1), refuses(status, 0), answer('Hello.')],
      { onWait },
    );
    expect(said.metadata?.outcome).toBe('completed');
    expect(upstream.requests).toHaveLength(3);
    const why = 'You may ask models 30 times a minute.';
    expect(waits).toEqual([
      { why, seconds: 1, until: expect.any(Number) as number },
      null,
      { why, seconds: 0, until: expect.any(Number) as number },
      null,
    ]);
    expect(waits[0]?.until).toBeGreaterThanOrEqual(begun + 1_000);
  });

  it('is given up when it stays so', async () => {
    const { waits, onWait } = told();
    const { answer: said, upstream } = await play([refuses(429, 0)], { onWait });
    expect(upstream.requests).toHaveLength(1 + PATIENCE.busy);
    expect(waits).toHaveLength(2 * PATIENCE.busy);
    expect(said.metadata).toMatchObject({
      outcome: 'failed',
      reason:
        'You may ask models 30 times a minute. Please wait a moment. What was done so far is kept. Try again in a moment.',
    });
  });

  it.each([
    [PATIENCE.mostSeconds + 1, 'in 3 minutes'],
    [3 * 3_600, 'in 3 hours'],
  ])('is given up at once when %i s are named, and says when to go on', async (seconds, when) => {
    const { waits, onWait } = told();
    const { answer: said, upstream } = await play([refuses(429, seconds, 'Used up.')], { onWait });
    expect(upstream.requests).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(said.metadata?.reason).toContain(`kept. Try again ${when}.`);
  });

  it('is not asked again when the proxy says that this cannot help', async () => {
    const final = refusal(502, 'upstream_error', 'The key is not accepted.', { 'x-should-retry': 'false' });
    const { upstream } = await play([final]);
    expect(upstream.requests).toHaveLength(1);
  });

  it('is let go at once by Stop', async () => {
    const stop = new AbortController();
    const { waits, onWait } = told();
    const { answer: said, upstream } = await play([refuses(429, PATIENCE.mostSeconds)], {
      signal: stop.signal,
      onWait: (wait) => {
        onWait(wait);
        setTimeout(() => stop.abort());
      },
    });
    expect(said.metadata?.outcome).toBe('stopped');
    expect(upstream.requests).toHaveLength(1);
    expect(waits.map((wait) => wait?.seconds)).toEqual([PATIENCE.mostSeconds, undefined]);
  });
});

it('a request without an answer is sent again after a time of our own', { timeout: 20_000 }, async () => {
  const { waits, onWait } = told();
  const dropped: Reply = (response) => void response.destroy();
  const { answer: said } = await play([dropped, answer('Hello.')], { onWait });
  expect(said.metadata?.outcome).toBe('completed');
  expect(waits[0]).toMatchObject({ why: 'The model could not be reached.', seconds: PATIENCE.firstSeconds });
});

it('an answer that broke off is not asked for again: what it said was seen', async () => {
  const { upstream } = await play([cutAnswer('Well, ', [], 2)]);
  expect(upstream.requests).toHaveLength(1);
});
