import { afterAll, beforeAll, expect, it } from 'vitest';
import { textOf, userMessage, type AgentMessage } from '../web/src/lib/agent/message.ts';
import { answer, call, type Reply } from '../web/src/lib/agent/testing/upstream.ts';
import { disagreements } from './agent-battery/agreement.ts';
import {
  ApiTranscript,
  ApiWorkspace,
  askAs,
  createDraft,
  draftOf,
  messagesOf,
  revisionsOf,
  type Ask,
} from './agent-battery/api-draft.ts';
import { startModelHost, type ModelHost, type Script } from './agent-battery/model-host.ts';
import { endsOf, MODEL, turnOn } from './agent-battery/play-on-server.ts';
import { PAGE } from './agent-battery/scenarios/page.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

// Two devices of one person have no lock in common: the server lets one turn of a conversation go on.
let host: ModelHost;
let site: Installation;
let ada: Person;
let ask: Ask;

beforeAll(async () => {
  host = await startModelHost();
  site = await startInstallation('PGlite', {
    env: {
      OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
      LLM_OPENAI_BASE_URL: host.url,
      LLM_OPENAI_MODELS: MODEL,
    },
  });
  ada = await site.join('Ada');
  ask = askAs(site.baseUrl, ada.token);
});
afterAll(async () => {
  await site.stop();
  await host.close();
});

/** One device with the draft and the conversation open, as it is now. */
async function openOn(draftId: string) {
  const store = new ApiTranscript(ask, `draft-${draftId}`);
  const history = await store.load();
  const workspace = new ApiWorkspace(ask, draftId, await draftOf(ask, draftId));
  const say = (text: string, { mark }: Script): Promise<AgentMessage> =>
    turnOn(site, ada.token, {
      choice: { provider: 'openai', model: MODEL },
      workspace,
      store,
      history,
      message: userMessage(`${text} ${mark}`),
      signal: new AbortController().signal,
      onAnswer: () => undefined,
    });
  return { say };
}

/** The words of each message, without the marks of the scripts. */
const said = (messages: readonly AgentMessage[]): readonly string[] =>
  messages.map((message) => textOf(message).replace(/ script-\d+\./, ''));

const pathsOf = async (draftId: string): Promise<readonly string[]> =>
  [...(await draftOf(ask, draftId)).files.keys()].toSorted();

const write = (path: string) => call('write_file', { path, content: path });

it('begins one of two turns that come at once, and stores nothing of the other', async () => {
  const draftId = await createDraft(ask, { 'index.html': PAGE });
  const [laptop, phone] = [await openOn(draftId), await openOn(draftId)];
  const scripts = ['a.txt', 'b.txt'].map((path) => host.script([answer('', [write(path)]), answer('Done.')]));
  const [first, second] = scripts as [Script, Script];
  const ends = await Promise.allSettled([laptop.say('One', first), phone.say('Two', second)]);
  const at = ends.findIndex(({ status }) => status === 'fulfilled');
  expect(ends[at]).toMatchObject({ value: { metadata: { outcome: 'completed' } } });
  expect(ends[1 - at]).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
  expect(scripts[1 - at]?.requests).toEqual([]);
  expect(said(await messagesOf(ask, `draft-${draftId}`))).toEqual([at === 0 ? 'One' : 'Two', 'Done.']);
  expect(await pathsOf(draftId)).toEqual([at === 0 ? 'a.txt' : 'b.txt', 'index.html']);
});

it('stops a turn before it writes again when the conversation goes on elsewhere', async () => {
  const draftId = await createDraft(ask, { 'index.html': PAGE });
  const laptop = await openOn(draftId);
  let goOn: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const late: Reply = async (...given) => {
    arrived();
    await released;
    await answer('', [write('late.txt')])(...given);
  };
  const running = laptop.say('One', host.script([answer('', [write('a.txt')]), late, answer('Done.')]));
  await waiting;

  const phone = await openOn(draftId);
  const other = await phone.say('Two', host.script([answer('', [write('b.txt')]), answer('There.')]));
  expect(other.metadata).toMatchObject({ outcome: 'completed' });
  goOn();
  const stopped = await running;
  expect(stopped.metadata).toMatchObject({
    outcome: 'stopped',
    reason: expect.stringMatching(/on another device, so this turn was stopped/) as string,
  });

  const stored = await messagesOf(ask, `draft-${draftId}`);
  expect(said(stored)).toEqual(['One', '', 'Two', 'There.']);
  expect(stored.filter(({ role }) => role === 'assistant').map(endsOf)).toEqual([['ok', 'error'], ['ok']]);
  expect(stored[1]?.metadata).toMatchObject({ outcome: 'stopped' });
  const made = await revisionsOf(ask, draftId);
  for (const one of [stored[1], stored[3]] as AgentMessage[]) expect(disagreements(one, made)).toEqual([]);
  expect(await pathsOf(draftId)).toEqual(['a.txt', 'b.txt', 'index.html']);
  // The phone hears nothing bad of it: its own next turn begins.
  const again = await phone.say('Three', host.script([answer('Yes.')]));
  expect(again.metadata).toMatchObject({ outcome: 'completed' });
});

it('takes a batch again whose answer was lost', async () => {
  const input = (after: string | null, messages: readonly object[]) => ({
    input: { conversationId: 'lost-answer', messages, after },
  });
  const append =
    'mutation ($input: AppendMessagesInput!) { appendMessages(input: $input) { conversation { messageCount } } }';
  const message = { id: 'm-1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
  await ask(append, input(null, [message]));
  await ask(append, input(null, [message]));
  await expect(ask(append, input(null, [{ ...message, id: 'm-2' }]))).rejects.toMatchObject({
    code: 'conflict',
  });
  const grown = await ask(append, input('m-1', [{ ...message, id: 'm-2' }]));
  expect(grown.appendMessages.conversation.messageCount).toBe(2);
});
