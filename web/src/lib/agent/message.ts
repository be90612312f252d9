import type { UIMessage } from 'ai';
import type { Problem } from './checks/problem.ts';

/** How a turn ended; `running` is only ever seen while it runs, or after a reload cut it. */
export type TurnOutcome = 'running' | 'completed' | 'stopped' | 'failed';

/** Kept with the assistant's message, so that the outcome of every turn is durable. */
export interface TurnMetadata {
  readonly outcome: TurnOutcome;
  /** Why it stopped or failed, in words; null when there is nothing to say. */
  readonly reason: string | null;
  readonly provider: string;
  readonly model: string;
  /** Tokens as the provider counts them; null when it does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Revision of the draft before and after the turn. */
  readonly fromRevision: number;
  readonly toRevision: number;
  /** What the checks still find at the end; empty while running. */
  readonly problems: readonly Problem[];
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** A message of the chat as stored (design 4): the AI SDK's parts; `metadata` on answers only. */
export type AgentMessage = UIMessage<TurnMetadata>;
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

/** A message of the person, with a fresh id. */
export function userMessage(text: string): AgentMessage {
  return { id: newMessageId(), role: 'user', parts: [{ type: 'text', text }] };
}

/** An id the server accepts (design 4). */
export function newMessageId(): string {
  return `m-${crypto.randomUUID()}`;
}
