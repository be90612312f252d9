import { AppSubject, type AppParts } from '../../web/src/lib/agent/app-subject.ts';
import { toolCallOf, userMessage, type AgentMessage } from '../../web/src/lib/agent/message.ts';
import { createModel } from '../../web/src/lib/agent/providers.ts';
import { restored, type MadeRevision } from '../../web/src/lib/agent/recovery.ts';
import type { Protocol } from '../../web/src/lib/agent/testing/stream-events.ts';
import { answer as says } from '../../web/src/lib/agent/testing/upstream.ts';
import { runTurn, type TurnRequest } from '../../web/src/lib/agent/turn.ts';
import { TurnStop } from '../../web/src/lib/agent/turn-stop.ts';
import type { DraftState } from '../../web/src/lib/agent/workspace.ts';
import type { Installation } from '../support/installation.ts';
import {
  ApiTranscript,
  ApiWorkspace,
  askAs,
  createDraft,
  draftOf,
  messagesOf,
  revisionsOf,
  saveFiles,
} from './api-draft.ts';
import type { ModelHost, Script } from './model-host.ts';
import type { Hand, Scenario } from './scenario.ts';

/** A scenario that was played, as the server has it afterwards. */
export interface PlayedOnServer {
  readonly said: AgentMessage;
  /** As a page that is opened then takes it from the server. */
  readonly messages: readonly AgentMessage[];
  readonly answer: AgentMessage;
  readonly draft: DraftState;
  readonly made: readonly MadeRevision[];
  /** What the turn itself took for the newest state; null when its page had gone. */
  readonly known: DraftState | null;
  readonly script: Script;
  /** Requests of the turn that follows, on both protocols. */
  readonly next: readonly Script[];
  readonly nextAnswers: readonly AgentMessage[];
}

interface Ground {
  readonly site: Installation;
  readonly host: ModelHost;
  /** A person of its own where the session ends in the scenario. */
  readonly token: string;
}

