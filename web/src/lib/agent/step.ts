import {
  convertToModelMessages,
  readUIMessageStream,
  stepCountIs,
  streamText,
  toUIMessageStream,
  type FinishReason,
  type LanguageModel,
  type LanguageModelUsage,
  type ToolSet,
} from 'ai';
import { CutStreamError } from './failure-words.ts';
import { joinDeltas } from './join-deltas.ts';
import type { AgentMessage, AgentPart } from './message.ts';

export interface StepRequest {
  readonly model: LanguageModel;
  readonly instructions: string;
  readonly tools: ToolSet;
  readonly maxOutputTokens: number | undefined;
  /** False in the last step: the model may only answer. */
  readonly mayCall: boolean;
  /** Everything before this step, as the model may see it. */
  readonly messages: readonly AgentMessage[];
  /** Said to the model after everything else, without being kept. */
  readonly note: string | null;
  readonly signal: AbortSignal;
  /** Called with all parts of this step as they grow. */
  readonly onParts: (parts: readonly AgentPart[]) => void;
}

export interface StepResult {
  readonly parts: readonly AgentPart[];
  /** Null: the step ended before the provider told. */
  readonly usage: LanguageModelUsage | null;
  readonly finishReason: FinishReason | null;
  /** Set when the step did not reach its own end; `parts` holds what had come. */
  readonly error: unknown;
  readonly aborted: boolean;
}

/** Milliseconds: the screen sees the answer grow this often at most. */
const SHOWN_EVERY = 40;

const NOT_ENDED = { usage: null, finishReason: null, told: false } as const;

/** One call of the model with the tools it asked for, run one after the other. Never throws for what the model does. */
export async function runStep(request: StepRequest): Promise<StepResult> {
  const { model, instructions, tools, maxOutputTokens, mayCall, note, signal, onParts } = request;
  const messages = await convertToModelMessages([...request.messages], {
    tools,
    ignoreIncompleteToolCalls: true,
  });
  let failure: unknown = null;
  let ended: Pick<StepResult, 'usage' | 'finishReason'> & { readonly told: boolean } = NOT_ENDED;
  const result = streamText({
    model,
    instructions,
    messages: note === null ? messages : [...messages, { role: 'user', content: note }],
    tools,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    // Each step repeats all before it. Anthropic remembers that, for a tenth of the price, only when asked; others do so unasked.
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    toolChoice: mayCall ? 'auto' : 'none',
    toolCallConcurrency: 1,
    stopWhen: stepCountIs(1),
    // The model itself is patient, and says so.
    maxRetries: 0,
    abortSignal: signal,
    // Not `result.usage`: asking for that reads the whole answer a second time, in one task.
    onStepEnd: ({ usage, finishReason, rawFinishReason }) => {
      ended = { usage, finishReason, told: rawFinishReason !== undefined };
    },
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  let parts: readonly AgentPart[] = [];
  let whole = false;
  try {
    const chunks = toUIMessageStream<ToolSet, AgentMessage>({
      stream: result.stream,
      sendStart: false,
      sendFinish: false,
      redactToolErrors: false,
      onError: (error) => (error instanceof Error ? error.message : String(error)),
    });
    // Every step grows a message of its own: copying the steps before it with each snapshot would be quadratic.
    const message: AgentMessage = { id: 'step', role: 'assistant', parts: [] };
    const stream = joinDeltas(chunks, SHOWN_EVERY);
    for await (const snapshot of readUIMessageStream<AgentMessage>({ message, stream })) {
      parts = snapshot.parts;
      onParts(parts);
    }
    if (!signal.aborted && failure === null) {
      // Rejects with the reason of a step without an end.
      if (ended === NOT_ENDED) await result.usage;
      whole = true;
      // Every format ends with a reason. Not every provider package notices when the connection closed before it.
      if (!ended.told) failure = new CutStreamError();
    }
  } catch (error) {
    failure ??= error;
  }
  return {
    parts,
    usage: whole ? ended.usage : null,
    finishReason: whole ? ended.finishReason : null,
    error: signal.aborted ? null : failure,
    aborted: signal.aborted,
  };
}
