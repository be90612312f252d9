import type { FileUIPart, UIMessage } from 'ai';
import type { Problem } from './checks/problem.ts';

/**
 * How a turn ended. `running` is stored while it runs; found without anybody who runs it, it is `interrupted`: the page
 * was closed or reloaded, or its process ended.
 */
export type TurnOutcome = 'running' | 'completed' | 'stopped' | 'failed' | 'interrupted';

/** Kept with the assistant's message, so that the outcome of every turn is durable. */
export interface TurnMetadata {
  /** Number of the save that it came with; absent in older transcripts and before the first save. */
  readonly save?: number;
  readonly outcome: TurnOutcome;
  /** Why it stopped or failed, in words; null when there is nothing to say. */
  readonly reason: string | null;
  readonly provider: string;
  readonly model: string;
  /** Tokens as the provider counts them; null when it does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Those of the tokens in that the provider had kept from before; absent when it does not say. */
  readonly cachedTokens?: number | null;
  /** US dollars; null when neither the provider nor the operator's prices tell, absent in older transcripts. */
  readonly cost?: number | null;
  /** An answer broke off before the provider told its use: the numbers are the least there was. */
  readonly moreUsed?: boolean;
  /** Revision of the draft before and after the turn. */
  readonly fromRevision: number;
  readonly toRevision: number;
  /** What the checks, and the preview where it was open, still find at the end; empty while running. */
  readonly problems: readonly Problem[];
  /** False: something was written and no open preview showed how it runs. */
  readonly seenRunning?: boolean;
  /** What the person should know beside the outcome, in sentences. */
  readonly notes?: readonly string[];
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** Parts of an answer that stand between the model's words. */
export type AgentData = {
  /** What was found when the model said that it was finished; the model is told. */
  check: { readonly problems: readonly Problem[] };
  /** Takes the place of everything up to a message, for the model only. */
  summary: SummaryData;
};

export interface SummaryData {
  /** Id of the newest message that it covers. */
  readonly through: string;
  readonly text: string;
  /** How many messages it covers. */
  readonly messages: number;
}

/** A message of the chat as stored (design 4): the AI SDK's parts; `metadata` on answers only. */
export type AgentMessage = UIMessage<TurnMetadata, AgentData>;
export type AgentPart = AgentMessage['parts'][number];

/** What the views and guards need to know of a tool call, static or dynamic alike. */
export interface ToolCallView {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly errorText: string | null;
}

/** The tool call in a part, or null when the part is something else. */
export function toolCallOf(part: AgentPart): ToolCallView | null {
  if (!('toolCallId' in part)) return null;
  const name = part.type === 'dynamic-tool' ? part.toolName : part.type.replace(/^tool-/, '');
  return {
    id: part.toolCallId,
    name,
    state: part.state,
    input: part.input,
    output: part.state === 'output-available' ? part.output : undefined,
    errorText: part.state === 'output-error' ? part.errorText : null,
  };
}

/** The plain text of a message, all its text parts joined. */
export function textOf(message: AgentMessage): string {
  return message.parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n');
}

/** A message of the person, with a fresh id; pictures go before the words. */
export function userMessage(text: string, images: readonly FileUIPart[] = []): AgentMessage {
  return { id: newMessageId(), role: 'user', parts: [...images, { type: 'text', text }] };
}

/** The answer of a turn that could not even begin. */
export function failedAnswer(
  { provider, model }: { readonly provider: string; readonly model: string },
  revision: number,
  reason: string,
): AgentMessage {
  const now = new Date().toISOString();
  const metadata: TurnMetadata = {
    outcome: 'failed',
    reason,
    provider,
    model,
    inputTokens: null,
    outputTokens: null,
    fromRevision: revision,
    toRevision: revision,
    problems: [],
    startedAt: now,
    endedAt: now,
  };
  return { id: newMessageId(), role: 'assistant', parts: [], metadata };
}

/** An id the server accepts (design 4). */
export function newMessageId(): string {
  return `m-${crypto.randomUUID()}`;
}
