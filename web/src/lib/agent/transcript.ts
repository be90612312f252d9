import { toolCallOf, type AgentMessage, type AgentPart } from './message.ts';
import { WorkspaceError } from './workspace.ts';

/** Where the messages of a conversation are kept (spec 4.3): same id again replaces, so a growing answer is one message. */
export interface TranscriptStore {
  /**
   * @param how `behind` unless said: only where nobody else has said something since. `anyway`: one's own messages are
   *   brought up to date whatever stands behind them
   * @throws WorkspaceError `conflict` when another device goes on with the conversation; nothing is stored then
   */
  save(messages: readonly AgentMessage[], how?: 'behind' | 'anyway'): Promise<void>;
}

/** Codes of a refusal that will be the same next time. */
const FOR_GOOD: ReadonlySet<string> = new Set(['too_large', 'invalid_request', 'conflict']);

/** True for a save that is refused for what it is, so that the same would be refused again. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof WorkspaceError && FOR_GOOD.has(error.code);
}

/** True when another device goes on with the conversation. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof WorkspaceError && error.code === 'conflict';
}

/** A store whose saves take along what an earlier one could not save, so that a lost connection loses no message. */
export class OwingStore implements TranscriptStore {
  readonly #store: TranscriptStore;
  readonly #owed = new Map<string, AgentMessage>();

  constructor(store: TranscriptStore) {
    this.#store = store;
  }

  /** To be saved with the next save. */
  owe(messages: readonly AgentMessage[]): void {
    for (const message of messages) this.#owed.set(message.id, message);
  }

  /** No longer to be saved: they are taken back. */
  forget(messages: readonly AgentMessage[]): void {
    for (const { id } of messages) this.#owed.delete(id);
  }

  async save(messages: readonly AgentMessage[], how?: 'behind' | 'anyway'): Promise<void> {
    this.owe(messages);
    const batch = [...this.#owed.values()];
    try {
      await this.#store.save(batch, how);
    } catch (error) {
      // What is refused for what it is must not stand in the way of all that follows.
      if (!isRefusedForGood(error)) throw error;
      this.#settle(messages);
      throw error;
    }
    this.#settle(batch);
  }

  #settle(messages: readonly AgentMessage[]): void {
    for (const message of messages) {
      if (this.#owed.get(message.id) === message) this.#owed.delete(message.id);
    }
  }
}

/** What the server has, and behind it what only this page has. */
export function withUnsaved(
  saved: readonly AgentMessage[],
  shown: readonly AgentMessage[],
): readonly AgentMessage[] {
  const known = new Set(saved.map(({ id }) => id));
  return [...saved, ...shown.filter(({ id }) => !known.has(id))];
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

/** A call as one that never ran, whatever it was on its way to. */
export function asNotRun(part: AgentPart, errorText: string): AgentPart {
  const call = toolCallOf(part);
  if (call === null) return part;
  return {
    type: 'dynamic-tool',
    toolName: call.name,
    toolCallId: call.id,
    state: 'output-error',
    input:
      typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input) ? call.input : {},
    errorText,
  };
}

/** The answer with a call that is about to run, whether its stream has shown it by now or not. */
export function withCall(
  answer: AgentMessage,
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: unknown },
): AgentMessage {
  const part: AgentPart = { type: `tool-${name}`, toolCallId: id, state: 'input-available', input };
  const at = answer.parts.findLastIndex((shown) => {
    const call = toolCallOf(shown);
    return call?.id === id && !call.state.startsWith('output-');
  });
  const parts = at === -1 ? [...answer.parts, part] : answer.parts.with(at, part);
  return { ...answer, parts };
}

/**
 * The answer with ids of its newest calls (from part `from` on) that no call before has. Some providers count them anew
 * with every answer, and others refuse a conversation in which one comes twice, or has more than letters, digits, `_`
 * and `-` in it.
 */
export function withOwnIds(
  answer: AgentMessage,
  from: number,
  history: readonly AgentMessage[],
): AgentMessage {
  const older = [...history.flatMap(({ parts }) => parts), ...answer.parts.slice(0, from)];
  const taken = new Set(older.flatMap((part) => toolCallOf(part)?.id ?? []));
  const parts = answer.parts.map((part, index) => {
    if (index < from || !('toolCallId' in part)) return part;
    const own = part.toolCallId.replace(/[^\w-]/g, '_');
    let id = own;
    for (let count = 2; taken.has(id); count += 1) id = `${own}_${count}`;
    taken.add(id);
    return id === part.toolCallId ? part : { ...part, toolCallId: id };
  });
  return { ...answer, parts };
}
