import { toolCallOf, type AgentMessage, type AgentPart, type TurnMetadata } from './message.ts';
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
 * A transcript as it comes back from the server when nobody runs its turns: a turn that still says `running` was
 * interrupted, and is shown with what it had done. A call is stored before its tool runs and its revision names the
 * answer, so one that had its effect is known by it and will not be made again.
 * @param made the revisions of the draft; those of other messages may be among them
 */
export function restored(
  messages: readonly AgentMessage[],
  made: readonly MadeRevision[] = [],
): AgentMessage[] {
  return messages.map((message) =>
    message.metadata && isUnfinished(message) ? interrupted(message, message.metadata, made) : message,
  );
}

function interrupted(
  message: AgentMessage,
  metadata: TurnMetadata,
  made: readonly MadeRevision[],
): AgentMessage {
  const told = Math.max(metadata.fromRevision, ...message.parts.map(revisionOf));
  const lost = made.filter(({ number, messageId }) => messageId === message.id && number > told);
  const newest = Math.max(told, ...lost.map(({ number }) => number));
  const answer = newest > told ? withRevision(message, newest) : message;
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

/** Calls run one after the other, so the one that saved is the first without a result. */
function withRevision(message: AgentMessage, revision: number): AgentMessage {
  const at = message.parts.findIndex((part) => {
    const call = toolCallOf(part);
    return call !== null && !call.state.startsWith('output-') && WRITING_TOOLS.has(call.name);
  });
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
      note: 'This was saved just before the turn was interrupted. Read the file before you change it again.',
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
