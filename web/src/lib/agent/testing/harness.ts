import { AppSubject } from '../app-subject.ts';
import type { MarketSource } from '../market.ts';
import { userMessage, type AgentMessage } from '../message.ts';
import type { PreviewCamera, PreviewLog } from '../preview-log.ts';
import type { ModelWait } from '../patience.ts';
import { createModel, type ModelFacts } from '../providers.ts';
import type { TurnSubject } from '../subject.ts';
import { runTurn } from '../turn.ts';
import type { DraftState } from '../workspace.ts';
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
  /** What the turn works on in place of an app. */
  readonly subject?: TurnSubject;
  readonly history?: readonly AgentMessage[];
  /** What the person says: a text, or a whole message. */
  readonly say?: string | AgentMessage;
  readonly provider?: string;
  readonly facts?: ModelFacts;
  readonly stepsPerTurn?: number;
  readonly signal?: AbortSignal;
  readonly market?: MarketSource;
  readonly preview?: PreviewLog;
  readonly camera?: PreviewCamera;
  /** Called with each state of the answer that reaches the screen. */
  readonly onShown?: (answer: AgentMessage) => void;
  readonly onWait?: (wait: ModelWait | null) => void;
  readonly onSave?: (messages: readonly AgentMessage[]) => Promise<void> | void;
}

const noMarket: MarketSource = { search: () => Promise.resolve([]), get: () => Promise.resolve(null) };
const noPreview: PreviewLog = {
  read: () => Promise.resolve({ revision: null, loaded: false, painted: false, entries: [] }),
};

/** A preview that is open and shows the newest revision of a workspace, with what `errorsOf` finds in it. */
export function openPreview(
  workspace: MemoryWorkspace,
  errorsOf: (state: DraftState) => readonly string[] = () => [],
): PreviewLog {
  return {
    read: () => {
      const { state } = workspace;
      const entries = errorsOf(state).map((message) => ({
        kind: 'error' as const,
        level: 'error',
        message,
        file: 'app.js',
        line: 1,
        col: 1,
        revision: state.revision,
      }));
      return Promise.resolve({ revision: state.revision, loaded: true, painted: true, entries });
    },
  };
}

/** Plays one turn and closes the upstream. */
export async function play(replies: readonly Reply[], options: PlayOptions = {}): Promise<Played> {
  const upstream = await startUpstream(replies);
  const workspace = options.workspace ?? new MemoryWorkspace();
  const saves: (readonly AgentMessage[])[] = [];
  const shown: AgentMessage[] = [];
  const choice = {
    provider: options.provider ?? 'openai',
    model: 'fake',
    ...(options.facts && { facts: options.facts }),
  };
  const said = options.say ?? 'Build me a guestbook';
  try {
    const answer = await runTurn({
      choice,
      model: createModel(choice, {
        proxyUrl: upstream.url,
        token: () => 'session-token',
        ...(options.onWait && { onWait: options.onWait }),
      }),
      subject:
        options.subject ??
        new AppSubject({
          workspace,
          market: options.market ?? noMarket,
          preview: options.preview ?? noPreview,
          ...(options.camera && { camera: options.camera }),
        }),
      store: {
        save: async (messages) => {
          await options.onSave?.(messages);
          saves.push(structuredClone(messages));
        },
      },
      history: options.history ?? [],
      message: typeof said === 'string' ? userMessage(said) : said,
      signal: options.signal ?? new AbortController().signal,
      onAnswer: (state) => {
        shown.push(structuredClone(state));
        options.onShown?.(state);
      },
      ...(options.stepsPerTurn !== undefined && { stepsPerTurn: options.stepsPerTurn }),
    });
    return { answer, workspace, upstream, saves, shown };
  } finally {
    await upstream.close();
  }
}
