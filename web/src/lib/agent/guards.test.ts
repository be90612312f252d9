import { describe, expect, it } from 'vitest';
import { failuresInARow, RepeatGuard } from './guards.ts';
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
    guard.record('edit_file', { path: 'a', find: { x: 1, y: 2 } }, 3);
    expect(guard.refuses('edit_file', { find: { y: 2, x: 1 }, path: 'a' }, 3)).toBe(true);
    expect(guard.refuses('edit_file', { find: { y: 2, x: 1 }, path: 'a' }, 4)).toBe(false);
    expect(guard.refuses('edit_file', { path: 'b', find: { x: 1, y: 2 } }, 3)).toBe(false);
    expect(guard.refuses('write_file', { path: 'a', find: { x: 1, y: 2 } }, 3)).toBe(false);
  });
});
