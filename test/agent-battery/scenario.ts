import type { AgentMessage } from '../../web/src/lib/agent/message.ts';
import type { PreviewCamera } from '../../web/src/lib/agent/preview-log.ts';
import type { ModelFacts } from '../../web/src/lib/agent/providers.ts';
import type { Protocol } from '../../web/src/lib/agent/testing/stream-events.ts';
import type { Reply } from '../../web/src/lib/agent/testing/upstream.ts';
import type { TurnOutcome } from '../../web/src/lib/agent/message.ts';

export type Files = Readonly<Record<string, string>>;

/** What a scenario may do to a turn that runs. */
export interface Hand {
  /** Stop, as the person presses it. */
  stop(): void;
  /** The page is gone: nothing of the turn goes on. */
  die(): void;
  /** Ends the session on the server. */
  signOut(): Promise<void>;
  /** Somebody else saves files. */
  saveElsewhere(files: Files): Promise<void>;
}

/** One turn with everything that happens in it, and what has to be there afterwards. */
export interface Scenario {
  /** Small letters and dashes; the scripted model finds its answers by it. */
  readonly name: string;
  /** Made anew for each time it is played; the last one is given again and again. */
  readonly replies: () => readonly Reply[];
  /** Both unless said. */
  readonly protocols?: readonly Protocol[];
  /** The draft before the turn. */
  readonly files?: Files;
  /** What was said before. */
  readonly history?: readonly AgentMessage[];
  /** Parts of the message beside its words. */
  readonly attach?: AgentMessage['parts'];
  readonly facts?: ModelFacts;
  readonly camera?: PreviewCamera;
  readonly stepsPerTurn?: number;
  /** When the provider has a request and before it answers. */
  readonly onRequest?: (hand: Hand) => void;
  /** At each state of the answer that reaches the screen. */
  readonly onShown?: (answer: AgentMessage, hand: Hand) => void;
  /** Before a save of the draft goes out, and when the server has it but the page does not know. */
  readonly beforeSave?: (hand: Hand) => Promise<void> | void;
  readonly afterSave?: (hand: Hand) => Promise<void> | void;
  readonly expect: Expected;
}

export interface Expected {
  readonly outcome: TurnOutcome;
  readonly reason?: RegExp;
  /** The draft afterwards; as before unless said. */
  readonly files?: Files;
  /** How each call ended: `ok`, the code of its failure, or `error` when its tool never answered. */
  readonly calls?: readonly string[];
  /** Codes of what is still wrong with the app at the end. */
  readonly problems?: readonly string[];
  /** Requests that reached the provider in this turn. */
  readonly requests?: number;
  /** Said of the requests of the turn, as JSON. */
  readonly asked?: RegExp;
  /** Null: the provider tells no use. */
  readonly inputTokens?: number | null;
  /** The session is over, so that nothing of the end can be saved: the server has an open turn. */
  readonly cutOff?: boolean;
}
