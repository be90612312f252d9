import {
  convertToModelMessages,
  readUIMessageStream,
  stepCountIs,
  streamText,
  toUIMessageStream,
  type LanguageModel,
  type LanguageModelUsage,
  type ToolSet,
} from 'ai';
import { CutStreamError } from './failure-words.ts';
import type { AgentMessage } from './message.ts';
import { forModel } from './transcript.ts';

export interface StepRequest {
  readonly model: LanguageModel;
  readonly instructions: string;
  readonly tools: ToolSet;
  /** False in the last step: the model may only answer. */
  readonly mayCall: boolean;
  readonly history: readonly AgentMessage[];
  /** The answer so far; the step adds to it. */
  readonly answer: AgentMessage;
  /** Said to the model after everything else, without being kept. */
  readonly note: string | null;
  readonly signal: AbortSignal;
  /** Called with the growing answer. */
  readonly onAnswer: (answer: AgentMessage) => void;
}

export interface StepResult {
  readonly answer: AgentMessage;
  readonly usage: Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'> | null;
  /** Set when the step did not reach its own end; the answer holds what had come. */
  readonly error: unknown;
  readonly aborted: boolean;
}

/** Tries again after a refusal or a lost connection, waiting as the service asks. */
const RETRIES = 2;

/** One call of the model with the tools it asked for, run one after the other. Never throws for what the model does. */
export async function runStep(request: StepRequest): Promise<StepResult> {
  const { model, instructions, tools, mayCall, note, signal, onAnswer } = request;
  const messages = await convertToModelMessages(forModel([...request.history, request.answer]), {
    tools,
    ignoreIncompleteToolCalls: true,
  });
  let failure: unknown = null;
  const result = streamText({
    model,
    instructions,
    messages: note === null ? messages : [...messages, { role: 'user', content: note }],
    tools,
    toolChoice: mayCall ? 'auto' : 'none',
    toolCallConcurrency: 1,
    stopWhen: stepCountIs(1),
    maxRetries: RETRIES,
    abortSignal: signal,
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  let answer = request.answer;
  let usage: StepResult['usage'] = null;
  try {
    const chunks = toUIMessageStream<ToolSet, AgentMessage>({
      stream: result.stream,
      sendStart: false,
      sendFinish: false,
      redactToolErrors: false,
      onError: (error) => (error instanceof Error ? error.message : String(error)),
    });
    const snapshots = readUIMessageStream<AgentMessage>({ message: structuredClone(answer), stream: chunks });
    for await (const snapshot of snapshots) {
      answer = { ...snapshot, id: request.answer.id };
      onAnswer(answer);
    }
    if (!signal.aborted && failure === null) {
      const { inputTokens, outputTokens } = await result.usage;
      usage = { inputTokens, outputTokens };
      // Every format ends with a reason. Not every provider package notices when the connection closed before it.
      if ((await result.rawFinishReason) === undefined) failure = new CutStreamError();
    }
  } catch (error) {
    failure ??= error;
  }
  return { answer, usage, error: signal.aborted ? null : failure, aborted: signal.aborted };
}
