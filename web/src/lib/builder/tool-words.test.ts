import { expect, it } from 'vitest';
import { CircleGuard } from '#lib/agent/guards.ts';
import { MemoryWorkspace } from '#lib/agent/testing/memory-workspace.ts';
import { CallLedger } from '#lib/agent/tools/call-ledger.ts';
import { SeenFiles } from '#lib/agent/tools/seen-files.ts';
import { toolSet } from '#lib/agent/tools/tool-set.ts';
import { VERBS } from './tool-words.ts';

it('has words for every tool of the agent, and for nothing else', () => {
  const workspace = new MemoryWorkspace();
  const tools = toolSet(
    {
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
    },
    { ledger: new CallLedger(), beforeWrite: () => Promise.resolve() },
  );
  expect(Object.keys(VERBS).toSorted()).toEqual(Object.keys(tools).toSorted());
});
