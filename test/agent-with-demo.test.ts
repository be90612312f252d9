import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf, type KindId } from '../api/content/kinds.ts';
import { createDemo } from '../api/llm/demo/demo.ts';
import { AppSubject } from '../web/src/lib/agent/app-subject.ts';
import { checkDraft } from '../web/src/lib/agent/checks/draft.ts';
import { textOf, toolCallOf, userMessage, type AgentMessage } from '../web/src/lib/agent/message.ts';
import { createModel } from '../web/src/lib/agent/providers.ts';
import { StudioSubject } from '../web/src/lib/agent/studio/studio-subject.ts';
import { EngineDesk } from '../web/src/lib/agent/studio/testing/engine.ts';
import type { TurnSubject } from '../web/src/lib/agent/subject.ts';
import { MemoryWorkspace } from '../web/src/lib/agent/testing/memory-workspace.ts';
import { runTurn } from '../web/src/lib/agent/turn.ts';

const demo = createDemo({ pace: 0 });

/** The demo model behind HTTP, as the proxy puts it there. */
const server = createServer((request, response) => {
  const left = new AbortController();
  response.on('close', () => left.abort());
  void (async () => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = (request.url ?? '').replace('/api/llm/demo/', '');
    const answer = await demo.respond({ method: request.method ?? '', path, body, signal: left.signal });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body !== null) for await (const part of answer.body) response.write(part);
    response.end();
  })();
});
let proxyUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/llm`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function say(text: string, workspace: MemoryWorkspace, history: readonly AgentMessage[] = []) {
  const subject = new AppSubject({
    workspace,
    market: { search: () => Promise.resolve([]), get: () => Promise.resolve(null) },
    preview: {
      read: () =>
        Promise.resolve({ revision: workspace.state.revision, loaded: true, painted: true, entries: [] }),
    },
  });
  return sayAbout(subject, text, history);
}

async function sayAbout(subject: TurnSubject, text: string, history: readonly AgentMessage[] = []) {
  const choice = { provider: 'demo', model: 'demo' };
  const message = userMessage(text);
  const answer = await runTurn({
    choice,
    model: createModel(choice, { proxyUrl, token: () => 'session' }),
    subject,
    store: { save: () => Promise.resolve() },
    history,
    message,
    signal: new AbortController().signal,
    onAnswer: () => undefined,
  });
  return { answer, history: [...history, message, answer] };
}

describe('the agent with the demo model', () => {
  it.each([
    'Build me a guestbook',
    'A to-do list for two',
    'A poll for lunch',
    'A landing page for a bakery',
  ])('%s: a whole app that the checks find nothing wrong with', async (request) => {
    const workspace = new MemoryWorkspace();
    const { answer } = await say(request, workspace);
    expect(answer.metadata).toMatchObject({ outcome: 'completed', reason: null, problems: [] });
    expect(answer.metadata?.outputTokens).toBeGreaterThan(0);
    expect([...workspace.state.files.keys()].sort()).toEqual(['app.js', 'index.html', 'style.css']);
    expect(checkDraft(workspace.state)).toEqual([]);
    const called = answer.parts.map(toolCallOf).filter((call) => call !== null);
    expect(called.map(({ state }) => state)).not.toContain('output-error');
    expect(called.map(({ name }) => name)).toContain('read_console');
    // Code is in the files, not in the chat.
    expect(textOf(answer)).not.toContain('<html');
  });

  it('puts a change into what somebody else saved meanwhile', async () => {
    const workspace = new MemoryWorkspace();
    const { history } = await say('Build me a guestbook', workspace);
    const page = workspace.state.files.get('index.html') ?? '';
    const theirs = page.replace('Thank you for coming by.', 'Edited by hand.');
    workspace.foreign = { files: [{ path: 'index.html', content: theirs }] };
    await say('Change the title to Anna and Tom', workspace, history);
    const now = workspace.state.files.get('index.html') ?? '';
    expect(now).toBe(theirs.replaceAll('>Guestbook<', '>Anna and Tom<'));
  });

  it('changes the app it built when asked, and only what was asked for', async () => {
    const workspace = new MemoryWorkspace();
    const first = await say('Build me a guestbook', workspace);
    const style = workspace.state.files.get('style.css');
    const second = await say('Change the title to Our Wedding', workspace, first.history);
    expect(second.answer.metadata?.outcome).toBe('completed');
    expect(workspace.state.files.get('index.html')).toContain('<title>Our Wedding</title>');
    expect(workspace.state.files.get('style.css')).toBe(style);
  });
});

describe('the agent with the demo model, in a Studio', () => {
  it.each<[KindId, readonly string[], object]>([
    [
      'form',
      [
        'Make a survey about lunch',
        'add a question about allergies',
        'make it required and move it to the top',
      ],
      { title: 'Survey: Lunch', fields: { length: 8, 0: { key: 'allergies', required: true } } },
    ],
    [
      'slides',
      [
        'A deck about our garden',
        'add a slide about tools after slide 1',
        'change the title to Our plot; dark theme',
      ],
      {
        title: 'Our plot',
        theme: 'dark',
        slides: { length: 7, 0: { heading: 'Our plot' }, 1: { heading: 'Tools' } },
      },
    ],
  ])('%s: makes it, and changes it request by request', async (kind, requests, wanted) => {
    const desk = new EngineDesk(kindOf(kind));
    let history: readonly AgentMessage[] = [];
    for (const request of requests) {
      const turn = await sayAbout(new StudioSubject(desk, kind), request, history);
      ({ history } = turn);
      expect(turn.answer.metadata).toMatchObject({ outcome: 'completed', reason: null, problems: [] });
      const called = turn.answer.parts.map(toolCallOf).filter((call) => call !== null);
      expect(called.map(({ state }) => state)).not.toContain('output-error');
      expect(called.map(({ output }) => output)).not.toContainEqual(expect.objectContaining({ ok: false }));
    }
    expect(desk.document).toMatchObject(wanted);
    expect(desk.engine.content.validation.ok).toBe(true);
  });
});
