import { toolCallOf, type AgentMessage, type AgentPart, type TurnMetadata } from './message.ts';

/** Where the messages of a conversation are kept (spec 4.3): same id again replaces, so a growing answer is one message. */
export interface TranscriptStore {
  save(messages: readonly AgentMessage[]): Promise<void>;
}

const NOT_RUN = 'This was stopped before it ran, so nothing was changed by it.';

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
 * no JSON goes back as an empty one whose error says what came. Answers without any content are left out.
 */
export function forModel(messages: readonly AgentMessage[]): AgentMessage[] {
  return messages
    .map((message) => ({ ...message, parts: message.parts.map(withObjectInput) }))
    .filter((message) => message.parts.some((part) => part.type !== 'step-start'));
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
      reason: 'The page was closed or reloaded while this turn ran. What it had saved is kept.',
    };
    return { ...settled(message), metadata };
  });
}
