import { describe, expect, it } from 'vitest';
import { textOf, toolCallOf, type AgentMessage } from './message.ts';
import { play } from './testing/harness.ts';
import { MemoryWorkspace } from './testing/memory-workspace.ts';
import { answer, call, cutAnswer, hangingAnswer, refusal } from './testing/upstream.ts';
import { WorkspaceError } from './workspace.ts';

const PAGE = '<!doctype html><html lang="en"><title>Hi</title><h1>Hi</h1></html>';
const calls = (message: AgentMessage) => message.parts.map(toolCallOf).filter((entry) => entry !== null);
const writeIndex = call('write_file', { path: 'index.html', content: PAGE });

describe('a turn', () => {
  it('runs tools, saves each step before the next begins, and completes', async () => {
    const {
      answer: said,
      workspace,
      saves,
      upstream,
    } = await play([answer('I begin with the page. ', [writeIndex]), answer('It is there.')]);
    expect(said.metadata?.outcome).toBe('completed');
    expect(textOf(said)).toContain('It is there.');
    expect(workspace.state.files.get('index.html')).toBe(PAGE);
    expect(calls(said)[0]).toMatchObject({
      name: 'write_file',
      output: { ok: true, change: 'created', revision: 2, problems: [] },
    });
    // Begin, before the write, after step one, the end; the person's message goes first.
    expect(saves.map((batch) => batch.map(({ role }) => role))).toEqual([
      ['user', 'assistant'],
      ['assistant'],
      ['assistant'],
      ['assistant'],
    ]);
    expect(saves.map((batch) => batch.at(-1)?.metadata?.outcome)).toEqual([
      'running',
      'running',
      'running',
      'completed',
    ]);
    expect(calls(saves[1]?.[0] as AgentMessage)).toMatchObject([{ state: 'input-available' }]);
    expect(calls(saves[2]?.[0] as AgentMessage)).toMatchObject([{ state: 'output-available' }]);
    expect(upstream.requests[0]?.authorization).toBe('Bearer session-token');
    expect(upstream.requests[0]?.path).toBe('/api/llm/openai/v1/chat/completions');
  });

  it('hands the tool results back to the model and counts the tokens', async () => {
    const { answer: said, upstream } = await play([answer('', [writeIndex]), answer('Done.')]);
    const second = upstream.requests[1]?.body.messages ?? [];
    expect(second.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
    expect(String(second[3]?.content)).toContain('"revision":2');
    expect(said.metadata).toMatchObject({
      inputTokens: 200,
      outputTokens: 20,
      fromRevision: 1,
      toRevision: 2,
    });
  });

  it('runs several calls of one step one after the other', async () => {
    const { workspace } = await play([
      answer('', [
        writeIndex,
        call('edit_file', { path: 'index.html', find: '<h1>Hi</h1>', replace: '<h1>Ho</h1>' }),
      ]),
      answer('Done.'),
    ]);
    expect(workspace.state.files.get('index.html')).toContain('<h1>Ho</h1>');
    expect(workspace.state.revision).toBe(3);
  });

  it('streams: the screen sees text and arguments grow', async () => {
    const { shown } = await play([answer('one two three ', [writeIndex]), answer('Done.')]);
    const lengths = shown.map((state) => textOf(state).length);
    expect(new Set(lengths).size).toBeGreaterThan(3);
    const states = shown.flatMap((state) => calls(state).map(({ state: s }) => s));
    expect(states).toEqual(
      expect.arrayContaining(['input-streaming', 'input-available', 'output-available']),
    );
  });

  it('survives arguments that are no JSON, and gives the model an error it can read', async () => {
    const {
      answer: said,
      upstream,
      workspace,
    } = await play([
      answer('', [{ name: 'write_file', args: '{"path": "index.html", "content": "<h1' }]),
      answer('', [writeIndex]),
      answer('Done.'),
    ]);
    expect(said.metadata?.outcome).toBe('completed');
    expect(calls(said).map(({ state }) => state)).toEqual(['output-error', 'output-available']);
    const back = upstream.requests[1]?.body.messages ?? [];
    expect(back.at(-1)?.role).toBe('tool');
    expect(JSON.stringify(back.at(-2)?.tool_calls)).toContain('{}');
    expect(workspace.state.revision).toBe(2);
  });

  it('survives an unknown tool and input of the wrong shape', async () => {
    const { answer: said, upstream } = await play([
      answer('', [call('run_shell', { cmd: 'ls' }), call('write_file', { file: 'index.html' })]),
      answer('I cannot do that here.'),
    ]);
    expect(said.metadata?.outcome).toBe('completed');
    expect(calls(said).map(({ state }) => state)).toEqual(['output-error', 'output-error']);
    expect(upstream.requests[1]?.body.messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
  });

  it.each([1, 4, 7, 9])(
    'ends as failed when the stream breaks after %i pieces, keeping what came',
    async (pieces) => {
      for (const clean of [true, false]) {
        const { answer: said, saves } = await play([
          answer('', [writeIndex]),
          cutAnswer(
            'one two three four five ',
            [call('write_file', { path: 'a.js', content: 'x'.repeat(80) })],
            pieces,
            clean,
          ),
        ]);
        expect(said.metadata?.outcome).toBe('failed');
        expect(said.metadata?.reason).toMatch(/broke off before its end.*kept/);
        expect(saves.at(-1)?.[0]?.metadata?.outcome).toBe('failed');
        expect(calls(said)[0]?.state).toBe('output-available');
        // Nothing stays open.
        expect(calls(said).every(({ state }) => state.startsWith('output-'))).toBe(true);
      }
    },
  );

  it('never runs a call whose arguments were cut', async () => {
    const { workspace } = await play([
      cutAnswer('', [call('write_file', { path: 'a.js', content: 'x'.repeat(200) })], 5, true),
    ]);
    expect(workspace.state.revision).toBe(1);
  });

  it('says that the session ended, and does not retry that', async () => {
    const { answer: said, upstream } = await play([refusal(401, 'unauthenticated', 'No session.')]);
    expect(upstream.requests).toHaveLength(1);
    expect(said.metadata?.reason).toMatch(/session has ended/);
  });

  it('does not begin with a message that is refused for good, so that no answer stands without it', async () => {
    const saved: string[] = [];
    for (const code of ['too_large', 'invalid_request', 'conflict']) {
      const refused = new WorkspaceError(code, 'A message may have 1,048,576 bytes at most.');
      const turn = play([answer('Hello.')], {
        onSave: (messages) => {
          if (messages.some(({ role }) => role === 'user')) throw refused;
          saved.push(...messages.map(({ id }) => id));
        },
      });
      await expect(turn).rejects.toBe(refused);
    }
    expect(saved).toEqual([]);
  });

  it('stops in mid-answer, keeps the text and the files, and hears no more', async () => {
    const stop = new AbortController();
    const {
      answer: said,
      workspace,
      saves,
    } = await play([answer('', [writeIndex]), hangingAnswer('Now the second ')], {
      signal: stop.signal,
      onShown: (state) => textOf(state).includes('Now the second') && stop.abort(),
    });
    expect(said.metadata?.outcome).toBe('stopped');
    expect(textOf(said)).toContain('Now the second');
    expect(workspace.state.files.has('index.html')).toBe(true);
    expect(saves.at(-1)?.[0]?.metadata?.outcome).toBe('stopped');
  });

  it('refuses an identical failing call, and runs it again once something was written', async () => {
    const edit = call('edit_file', { path: 'index.html', find: 'nowhere', replace: 'somewhere' });
    const { answer: said } = await play(
      [
        answer('', [edit]),
        answer('', [edit]),
        answer('', [call('write_file', { path: 'index.html', content: `${PAGE}<!-- nowhere -->` })]),
        answer('', [edit]),
        answer('Done.'),
      ],
      { workspace: new MemoryWorkspace({ 'index.html': PAGE }) },
    );
    expect(calls(said).map(({ output }) => (output as { error?: { code: string } }).error?.code)).toEqual([
      'no_match',
      'repeated_call',
      undefined,
      undefined,
    ]);
  });

  it('stops after five failures in a row with a plain explanation', async () => {
    const { answer: said, upstream } = await play(
      [0, 1, 2, 3, 4, 5, 6].map((n) => answer('', [call('read_file', { path: `missing-${n}.js` })])),
    );
    expect(upstream.requests).toHaveLength(5);
    expect(said.metadata?.outcome).toBe('failed');
    expect(said.metadata?.reason).toMatch(/5 failed attempts in a row/);
  });

  it('counts a write that leaves a broken script as a failure', async () => {
    const { answer: said } = await play(
      [0, 1, 2, 3, 4].map((n) =>
        answer('', [call('write_file', { path: 'app.js', content: `let a${n} = (;` })]),
      ),
    );
    expect(said.metadata?.reason).toMatch(/5 failed attempts in a row/);
    expect(said.metadata?.problems.map(({ code }) => code)).toContain('syntax');
  });

  it('asks for words, not tools, in the last step', async () => {
    const { answer: said, upstream } = await play(
      [answer('', [call('list_files', {})]), answer('', [call('list_files', {})]), answer('That is all.')],
      { stepsPerTurn: 3 },
    );
    expect(upstream.requests.map(({ body }) => body.tool_choice)).toEqual(['auto', 'auto', 'none']);
    expect(upstream.requests[2]?.body.messages.at(-1)).toMatchObject({ role: 'user' });
    expect(said.metadata).toMatchObject({ outcome: 'completed' });
    expect(said.metadata?.reason).toMatch(/all its 3 steps/);
  });

  it('tells the model of a conflict and goes on with the newer draft', async () => {
    const workspace = new MemoryWorkspace({ 'index.html': PAGE });
    workspace.foreign = { files: [{ path: 'index.html', content: `${PAGE}<p>mine</p>` }] };
    const { answer: said } = await play(
      [
        answer('', [call('write_file', { path: 'index.html', content: '<p>theirs</p>' })]),
        answer('I read it again.'),
      ],
      { workspace },
    );
    expect(calls(said)[0]?.output).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(workspace.state.files.get('index.html')).toContain('mine');
  });

  it('makes the model read a file again that was changed elsewhere before it may replace it', async () => {
    const workspace = new MemoryWorkspace({ 'index.html': PAGE });
    workspace.foreign = { files: [{ path: 'index.html', content: `${PAGE}<p>mine</p>` }] };
    const whole = call('write_file', { path: 'index.html', content: `${PAGE}<p>theirs</p>` });
    const { answer: said } = await play(
      [
        answer('', [whole]),
        answer('', [whole]),
        answer('', [call('read_file', { path: 'index.html' })]),
        answer('', [whole]),
        answer('Done.'),
      ],
      { workspace },
    );
    const outputs = calls(said).map(({ output }) => output);
    expect(outputs[0]).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(outputs[1]).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: expect.stringContaining('read it again first') as string },
    });
    expect(workspace.revisions[1]?.files.get('index.html')).toContain('mine');
    expect(outputs[2]).toMatchObject({ ok: true });
    expect(outputs[3]).toMatchObject({ ok: true, change: 'updated' });
  });

  it('lets a piece of a file be changed beside somebody else’s change, but not the whole', async () => {
    const workspace = new MemoryWorkspace({ 'index.html': PAGE });
    workspace.foreign = { files: [{ path: 'index.html', content: `${PAGE}<p>mine</p>` }] };
    const { answer: said } = await play(
      [
        answer('', [call('write_file', { path: 'app.js', content: '' })]),
        answer('', [call('edit_file', { path: 'index.html', find: 'mine', replace: 'mine too' })]),
        answer('', [call('write_file', { path: 'index.html', content: PAGE })]),
        answer('Done.'),
      ],
      { workspace },
    );
    expect(calls(said).map(({ output }) => (output as { ok: boolean }).ok)).toEqual([false, true, false]);
    expect(workspace.state.files.get('index.html')).toContain('mine too');
  });

  it('does not take a preview that never loaded for one without errors', async () => {
    const { answer: said } = await play([answer('', [call('read_console', {})]), answer('Not sure.')], {
      preview: { read: () => Promise.resolve({ revision: 3, loaded: false, painted: false, entries: [] }) },
    });
    expect(calls(said)[0]?.output).toMatchObject({
      ok: false,
      error: { code: 'not_loaded', message: expect.stringContaining('did not load') as string },
    });
  });

  it('does not begin a step whose predecessor could not be saved', async () => {
    let count = 0;
    const { answer: said, upstream } = await play([answer('', [writeIndex]), answer('Done.')], {
      onSave: () => {
        count += 1;
        if (count === 3) throw new TypeError('fetch failed');
      },
    });
    expect(upstream.requests).toHaveLength(1);
    expect(said.metadata?.outcome).toBe('failed');
    expect(said.metadata?.reason).toMatch(/could not be reached/);
  });
});
