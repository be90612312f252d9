import { describe, expect, it } from 'vitest';
import { checkDraft } from './checks/draft.ts';
import type { MarketApp, MarketSource } from './market.ts';
import { textOf, toolCallOf, userMessage, type AgentMessage } from './message.ts';
import { startFrom } from './start-from.ts';
import { play } from './testing/harness.ts';
import { MemoryWorkspace } from './testing/memory-workspace.ts';
import { answer } from './testing/upstream.ts';
import { WorkspaceError } from './workspace.ts';

const CLOCK: MarketApp = {
  id: 'k3v9',
  name: 'Tiny clock',
  description: 'Shows the time',
  author: 'Eve',
  tags: [],
  previewUrl: null,
  aml: '',
  files: new Map([
    ['index.html', '<!doctype html>\n<html lang="en">\n<title>Clock</title>\n<h1>Clock</h1>\n</html>\n'],
  ]),
};
const market = (app: MarketApp | null | Error): MarketSource => ({
  search: () => Promise.resolve([]),
  get: () => (app instanceof Error ? Promise.reject(app) : Promise.resolve(app)),
});

async function start(
  source: MarketSource,
  workspace = new MemoryWorkspace({ 'old.js': 'let a;' }),
  stop = false,
) {
  const message = userMessage('Start from “Tiny clock”');
  const saves: (readonly AgentMessage[])[] = [];
  const done = new AbortController();
  if (stop) done.abort();
  const said = await startFrom({
    app: { id: 'k3v9', name: 'Tiny clock' },
    workspace,
    market: source,
    check: (draft) => Promise.resolve(checkDraft(draft)),
    store: {
      save: (messages) => {
        saves.push(structuredClone(messages));
        return Promise.resolve();
      },
    },
    message,
    signal: done.signal,
    onAnswer: () => undefined,
  });
  return { said, saves, workspace, message };
}

describe('starting from an app of the market', () => {
  it('loads it at once, as one revision of this answer, and says what is there now', async () => {
    const { said, saves, workspace, message } = await start(market(CLOCK));
    expect([...workspace.state.files.keys()]).toEqual(['index.html']);
    expect(workspace.made).toEqual([{ number: 2, messageId: said.id }]);
    expect(said.metadata).toMatchObject({
      outcome: 'completed',
      inputTokens: null,
      fromRevision: 1,
      toRevision: 2,
    });
    expect(textOf(said)).toBe(
      'This draft now holds “Tiny clock” by Eve: 1 file. What was here before is in History. Say what you want to change.',
    );
    // Stored with its question before anything was loaded, so that a cut is found.
    expect(saves.map((messages) => messages.map(({ id }) => id))).toEqual([[message.id, said.id], [said.id]]);
    expect(saves[0]?.[1]?.metadata?.outcome).toBe('running');
    expect(saves[0]?.[1]?.parts.map((part) => toolCallOf(part)?.state)).toEqual(['input-available']);
  });

  it.each(['openai', 'anthropic'] as const)(
    'is told to the model that is asked next: %s',
    async (provider) => {
      const { said, workspace, message } = await start(market(CLOCK));
      const next = await play([answer('I know.')], { history: [message, said], workspace, provider });
      expect(next.answer.metadata?.outcome).toBe('completed');
      const asked = JSON.stringify(next.upstream.requests[0]?.body.messages);
      expect(asked).toMatch(
        /Start from “Tiny clock”.*market_fork.*k3v9.*removed.*old\.js.*now holds “Tiny clock”/,
      );
    },
  );

  it.each([
    [null, 'There is no app k3v9 in the market.'],
    [new Error('The server did not answer.'), 'The server did not answer.'],
  ])('says why it was not loaded, and leaves the draft alone', async (found, why) => {
    const { said, saves, workspace } = await start(market(found));
    expect(workspace.state.revision).toBe(1);
    expect(said.metadata).toMatchObject({
      outcome: 'failed',
      reason: `“Tiny clock” was not loaded. ${why} Your draft is as it was.`,
    });
    expect(saves.at(-1)?.[0]?.metadata?.outcome).toBe('failed');
  });

  it('overwrites nothing that was saved elsewhere meanwhile', async () => {
    const workspace = new MemoryWorkspace({ 'old.js': 'let a;' });
    workspace.foreign = { files: [{ path: 'old.js', content: 'let b;' }] };
    const { said } = await start(market(CLOCK), workspace);
    expect(said.metadata?.outcome).toBe('failed');
    expect(workspace.state.files.get('old.js')).toBe('let b;');
  });

  it('loads nothing once it was stopped', async () => {
    const { said, workspace } = await start(market(CLOCK), undefined, true);
    expect(said.metadata?.outcome).toBe('stopped');
    expect(workspace.state.revision).toBe(1);
    expect(said.parts.every((part) => toolCallOf(part)?.state === 'output-error')).toBe(true);
  });

  it('is not begun when its message cannot be stored', async () => {
    const workspace = new MemoryWorkspace();
    const refused = new WorkspaceError('conflict', 'The conversation went on elsewhere.');
    await expect(
      startFrom({
        app: CLOCK,
        workspace,
        market: market(CLOCK),
        check: () => Promise.resolve([]),
        store: { save: () => Promise.reject(refused) },
        message: userMessage('Start from “Tiny clock”'),
        signal: new AbortController().signal,
        onAnswer: () => undefined,
      }),
    ).rejects.toBe(refused);
    expect(workspace.state.revision).toBe(1);
  });
});
