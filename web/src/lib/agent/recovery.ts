import {
  toolCallOf,
  type AgentMessage,
  type AgentPart,
  type ToolCallView,
  type TurnMetadata,
} from './message.ts';
import { WRITING_TOOLS } from './tools/writing-tools.ts';
import { settled } from './transcript.ts';
import { TurnStop } from './turn-stop.ts';

/** A revision that the server has, and the message it was made for. */
export interface MadeRevision {
  readonly number: number;
  readonly messageId: string | null;
}

/** True for the answer of a turn that runs somewhere, or was cut. */
export function isUnfinished({ metadata }: AgentMessage): boolean {
  return metadata?.outcome === 'running';
}

/**
 * True for an answer of which nobody here knows whether one of its writes was saved: the server carried it out, or did
 * not, and went away before it said so.
 */
export function isUnsure(message: AgentMessage): boolean {
  return !isUnfinished(message) && message.parts.some((part) => isUnsureCall(toolCallOf(part)));
}

/**
 * An answer with the truth about such writes. A revision names the answer that it was made for, so one that no call
 * tells of belongs to the one whose end is not known.
 * @param made the revisions of the draft; those of other messages may be among them
 */
export function amended(message: AgentMessage, made: readonly MadeRevision[]): AgentMessage {
  const { metadata } = message;
  if (metadata === undefined) return message;
  const lost = untold(message, metadata, made);
  if (lost.length === 0) return message;
  const toRevision = Math.max(metadata.toRevision, ...lost);
  return { ...lost.reduce(withRevision, message), metadata: { ...metadata, toRevision } };
}

/**
 * A transcript as it comes back from the server when nobody runs its turns: a turn that still says `running` was
 * interrupted, and is shown with what it had done; one that ended without knowing is told the truth. A call is stored before its tool runs and its revision names the
 * answer, so one that had its effect is known by it and will not be made again.
 * @param made the revisions of the draft; those of other messages may be among them
 */
export function restored(
  messages: readonly AgentMessage[],
  made: readonly MadeRevision[] = [],
): AgentMessage[] {
  return messages.map((message) =>
    message.metadata && isUnfinished(message)
      ? interrupted(message, message.metadata, made)
      : amended(message, made),
  );
}

function interrupted(
  message: AgentMessage,
  metadata: TurnMetadata,
  made: readonly MadeRevision[],
): AgentMessage {
  const lost = untold(message, metadata, made);
  const newest = Math.max(metadata.fromRevision, ...message.parts.map(revisionOf), ...lost);
  const answer = lost.reduce(withRevision, message);
  return {
    ...settled(answer),
    metadata: {
      ...metadata,
      outcome: 'interrupted',
      reason: TurnStop.cutOff().message,
      toRevision: newest,
    },
  };
}

/** Revisions that were made for an answer and that none of its calls tells of, in order. */
function untold(
  message: AgentMessage,
  { fromRevision }: TurnMetadata,
  made: readonly MadeRevision[],
): readonly number[] {
  const told = new Set(message.parts.map(revisionOf));
  return made
    .flatMap(({ number, messageId }) => (messageId === message.id ? [number] : []))
    .filter((number) => number > fromRevision && !told.has(number))
    .sort((a, b) => a - b);
}

/** A write that was asked for and whose end is not known: the first of them saved first, for they run one after the other. */
function isUnsureCall(call: ToolCallView | null): boolean {
  if (call === null || !WRITING_TOOLS.has(call.name)) return false;
  if (!call.state.startsWith('output-')) return true;
  const { output } = call;
  if (typeof output !== 'object' || output === null || !('error' in output)) return false;
  const { error } = output;
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'unavailable';
}

function withRevision(message: AgentMessage, revision: number): AgentMessage {
  const at = message.parts.findIndex((part) => isUnsureCall(toolCallOf(part)));
  const call = at === -1 ? null : toolCallOf(message.parts[at] as AgentPart);
  if (call === null) return message;
  const ended: AgentPart = {
    type: `tool-${call.name}`,
    toolCallId: call.id,
    state: 'output-available',
    input: call.input,
    output: {
      ok: true,
      ...(hasPath(call.input) && { path: call.input.path }),
      change: 'updated',
      revision,
      note: 'This was saved, although the word of it did not arrive at once. Read the file before you change it again.',
    },
  };
  return { ...message, parts: message.parts.with(at, ended) };
}

function revisionOf(part: AgentPart): number {
  const output = toolCallOf(part)?.output;
  if (typeof output !== 'object' || output === null || !('revision' in output)) return 0;
  return typeof output.revision === 'number' ? output.revision : 0;
}

function hasPath(input: unknown): input is { readonly path: string } {
  return typeof input === 'object' && input !== null && 'path' in input && typeof input.path === 'string';
}
