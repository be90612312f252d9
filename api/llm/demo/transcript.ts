import type { AppKey } from './apps.ts';
import { wantedApp } from './app-words.ts';
import { isErrorReport } from './fix.ts';
import { textOf, type ChatMessage } from './request.ts';
import { readToolResult, type ToolResult } from './tool-result.ts';
import { isUndo } from './undo.ts';

/** One tool call that was made, with its answer; null while there is none. */
export interface Step {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: ToolResult | null;
}

/** What the demo knows: it keeps nothing between requests, all of it stands in the messages. */
export interface Transcript {
  /** What the person asked for last. */
  readonly request: string;
  /** The tool calls since then, oldest first. */
  readonly steps: readonly Step[];
  /** Every tool call before that request. */
  readonly earlier: readonly Step[];
  /** The app that an earlier request had built here, if one had. */
  readonly builtBefore: AppKey | null;
  /** The AML that is in force now, as far as the messages show; null when they do not. */
  readonly aml: string | null;
}

// Not from the person: an agent's note between tool results and the model's next answer.
function isNote(messages: readonly ChatMessage[], index: number): boolean {
  return messages[index - 1]?.role === 'tool';
}

const CONTINUE = /^\W*(continue|go on|carry on|resume|keep going)\W*$/i;

/** Reads the messages of a request. "Continue" carries on with the request before it. */
export function readTranscript(messages: readonly ChatMessage[]): Transcript {
  const requests = messages.flatMap((message, index) => {
    const text = message.role === 'user' ? textOf(message.content).trim() : '';
    return text === '' || CONTINUE.test(text) || isNote(messages, index) ? [] : [{ text, index }];
  });
  const last = requests.at(-1);
  const from = last?.index ?? 0;
  const earlier = readSteps(messages.slice(0, from));
  const steps = readSteps(messages.slice(from));
  const builds = requests
    .slice(0, -1)
    .flatMap(({ text }) => (isErrorReport(text) || isUndo(text) ? [] : (wantedApp(text) ?? [])));
  return {
    request: last?.text ?? '',
    steps,
    earlier,
    builtBefore: earlier.some(wroteFile) ? (builds.at(-1) ?? null) : null,
    aml: lastAml([...earlier, ...steps]),
  };
}

function readSteps(messages: readonly ChatMessage[]): readonly Step[] {
  const results = new Map<string, ToolResult>();
  for (const message of messages) {
    if (message.role === 'tool') results.set(message.tool_call_id, readToolResult(textOf(message.content)));
  }
  return messages.flatMap((message) =>
    message.role !== 'assistant'
      ? []
      : (message.tool_calls ?? []).map((call) => ({
          tool: call.function.name,
          args: readArguments(call.function.arguments),
          result: results.get(call.id) ?? null,
        })),
  );
}

function readArguments(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // A call that was cut off mid-stream: it counts as made, with nothing known about it.
    return {};
  }
}

function wroteFile(step: Step): boolean {
  return step.tool === 'write_file' && step.result?.problem === null;
}

function lastAml(steps: readonly Step[]): string | null {
  const written = steps.findLast(({ tool, result }) => tool === 'write_aml' && result?.problem === null);
  return typeof written?.args['aml'] === 'string' ? written.args['aml'] : null;
}
