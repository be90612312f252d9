import { describe, expect, it } from 'vitest';
import { play } from '../web/src/lib/agent/testing/harness.ts';
import { answer, call } from '../web/src/lib/agent/testing/upstream.ts';
import { SOUND, type Fault } from './agent-battery/faults/fault.ts';
import { FOUND_BY_CHECKS } from './agent-battery/faults/found-by-checks.ts';

const write = (path: string, content: string) => call('write_file', { path, content });
/** Everything in one answer; the page first, so that what it needs is not there yet. */
function writesOf({ files, aml }: Fault) {
  const all = Object.entries({ ...SOUND, ...files }).map(([path, content]) => write(path, content));
  return [...all, ...(aml === undefined ? [] : [call('write_aml', { aml })])];
}

describe('a broken app is not called finished', () => {
  it('while one without a fault is', async () => {
    const sound = { name: '', files: {}, code: '', told: /./ };
    const { answer: said } = await play([answer('', writesOf(sound)), answer('Finished.')]);
    expect(said.metadata).toMatchObject({ outcome: 'completed', reason: null, problems: [] });
  });

  it.each(FOUND_BY_CHECKS)('$name', async (fault) => {
    const { answer: said, upstream } = await play([answer('', writesOf(fault)), answer('Finished.')]);
    // The model is told, and says again and again that it is finished.
    const told = upstream.requests
      .map(({ body }) => body.messages.at(-1))
      .filter((last) => last?.role === 'user');
    const words = JSON.stringify(told.slice(1).map((last) => last?.content));
    expect(words).toContain('Not finished');
    expect(words).toMatch(fault.told);
    expect(said.metadata?.outcome).toBe('failed');
    expect(said.metadata?.reason).toMatch(/the app still has/);
    const codes = said.metadata?.problems.map(({ code }) => code);
    if (fault.code !== '') expect(codes).toContain(fault.code);
  });
});
