import type { MarketSource } from '../market.ts';
import { userMessage, type AgentMessage } from '../message.ts';
import type { PreviewLog } from '../preview-log.ts';
import { createModel } from '../providers.ts';
import { runTurn } from '../turn.ts';
import { MemoryWorkspace } from './memory-workspace.ts';
import { startUpstream, type Reply, type Upstream } from './upstream.ts';

/** One turn against a scripted upstream, and everything that can be asserted about it. */
export interface Played {
  readonly answer: AgentMessage;
  readonly workspace: MemoryWorkspace;
  readonly upstream: Upstream;
  /** Every save of the transcript, in order. */
  readonly saves: readonly (readonly AgentMessage[])[];
  /** Every state of the answer that reached the screen. */
  readonly shown: readonly AgentMessage[];
}

export interface PlayOptions {
  readonly workspace?: MemoryWorkspace;
  readonly history?: readonly AgentMessage[];
  readonly say?: string;
  readonly provider?: string;
  readonly stepsPerTurn?: number;
  readonly signal?: AbortSignal;
  readonly market?: MarketSource;
  readonly preview?: PreviewLog;
  readonly onSave?: (messages: readonly AgentMessage[]) => Promise<void> | void;
}

const noMarket: MarketSource = { search: () => Promise.resolve([]), get: () => Promise.resolve(null) };
const noPreview: PreviewLog = {
  read: () => Promise.resolve({ revision: null, loaded: false, painted: false, entries: [] }),
};

/** Plays one turn and closes the upstream. */
export async function play(replies: readonly Reply[], options: PlayOptions = {}): Promise<Played> {
  const upstream = await startUpstream(replies);
  const workspace = options.workspace ?? new MemoryWorkspace();
  const saves: (readonly AgentMessage[])[] = [];
  const shown: AgentMessage[] = [];
  const choice = { provider: options.provider ?? 'openai', model: 'fake' };
  try {
    const answer = await runTurn({
      choice,
      model: createModel(choice, { proxyUrl: upstream.url, token: () => 'session-token' }),
      workspace,
      market: options.market ?? noMarket,
      preview: options.preview ?? noPreview,
      store: {
        save: async (messages) => {
          await options.onSave?.(messages);
          saves.push(structuredClone(messages));
        },
      },
      history: options.history ?? [],
      message: userMessage(options.say ?? 'Build me a guestbook'),
      signal: options.signal ?? new AbortController().signal,
      onAnswer: (state) => shown.push(structuredClone(state)),
      ...(options.stepsPerTurn !== undefined && { stepsPerTurn: options.stepsPerTurn }),
    });
    return { answer, workspace, upstream, saves, shown };
  } finally {
    await upstream.close();
  }
}
