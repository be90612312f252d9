import { describe, expect, it } from 'vitest';
import { brokenLooksInARow, CircleGuard, failuresInARow, RepeatGuard } from './guards.ts';
import type { AgentPart } from './message.ts';

const done = (output: unknown): AgentPart => ({
  type: 'dynamic-tool',
  toolName: 'write_file',
  toolCallId: crypto.randomUUID(),
  state: 'output-available',
  input: {},
  output,
});
const failed = done({ ok: false, error: { code: 'no_match', message: '' } });
const broken = done({ ok: true, problems: [{ severity: 'error' }] });
const fine = done({ ok: true, problems: [{ severity: 'warning' }] });

describe('failuresInARow', () => {
  it('counts from the newest success on', () => {
    expect(failuresInARow([])).toBe(0);
    expect(failuresInARow([failed, failed])).toBe(2);
    expect(failuresInARow([failed, fine, broken, failed])).toBe(2);
    expect(failuresInARow([failed, fine])).toBe(0);
    expect(failuresInARow([fine, done({ ok: true, change: 'unchanged', problems: [] })])).toBe(1);
  });

  it('ignores text between the calls, and calls that still run', () => {
    const running: AgentPart = {
      type: 'dynamic-tool',
      toolName: 'a',
      toolCallId: 'b',
      state: 'input-available',
      input: {},
    };
    expect(failuresInARow([failed, { type: 'text', text: 'hm' }, failed, running])).toBe(2);
  });
});

describe('RepeatGuard', () => {
  it('knows a call by its content, whatever the order of members, until the draft changes', () => {
    const guard = new RepeatGuard();
    guard.record('edit_file', { path: 'a', find: { x: 1, y: 2 } }, 3, true);
    expect(guard.refuses('edit_file', { find: { y: 2, x: 1 }, path: 'a' }, 3)).toBe(true);
    expect(guard.refuses('edit_file', { find: { y: 2, x: 1 }, path: 'a' }, 4)).toBe(false);
    expect(guard.refuses('edit_file', { path: 'b', find: { x: 1, y: 2 } }, 3)).toBe(false);
    expect(guard.refuses('write_file', { path: 'a', find: { x: 1, y: 2 } }, 3)).toBe(false);
  });

  it('lets the same call succeed three times, and look at the running app more often', () => {
    const guard = new RepeatGuard();
    const times = (name: string): number => {
      let count = 0;
      for (; count < 20 && !guard.refuses(name, {}, 1); count += 1) guard.record(name, {}, 1, false);
      return count;
    };
    expect([times('list_files'), times('read_console')]).toEqual([3, 8]);
    expect(guard.refuses('list_files', {}, 2)).toBe(false);
  });
});

describe('CircleGuard', () => {
  it('notices that a change which was undone is made again', () => {
    const guard = new CircleGuard();
    expect(guard.write('a', '', 'A')).toBe(false);
    expect(guard.write('a', 'A', 'B')).toBe(false);
    expect(guard.write('a', 'B', 'A')).toBe(true);
    expect(guard.circling).toBe(false);
    expect(guard.write('b', 'A', 'B')).toBe(false);
    expect(guard.circling).toBe(false);
    expect(guard.write('a', 'A', 'B')).toBe(true);
    expect(guard.circling).toBe(true);
  });

  it('does not mind two experiments that were taken back', () => {
    const guard = new CircleGuard();
    for (const [from, to] of [
      ['A', 'B'],
      ['B', 'A'],
      ['A', 'C'],
      ['C', 'A'],
    ] as const)
      guard.write('a', from, to);
    expect(guard.circling).toBe(false);
  });
});

describe('brokenLooksInARow', () => {
  const look = (revision: number, errors: number): AgentPart => ({
    type: 'tool-read_console',
    toolCallId: crypto.randomUUID(),
    state: 'output-available',
    input: {},
    output: { ok: true, revision, errors },
  });

  it('counts versions with errors, each once, since the last one without', () => {
    expect(brokenLooksInARow([look(1, 2), look(2, 0), look(3, 1), fine, look(3, 1), look(4, 1)])).toBe(2);
  });
});
