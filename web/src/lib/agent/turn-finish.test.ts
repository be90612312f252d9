import { describe, expect, it } from 'vitest';
import { textOf, type AgentMessage } from './message.ts';
import { openPreview, play } from './testing/harness.ts';
import { MemoryWorkspace } from './testing/memory-workspace.ts';
import { answer, call } from './testing/upstream.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>Hi</title><script type="module" src="./app.js"></script><h1>Hi</h1></html>';
const write = (path: string, content: string) => call('write_file', { path, content });
const checks = (message: AgentMessage) => message.parts.filter(({ type }) => type === 'data-check');
const throwing = (workspace: MemoryWorkspace) =>
  openPreview(workspace, ({ files }) =>
    files.get('app.js')?.includes('boom') ? ['boom is not defined'] : [],
  );

describe('a turn that wants to end', () => {
  it.each([
    ['a syntax error', 'let a = (;', 'syntax'],
    ['a bad import', 'import x from "./gone.js";', 'missing_file'],
    ['an error at the start', 'boom();', 'preview'],
  ])('is told of %s, and ends when that is mended', async (_name, script, code) => {
    const workspace = new MemoryWorkspace();
    const { answer: said, upstream } = await play(
      [
        answer('', [write('index.html', PAGE), write('app.js', script)]),
        answer('Finished.'),
        answer('', [write('app.js', 'export {};')]),
        answer('Now it works.'),
      ],
      { workspace, preview: throwing(workspace) },
    );
    expect(checks(said)).toMatchObject([{ data: { problems: [{ code }] } }]);
    expect(said.metadata).toMatchObject({ outcome: 'completed', problems: [], seenRunning: true });
    const told = upstream.requests[2]?.body.messages.at(-1);
    expect(told?.role).toBe('user');
    expect(JSON.stringify(told?.content)).toContain('Not finished');
    expect(upstream.requests).toHaveLength(4);
  });

  it('is told in a form that the other protocol takes too', async () => {
    const workspace = new MemoryWorkspace();
    const { answer: said, upstream } = await play(
      [
        answer('', [write('index.html', PAGE), write('app.js', 'boom();')]),
        answer('Finished.'),
        answer('', [write('app.js', 'export {};')]),
        answer('Now it works.'),
      ],
      { workspace, preview: throwing(workspace), provider: 'anthropic' },
    );
    expect(said.metadata?.outcome).toBe('completed');
    expect(upstream.requests[2]?.body.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
  });

  it('says what remains when the model insists', async () => {
    const workspace = new MemoryWorkspace();
    const { answer: said, upstream } = await play(
      [answer('', [write('index.html', PAGE), write('app.js', 'boom();')]), answer('It works well.')],
      { workspace, preview: throwing(workspace) },
    );
    expect(said.metadata).toMatchObject({
      outcome: 'failed',
      problems: [{ path: 'app.js', code: 'preview', message: 'boom is not defined' }],
    });
    expect(said.metadata?.reason).toMatch(/says that it is finished, but the app still has an error/);
    // The first answer, the first end, and three times told.
    expect(upstream.requests).toHaveLength(5);
  });

  it('ends after five fixes in a row that all fail in the preview', async () => {
    const workspace = new MemoryWorkspace();
    let tries = 0;
    const { answer: said, upstream } = await play(
      [
        answer('', [write('index.html', PAGE), write('app.js', 'boom();')]),
        ...Array.from({ length: 12 }, () =>
          answer('', [write('app.js', `boom(${(tries += 1)});`), call('read_console', {})]),
        ),
      ],
      { workspace, preview: throwing(workspace) },
    );
    expect(said.metadata?.outcome).toBe('failed');
    expect(said.metadata?.reason).toMatch(/5 versions in a row had errors/);
    expect(upstream.requests).toHaveLength(6);
  });

  it('notices fixes that undo each other', async () => {
    const workspace = new MemoryWorkspace({ 'index.html': PAGE, 'app.js': 'export {};' });
    const [a, b] = ['let a = 1;', 'let b = 2;'];
    const { answer: said, upstream } = await play(
      Array.from({ length: 20 }, (_, n) => answer('', [write('app.js', n % 2 === 0 ? a : b)])),
      { workspace, preview: openPreview(workspace) },
    );
    expect(said.metadata?.reason).toMatch(/made and undone again and again/);
    expect(upstream.requests).toHaveLength(4);
  });

  it('counts writing what is there already as no progress', async () => {
    const { answer: said, upstream } = await play(
      Array.from({ length: 20 }, (_, n) => answer(`${n}`, [write('index.html', '<h1>Hi</h1>')])),
    );
    expect(said.metadata?.outcome).toBe('failed');
    expect(upstream.requests.length).toBeLessThanOrEqual(6);
  });

  it('says when nobody saw the app run', async () => {
    const { answer: said } = await play([answer('', [write('index.html', '<h1>Hi</h1>')]), answer('Done.')]);
    expect(said.metadata).toMatchObject({ outcome: 'completed', seenRunning: false });
  });

  it('takes a preview that never answers, or stays blank, for a fault', async () => {
    for (const [reading, code] of [
      [{ loaded: false, painted: false }, 'not_loaded'],
      [{ loaded: true, painted: false }, 'blank'],
      [{ loaded: true, painted: true, hung: true }, 'hangs'],
    ] as const) {
      const workspace = new MemoryWorkspace();
      const { answer: said } = await play(
        [answer('', [write('index.html', '<script>for(;;);</script>')]), answer('Done.')],
        {
          workspace,
          preview: {
            read: () => Promise.resolve({ revision: workspace.state.revision, entries: [], ...reading }),
          },
        },
      );
      expect(said.metadata).toMatchObject({ outcome: 'failed', problems: [{ code }] });
    }
  });

  it('does not push on a turn that only answered a question, but does not hide the fault', async () => {
    const workspace = new MemoryWorkspace({ 'index.html': PAGE, 'app.js': 'boom();' });
    const { answer: said, upstream } = await play(
      [answer('', [call('read_file', { path: 'app.js' })]), answer('It calls boom.')],
      { workspace, preview: throwing(workspace) },
    );
    expect(upstream.requests).toHaveLength(2);
    expect(said.metadata).toMatchObject({ outcome: 'completed', problems: [{ code: 'preview' }] });
  });

  it('does not take words for a repair: what is broken is still said, without another call', async () => {
    const said = async (files: Record<string, string>) => {
      const workspace = new MemoryWorkspace(files);
      const played = await play([answer('I fixed it, everything works.')], {
        workspace,
        preview: throwing(workspace),
      });
      expect(played.upstream.requests).toHaveLength(1);
      expect(checks(played.answer)).toEqual([]);
      expect(played.answer.metadata?.outcome).toBe('completed');
      expect(played.answer.metadata).not.toHaveProperty('seenRunning');
      return played.answer.metadata?.problems.map(({ code }) => code);
    };
    expect(await said({ 'index.html': PAGE })).toEqual(['missing_file']);
    expect(await said({ 'index.html': PAGE, 'app.js': 'boom();' })).toEqual(['preview']);
    // A conversation on a sound app, on one with a warning, and on an empty draft.
    const warned = "document.getElementById('gone').remove();";
    expect(await said({ 'index.html': PAGE, 'app.js': 'export {};' })).toEqual([]);
    expect(await said({ 'index.html': PAGE, 'app.js': warned })).toEqual([]);
    expect(await said({})).toEqual([]);
  });

  it('does not push on a turn of words during which the person broke the app', async () => {
    const workspace = new MemoryWorkspace({ 'index.html': PAGE, 'app.js': 'export {};' });
    const byHand = () => workspace.apply({ files: [{ path: 'app.js', content: 'boom();' }] });
    const { answer: said, upstream } = await play(
      [
        async (response, request) => {
          await byHand();
          await answer('It is a page.')(response, request);
        },
      ],
      { workspace, preview: throwing(workspace) },
    );
    expect(upstream.requests).toHaveLength(1);
    expect(said.metadata).toMatchObject({ outcome: 'completed', problems: [{ code: 'preview' }] });
  });

  it('is failed when the model says nothing, refuses, or is cut at its length', async () => {
    const ends = await Promise.all([
      play([answer('')]),
      play([answer('No.', [], { finish: 'content_filter' })]),
      play([answer('It goes on and', [], { finish: 'length' })]),
      play([answer('No.', [], { finish: 'refusal' })], { provider: 'anthropic' }),
    ]);
    expect(ends.map(({ answer: said }) => said.metadata?.outcome)).toEqual(Array(4).fill('failed'));
    expect(ends.map(({ answer: said }) => said.metadata?.reason?.split('.')[0])).toEqual([
      'The model answered nothing',
      'The model refused to answer this',
      'The answer reached the length that the model may give at once',
      'The model refused to answer this',
    ]);
  });

  it('has an outcome also when the model calls tools in the step that has none', async () => {
    const { answer: said } = await play([answer('', [call('list_files', {})])], { stepsPerTurn: 2 });
    expect(said.metadata?.outcome).toBe('completed');
    expect(said.metadata?.reason).toMatch(/all its 2 steps/);
  });

  it('keeps calls apart whose ids a provider counts anew with each answer', async () => {
    const { answer: said, workspace } = await play([
      answer('', [{ ...write('index.html', '<h1>1</h1>'), id: 'call_0' }]),
      answer('', [{ ...write('index.html', '<h1>2</h1>'), id: 'call_0' }]),
      answer('Done.'),
    ]);
    expect(said.parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []))).toEqual([
      'call_0',
      'call_0_2',
    ]);
    expect(workspace.state.files.get('index.html')).toBe('<h1>2</h1>');
    expect(textOf(said)).toBe('Done.');
  });
});
