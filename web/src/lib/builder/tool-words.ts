import { toolCallOf, type AgentMessage, type AgentPart, type ToolCallView } from '#lib/agent/message.ts';
import { NOT_RUN } from '#lib/agent/transcript.ts';
import { isFailureOutput } from '#lib/agent/tools/result.ts';
import { copy } from './copy.ts';
import { doingOf, type Doing } from './tool-doings.ts';

/** How a tool call stands, as a row of the chat shows it. */
export type CallPhase = 'preparing' | 'running' | 'done' | 'problems' | 'failed' | 'not-run';

export interface CallWords {
  readonly phase: CallPhase;
  /** "Wrote", "Writing…". */
  readonly verb: string;
  /** What it was about, for example a file; null when the verb says it all. */
  readonly subject: string | null;
  /** A few words on the right: lines, hits, problems. */
  readonly note: string | null;
}

/** The words for a tool call at its present state; null for a part that is none. */
export function wordsOf(part: AgentPart): (CallWords & { readonly call: ToolCallView }) | null {
  const call = toolCallOf(part);
  if (call === null) return null;
  const phase = phaseOf(call);
  const { name } = call;
  const { verbs, about, unknown } = doingOf(name, call.input);
  const subject = subjectOf(call);
  const verb = [verbOf(verbs, phase), subject === null ? unknown : about].filter(Boolean).join(' ');
  return { call, phase, verb, subject, note: noteOf(call, phase) };
}

function verbOf([preparing, running, done, failed]: Doing['verbs'], phase: CallPhase): string {
  if (phase === 'preparing') return preparing;
  if (phase === 'running') return running;
  if (phase === 'not-run') return `Stopped before ${running.charAt(0).toLowerCase()}${running.slice(1)}`;
  return phase === 'failed' ? failed : done;
}

function phaseOf({ state, output, errorText }: ToolCallView): CallPhase {
  if (errorText === NOT_RUN) return 'not-run';
  if (state === 'output-error' || state === 'output-denied') return 'failed';
  if (state === 'input-streaming') return 'preparing';
  if (state !== 'output-available') return 'running';
  if (isFailureOutput(output)) return 'failed';
  return problemsIn(output).length > 0 ? 'problems' : 'done';
}

/** What a call is about, where it names something: a file, words, or an app by its name, for an id says nothing. */
function subjectOf({ name, input, output }: ToolCallView): string | null {
  const { about, unknown } = doingOf(name, input);
  if (about === undefined && unknown === undefined) return null;
  if (name === 'market_search') return quoted(member(input, 'q'));
  return about === undefined ? member(input, 'path') : quoted(member(output, 'name'));
}

function noteOf({ name, input, output }: ToolCallView, phase: CallPhase): string | null {
  if (phase === 'preparing') {
    const text = member(input, 'content') ?? member(input, 'aml') ?? member(input, 'replace');
    return text === null ? null : copy.tools.soFar(text.split('\n').length);
  }
  const problems = problemsIn(output).length;
  if (problems > 0) return copy.tools.problems(problems);
  if (phase !== 'done') return null;
  const lines = numberIn(output, 'lines');
  const isText = name === 'write_aml' || name === 'write_file' || name === 'read_file';
  if (lines !== null && isText) return copy.tools.lines(lines);
  if (name === 'read_console') {
    const errors = numberIn(output, 'errors') ?? 0;
    if (errors === 0 && objectOf(output)['painted'] === false) return 'no errors, nothing painted yet';
    return errors === 0 ? 'no errors' : errors === 1 ? '1 error' : `${errors} errors`;
  }
  if (name === 'market_search') {
    const apps = objectOf(output)['apps'];
    return Array.isArray(apps) ? (apps.length === 1 ? '1 app' : `${apps.length} apps`) : null;
  }
  return null;
}

/**
 * What an answer under way is doing, in words.
 * @param looking it waits for the preview, not for the model
 */
export function stepOf(answer: AgentMessage | undefined, looking: boolean): string {
  const { steps } = copy.chat;
  const waiting = looking ? steps.looking : steps.waiting;
  const part =
    answer?.role === 'assistant' ? answer.parts.findLast(({ type }) => type !== 'step-start') : undefined;
  if (part === undefined) return waiting;
  if (part.type === 'text' || part.type === 'reasoning') {
    if (part.state !== 'streaming') return waiting;
    return part.type === 'text' ? steps.answering : steps.thinking;
  }
  const words = wordsOf(part);
  if (words === null || (words.phase !== 'preparing' && words.phase !== 'running')) return waiting;
  return words.subject === null ? words.verb : `${words.verb} ${words.subject}`;
}

/** One problem as a stored tool answer holds it: checked, since any client may have written the transcript. */
export interface ShownProblem {
  readonly message: string;
  readonly place: string;
  readonly hint: string;
}

/** The problems that a write reports: of a draft's files, or of the document in a Studio. */
export function problemsIn(output: unknown): readonly ShownProblem[] {
  const { problems, diagnostics } = objectOf(output);
  const found = [problems, diagnostics].flatMap((list: unknown) => (Array.isArray(list) ? list : []));
  return found.map((problem: unknown) => {
    const line = numberIn(problem, 'line');
    const path = member(problem, 'path') ?? '';
    return {
      message: member(problem, 'message') ?? '',
      place: line === null ? path : `${path}:${line}`,
      hint: member(problem, 'hint') ?? '',
    };
  });
}

/** Why a call did not work, in words. */
export function reasonOf({ output, errorText }: ToolCallView): string | null {
  if (errorText !== null) return errorText;
  return isFailureOutput(output) ? member(objectOf(output)['error'], 'message') : null;
}

/** A text member of something that may be half there. */
export function member(value: unknown, name: string): string | null {
  const found = objectOf(value)[name];
  return typeof found === 'string' && found !== '' ? found : null;
}

function numberIn(value: unknown, name: string): number | null {
  const found = objectOf(value)[name];
  return typeof found === 'number' ? found : null;
}

/** Its members, or none when it is no object. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function quoted(text: string | null): string | null {
  return text === null ? null : `“${text}”`;
}
