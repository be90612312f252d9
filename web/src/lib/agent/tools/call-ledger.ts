import { toolCallOf, type AgentMessage, type AgentPart } from '../message.ts';

/** A call whose tool has begun to run. */
interface StartedCall {
  readonly name: string;
  readonly input: unknown;
  readonly running: Promise<unknown>;
  end: CallEnd | null;
}

type CallEnd = { readonly output: unknown } | { readonly error: unknown };

/**
 * What the tools of a turn really did. A stream that stops or breaks while a tool runs says nothing more of it, yet
 * what it saved is saved: the transcript must say so. A call that is delivered twice runs once.
 */
export class CallLedger {
  readonly #calls = new Map<string, StartedCall>();

  /** Runs a call, or gives the result of the same call when it came before. */
  run(id: string, name: string, input: unknown, work: () => Promise<unknown>): Promise<unknown> {
    const known = this.#calls.get(id);
    if (known !== undefined && known.name === name && sameInput(known.input, input)) return known.running;
    const running = work();
    const call: StartedCall = { name, input, running, end: null };
    this.#calls.set(id, call);
    running.then(
      (output) => (call.end = { output }),
      (error: unknown) => (call.end = { error }),
    );
    return running;
  }

  /** Waits until nothing runs any more. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#calls.values()].map(({ running }) => running));
  }

  /** A new step: providers may count their ids anew in it. */
  forget(): void {
    this.#calls.clear();
  }

  /** The answer with the result of every call that has ended, whether its stream said so or not. */
  withEnds(answer: AgentMessage, from: number): AgentMessage {
    const parts = [...answer.parts];
    for (const [id, { name, input, end }] of this.#calls) {
      if (end === null) continue;
      const at = parts.findIndex((part, index) => index >= from && toolCallOf(part)?.id === id);
      const ended = endedPart(id, name, input, end);
      if (at === -1) parts.push(ended);
      else if (!toolCallOf(parts[at] as AgentPart)?.state.startsWith('output-')) parts[at] = ended;
    }
    return { ...answer, parts };
  }
}

function endedPart(toolCallId: string, name: string, input: unknown, end: CallEnd): AgentPart {
  const call = { type: `tool-${name}` as const, toolCallId, input };
  if ('output' in end) return { ...call, state: 'output-available', output: end.output };
  const { error } = end;
  return {
    ...call,
    state: 'output-error',
    errorText: error instanceof Error ? error.message : String(error),
  };
}

function sameInput(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
