import { TurnStop } from './turn-stop.ts';
import { toolCallOf, type AgentMessage, type AgentPart, type TurnMetadata } from './message.ts';

/** Where the messages of a conversation are kept (spec 4.3): same id again replaces, so a growing answer is one message. */
export interface TranscriptStore {
  save(messages: readonly AgentMessage[]): Promise<void>;
}

/** The error of a call that never ran; views show such a call as not begun. */
export const NOT_RUN = 'Could not run: the turn was stopped before, so nothing was changed by this call.';

/** The answer with nothing left open: a call that never ran says so, a text that was streaming is done. */
export function settled(answer: AgentMessage): AgentMessage {
  return { ...answer, parts: answer.parts.map(settledPart) };
}

function settledPart(part: AgentPart): AgentPart {
  if ((part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming') {
    return { ...part, state: 'done' };
  }
  const call = toolCallOf(part);
  if (call === null || call.state.startsWith('output-')) return part;
  return asNotRun(part, NOT_RUN);
}

function asNotRun(part: AgentPart, errorText: string): AgentPart {
  const call = toolCallOf(part);
  if (call === null) return part;
  return {
    type: 'dynamic-tool',
    toolName: call.name,
    toolCallId: call.id,
    state: 'output-error',
    input: isObject(call.input) ? call.input : {},
    errorText,
  };
}

/**
 * Messages as a model may see them again. Providers want an object as a call's input, so a call whose arguments were
 * no JSON goes back as an empty one whose error says what came. A turn that ended early says so at its end: the model
 * should know, and what the person says next must not stand directly behind a tool's answer, where only notes stand.
 */
export function forModel(messages: readonly AgentMessage[]): AgentMessage[] {
  return messages
    .map((message) => ({ ...message, parts: [...message.parts.map(withObjectInput), ...ending(message)] }))
    .filter((message) => message.parts.some((part) => part.type !== 'step-start'));
}

function ending({ metadata }: AgentMessage): readonly AgentPart[] {
  if (metadata?.outcome !== 'stopped' && metadata?.outcome !== 'failed') return [];
  const text = `[This turn ended early. ${metadata.reason ?? ''}]`;
  return [{ type: 'step-start' }, { type: 'text', text }];
}

function withObjectInput(part: AgentPart): AgentPart {
  const call = toolCallOf(part);
  if (call === null || call.state !== 'output-error') return part;
  if (isObject(call.input)) return part;
  return asNotRun(part, call.errorText ?? NOT_RUN);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * A transcript as it comes back from the server. A turn that still says `running` belongs to a page that is gone: it is
 * shown as stopped, with what it had done.
 */
export function restored(messages: readonly AgentMessage[]): AgentMessage[] {
  return messages.map((message) => {
    if (message.metadata?.outcome !== 'running') return message;
    const metadata: TurnMetadata = {
      ...message.metadata,
      outcome: 'stopped',
      reason: TurnStop.pageClosed().message,
    };
    return { ...settled(message), metadata };
  });
}
