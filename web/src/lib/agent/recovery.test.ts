import { describe, expect, it } from 'vitest';
import { failedAnswer, textOf, toolCallOf, userMessage, type AgentMessage } from './message.ts';
import { amended, isUnsure, restored } from './recovery.ts';
import { play } from './testing/harness.ts';
import { MemoryWorkspace } from './testing/memory-workspace.ts';
import { answer, call, hangingAnswer } from './testing/upstream.ts';
import { TurnStop } from './turn-stop.ts';
import { WorkspaceError } from './workspace.ts';

const PAGE = '<!doctype html><html lang="en"><title>Hi</title><h1>Hi</h1></html>';
const writeIndex = call('write_file', { path: 'index.html', content: PAGE });
const calls = (message: AgentMessage | undefined) =>
  (message?.parts ?? []).map(toolCallOf).filter((entry) => entry !== null);

/** A promise, and the function that resolves it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a turn that was cut', () => {
  it('is shown as interrupted and goes on with the same history', async () => {
    const first = await play([answer('', [writeIndex]), answer('Done.')]);
    const cut = restored([userMessage('Build'), first.saves[2]?.[0] as AgentMessage]);
    expect(cut[1]?.metadata?.outcome).toBe('interrupted');
    const second = await play([answer('Going on.')], { history: cut, say: 'Continue' });
    expect(second.answer.metadata?.outcome).toBe('completed');
    expect(second.upstream.requests[0]?.body.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it.each([
    ['before the save', false],
    ['after it', true],
  ])('in the middle of a write, %s, says truly whether it was saved', async (_when, isSaved) => {
    const workspace = new MemoryWorkspace();
    const stop = new AbortController();
    const reached = gate();
    const never = new Promise<void>(() => undefined);
    const wait = (): Promise<void> => {
      reached.open();
      return never;
    };
    if (isSaved) workspace.beforeAnswer = wait;
    else workspace.beforeSave = wait;
    const stored: AgentMessage[] = [];
    void play([answer('I write. ', [writeIndex]), answer('Done.')], {
      workspace,
      signal: stop.signal,
      onSave: (messages) => void stored.push(...structuredClone(messages)),
    });
    await reached.opened;
    // The page is gone here: what is stored is all there is.
    const cut = restored([stored[0] as AgentMessage, stored.at(-1) as AgentMessage], workspace.made);
    expect(calls(cut[1])).toMatchObject(
      isSaved
        ? [{ state: 'output-available', output: { ok: true, path: 'index.html', revision: 2 } }]
        : [{ state: 'output-error', errorText: expect.stringContaining('nothing was changed') as string }],
    );
    expect(cut[1]?.metadata).toMatchObject({ outcome: 'interrupted', toRevision: isSaved ? 2 : 1 });
    expect(workspace.state.files.has('index.html')).toBe(isSaved);
  });

  it('takes no revision of another message for its own', () => {
    const metadata = {
      outcome: 'running' as const,
      reason: null,
      provider: 'openai',
      model: 'fake',
      inputTokens: null,
      outputTokens: null,
      fromRevision: 1,
      toRevision: 1,
      problems: [],
      startedAt: '2026-01-01T00:00:00.000Z',
      endedAt: null,
    };
    const open: AgentMessage = {
      id: 'm-1',
      role: 'assistant',
      metadata,
      parts: [{ type: 'tool-write_file', toolCallId: 'c', state: 'input-available', input: { path: 'a' } }],
    };
    const others = [
      { number: 2, messageId: 'm-2' },
      { number: 3, messageId: null },
    ];
    expect(calls(restored([open], others)[0])[0]?.state).toBe('output-error');
  });
});

describe('a turn whose server went away in the middle of a write', () => {
  it.each([
    ['before the save', false],
    ['after it', true],
  ])('%s, is told the truth later', async (_when, isSaved) => {
    const workspace = new MemoryWorkspace();
    const away = (): never => {
      throw new WorkspaceError('unavailable', 'The server could not be reached.');
    };
    if (isSaved) workspace.beforeAnswer = away;
    else workspace.beforeSave = away;
    const { answer: said } = await play([answer('', [writeIndex]), answer('It did not answer.')], {
      workspace,
    });
    expect(calls(said)[0]?.output).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: expect.stringContaining('is not known') as string },
    });
    expect(isUnsure(said)).toBe(true);
    const now = amended(said, workspace.made);
    expect(now === said).toBe(!isSaved);
    expect(now.metadata?.toRevision).toBe(isSaved ? 2 : 1);
    if (isSaved) expect(calls(now)[0]?.output).toMatchObject({ ok: true, path: 'index.html', revision: 2 });
    expect(isUnsure(now)).toBe(!isSaved);
    // Whoever loads it finds the same.
    expect(restored([said], workspace.made)).toEqual([now]);
  });

  it('keeps apart what was told and what was not', () => {
    const write = (toolCallId: string, path: string, output: object) =>
      ({ type: 'tool-write_file', toolCallId, state: 'output-available', input: { path }, output }) as const;
    const away = { ok: false, error: { code: 'unavailable', message: 'x' } };
    const { metadata } = failedAnswer({ provider: 'openai', model: 'fake' }, 1, 'Cut.');
    const said: AgentMessage = {
      id: 'm-1',
      role: 'assistant',
      ...(metadata && { metadata }),
      parts: [
        write('a', 'a.js', { ok: true, path: 'a.js', revision: 2 }),
        write('b', 'b.js', away),
        write('c', 'c.js', { ok: true, path: 'c.js', revision: 4 }),
        write('d', 'd.js', away),
      ],
    };
    const made = [2, 3, 4].map((number) => ({ number, messageId: 'm-1' }));
    const now = amended(said, [...made, { number: 5, messageId: 'm-2' }]);
    expect(calls(now).map(({ output }) => (output as { revision?: number }).revision)).toEqual([
      2,
      3,
      4,
      undefined,
    ]);
  });
});

describe('Stop', () => {
  it('in the middle of a tool waits for it and keeps what it did', async () => {
    const workspace = new MemoryWorkspace();
    const stop = new AbortController();
    workspace.beforeAnswer = async () => {
      stop.abort(TurnStop.byPerson());
      await new Promise((resolve) => setTimeout(resolve, 30));
    };
    const second = call('write_file', { path: 'b.html', content: PAGE });
    const { answer: said, saves } = await play([answer('', [writeIndex, second])], {
      workspace,
      signal: stop.signal,
    });
    expect(said.metadata).toMatchObject({ outcome: 'stopped', toRevision: 2 });
    expect(calls(said)[0]).toMatchObject({ state: 'output-available', output: { ok: true, revision: 2 } });
    expect([...workspace.state.files.keys()]).toEqual(['index.html']);
    expect(calls(saves.at(-1)?.[0])).toEqual(calls(said));
  });

  it('while the model speaks keeps its words', async () => {
    const stop = new AbortController();
    const { answer: said } = await play([answer('', [writeIndex]), hangingAnswer('Now the second ')], {
      signal: stop.signal,
      provider: 'anthropic',
      onShown: (state) => textOf(state).includes('Now the second') && stop.abort(),
    });
    expect(said.metadata?.outcome).toBe('stopped');
    expect(textOf(said)).toContain('Now the second');
    expect(calls(said)[0]?.state).toBe('output-available');
  });
});

describe('a stream that breaks', () => {
  it('while a tool runs does not lose what the tool saved', async () => {
    const workspace = new MemoryWorkspace();
    workspace.beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 50));
    // Everything of the call has come, the end has not.
    const { answer: said } = await play([answer('', [writeIndex], { cutAtEvent: 9, clean: true })], {
      workspace,
      provider: 'anthropic',
    });
    expect(said.metadata?.outcome).toBe('failed');
    const written = workspace.state.files.has('index.html');
    expect(calls(said).at(-1)?.state).toBe(written ? 'output-available' : 'output-error');
  });

  it('changes nothing when the transcript cannot be saved before the write', async () => {
    let count = 0;
    const {
      answer: said,
      workspace,
      upstream,
    } = await play([answer('', [writeIndex]), answer('Done.')], {
      onSave: () => {
        count += 1;
        if (count === 2) throw new TypeError('fetch failed');
      },
    });
    expect(workspace.state.revision).toBe(1);
    expect(upstream.requests).toHaveLength(1);
    expect(said.metadata).toMatchObject({ outcome: 'failed' });
  });

  it('at any byte leaves draft and transcript in agreement', async () => {
    const script = [
      writeIndex,
      call('edit_file', { path: 'index.html', find: 'Hi</h1>', replace: 'Ho</h1>' }),
    ];
    const every = Number(process.env['AGENT_CUT_EVERY'] ?? 390);
    for (const provider of ['openai', 'anthropic']) {
      for (let cutAtByte = 1; cutAtByte < 6_000; cutAtByte += every) {
        const { answer: said, workspace } = await play(
          [answer('I write it. ', script, { cutAtByte, clean: cutAtByte % 2 === 0 }), answer('Done.')],
          { provider },
        );
        const saved = calls(said).filter(
          ({ output }) => (output as { ok?: boolean } | undefined)?.ok === true,
        );
        expect(saved, `${provider} cut at byte ${cutAtByte}`).toHaveLength(workspace.state.revision - 1);
        expect(calls(said).every(({ state }) => state.startsWith('output-'))).toBe(true);
        expect(said.metadata?.outcome).not.toBe('running');
      }
    }
  });
});