/** Plays a scenario on a draft of its own through the server's proxy, then a turn after it on each protocol. */
export async function playOnServer(
  scenario: Scenario,
  provider: Protocol,
  { site, host, token }: Ground,
): Promise<PlayedOnServer> {
  const { files = {}, attach = [], facts, camera } = scenario;
  const ask = askAs(site.baseUrl, token);
  const draftId = await createDraft(ask, files);
  const conversationId = `draft-${draftId}`;
  const store = new ApiTranscript(ask, conversationId);
  const script = host.script(
    scenario.replies().map((reply) => async (response, request) => {
      scenario.onRequest?.(hand);
      await reply(response, request);
    }),
  );
  const history = (scenario.history ?? []).map((message, at) =>
    at === 0 ? marked(message, script) : message,
  );
  if (history.length > 0) await store.save(history);
  const said = userMessage(`Go on with ${script.mark}`);
  const message: AgentMessage = { ...said, parts: [...attach, ...said.parts] };

  const never = new Promise<never>(() => undefined);
  let died = false;
  let onDeath: () => void = () => undefined;
  const death = new Promise<null>((resolve) => (onDeath = () => resolve(null)));
  const stop = new AbortController();
  const hand: Hand = {
    stop: () => stop.abort(TurnStop.byPerson()),
    die: () => {
      died = true;
      onDeath();
      // Its connections end with a page.
      stop.abort();
    },
    signOut: async () => {
      await site.call({ method: 'POST', path: '/api/auth/logout', body: {}, token });
    },
    saveElsewhere: async (changed) =>
      void (await saveFiles(ask, draftId, (await draftOf(ask, draftId)).revision, changed)),
  };
  const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (died) return never;
    const value = await work();
    return died ? never : value;
  };
  const workspace = new ApiWorkspace(ask, draftId, await draftOf(ask, draftId));
  workspace.beforeSave = () => alive(async () => scenario.beforeSave?.(hand));
  workspace.afterSave = () => alive(async () => scenario.afterSave?.(hand));

  const signal = stop.signal;
  const ended = await Promise.race([
    turnOn(site, token, {
      choice: { provider, model: MODEL, ...(facts && { facts }) },
      ...(camera && { camera }),
      workspace,
      store: { save: (batch) => alive(() => store.save(batch)) },
      history,
      message,
      signal,
      onAnswer: (growing) => {
        if (!died) scenario.onShown?.(growing, hand);
      },
      ...(scenario.stepsPerTurn !== undefined && { stepsPerTurn: scenario.stepsPerTurn }),
    }),
    death,
  ]);

  if (scenario.expect.cutOff === true) {
    if (ended === null) throw new Error('The page had gone before its session did.');
    return {
      said: message,
      messages: [],
      answer: ended,
      draft: workspace.state,
      made: [],
      known: null,
      script,
      next: [],
      nextAnswers: [],
    };
  }
  const made = await revisionsOf(ask, draftId);
  const messages = restored(await messagesOf(ask, conversationId), made);
  const draft = await draftOf(ask, draftId);
  const next: Script[] = [];
  const nextAnswers: AgentMessage[] = [];
  // A provider has to take what the other one wrote.
  for (const other of isWhole() ? PROTOCOLS : PROTOCOLS.filter((one) => one !== provider)) {
    const following = host.script([says('Going on.')]);
    next.push(following);
    nextAnswers.push(
      await turnOn(site, token, {
        choice: { provider: other, model: MODEL },
        workspace: new ApiWorkspace(ask, draftId, draft),
        store: { save: () => Promise.resolve() },
        history: messages,
        message: userMessage(`Continue ${following.mark}`),
        signal: new AbortController().signal,
        onAnswer: () => undefined,
      }),
    );
  }
  const answer = messages.at(-1) as AgentMessage;
  return {
    said: message,
    messages,
    answer,
    draft,
    made,
    known: ended === null ? null : workspace.state,
    script,
    next,
    nextAnswers,
  };
}

/** A summary is asked for with the beginnings of the older messages alone. */
function marked(message: AgentMessage, { mark }: Script): AgentMessage {
  return { ...message, parts: [{ type: 'text', text: mark }, ...message.parts] };
}

/** A turn through the server's proxy, without a market and with no preview open. */
export function turnOn(
  { baseUrl }: Pick<Installation, 'baseUrl'>,
  token: string,
  {
    workspace,
    camera,
    ...request
  }: Omit<TurnRequest, 'model' | 'subject'> & Pick<AppParts, 'workspace' | 'camera'>,
): Promise<AgentMessage> {
  const proxyUrl = `${baseUrl.replace('localhost', '127.0.0.1')}/api/llm`;
  return runTurn({
    ...request,
    model: createModel(request.choice, { proxyUrl, token: () => token }),
    subject: new AppSubject({
      workspace,
      market: { search: () => Promise.resolve([]), get: () => Promise.resolve(null) },
      preview: {
        read: () => Promise.resolve({ revision: null, loaded: false, painted: false, entries: [] }),
      },
      ...(camera && { camera }),
    }),
  });
}

/** `AGENT_SCENARIOS=all`: every scenario on both protocols, and the turn after it too. */
export function isWhole(): boolean {
  return process.env['AGENT_SCENARIOS'] === 'all';
}

export const PROTOCOLS: readonly Protocol[] = ['openai', 'anthropic'];
export const MODEL = 'claude-sonnet-4-5';

/** How each call of an answer ended: `ok`, the code of its failure, or `error`. */
export function endsOf(answer: AgentMessage): readonly string[] {
  return answer.parts.flatMap((part) => {
    const call = toolCallOf(part);
    if (call === null) return [];
    const output = call.output as { ok?: boolean; error?: { code: string } } | undefined;
    return [output === undefined ? 'error' : output.ok === true ? 'ok' : (output.error?.code ?? 'failed')];
  });
}
