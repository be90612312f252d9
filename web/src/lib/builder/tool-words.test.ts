import { kindOf, KINDS } from '@platform/api/content/kinds.ts';
import { expect, it } from 'vitest';
import type { AgentPart } from '#lib/agent/message.ts';
import { NOT_RUN } from '#lib/agent/transcript.ts';
import { CircleGuard } from '#lib/agent/guards.ts';
import { MemoryWorkspace } from '#lib/agent/testing/memory-workspace.ts';
import { SeenFiles } from '#lib/agent/tools/seen-files.ts';
import { appTools } from '#lib/agent/tools/tool-set.ts';
import { readCapabilities } from '#lib/agent/studio/capabilities.ts';
import { StudioBench } from '#lib/agent/studio/studio-bench.ts';
import { studioTools } from '#lib/agent/studio/studio-tools.ts';
import { EngineDesk } from '#lib/agent/studio/testing/engine.ts';
import { DOINGS } from './tool-doings.ts';
import { wordsOf } from './tool-words.ts';

it('has words for every tool of the agent, and for nothing else', async () => {
  const workspace = new MemoryWorkspace();
  const forApps = appTools({
    workspace,
    seen: new SeenFiles(workspace.state),
    circles: new CircleGuard(),
    check: () => Promise.resolve([]),
    market: { search: () => Promise.resolve([]), get: () => Promise.resolve(null) },
    preview: {
      read: () => Promise.resolve({ revision: null, loaded: false, painted: false, entries: [] }),
    },
    camera: { take: () => Promise.resolve(null) },
    messageId: 'm-1',
  });
  const desk = new EngineDesk(kindOf('form'));
  const capabilities = readCapabilities(await desk.studio.describe());
  const inStudio = studioTools(new StudioBench(desk, capabilities, 0, ''), {}, true);
  expect(Object.keys(DOINGS).toSorted()).toEqual(
    [...new Set([...Object.keys(forApps), ...Object.keys(inStudio)])].toSorted(),
  );
});

it('has words for every operation of the Studios', () => {
  const called = Object.values(KINDS)
    .flatMap(({ operations }) => operations)
    .map(({ op }) =>
      row({ type: 'tool-studio_invoke', state: 'output-available', input: { op }, output: {} }),
    );
  expect(called).not.toContain('Changed it');
});

/** A call as a row of the chat says it. */
function row(part: object): string {
  const words = wordsOf({ toolCallId: 'c', ...part } as AgentPart);
  return [words?.verb, words?.subject].filter(Boolean).join(' ');
}

const bad = (toolName: string, input: unknown = {}, errorText = 'Bad input'): object => ({
  type: 'dynamic-tool',
  toolName,
  state: 'output-error',
  input,
  errorText,
});

it.each([
  [bad('write_file'), 'Could not write a file'],
  [bad('write_file', { path: '' }), 'Could not write a file'],
  [bad('edit_file', 'not even an object'), 'Could not change a file'],
  [bad('read_file', { path: 7 }), 'Could not read a file'],
  [bad('delete_file', null), 'Could not delete a file'],
  [bad('market_search'), 'Could not search the market'],
  [bad('market_search', { q: 'clock' }), 'Could not search the market for “clock”'],
  [bad('market_fork', { id: 'k3v9' }), 'Could not load an app of the market'],
  [bad('no_such_tool'), 'Could not call no_such_tool'],
  [bad('write_file', {}, NOT_RUN), 'Stopped before saving a file'],
  [{ type: 'tool-write_file', state: 'input-streaming', input: undefined }, 'Writing a file'],
  [
    { type: 'tool-market_fork', state: 'input-available', input: { id: 'k3v9' } },
    'Loading an app of the market',
  ],
  [
    {
      type: 'tool-market_preview',
      state: 'output-available',
      input: {},
      output: { ok: true, name: 'Clock' },
    },
    'Looked at the app “Clock”',
  ],
  [{ type: 'tool-write_file', state: 'input-available', input: { path: 'a.js' } }, 'Saving a.js'],
])('says a whole phrase of %j', (part, said) => {
  expect(row(part)).toBe(said);
});
