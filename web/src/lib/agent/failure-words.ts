import { APICallError, NoOutputGeneratedError } from 'ai';
import { WorkspaceError } from './workspace.ts';

/** Why a turn failed, in a sentence that says what to do. */
export interface TurnFailure {
  /** From the closed list of design 4 where the server named one; else `network`, `cut` or `agent`. */
  readonly code: string;
  readonly message: string;
}

/** A stream that ended without the model's own end. */
export class CutStreamError extends Error {
  constructor() {
    super('The stream ended early.');
    this.name = 'CutStreamError';
  }
}

const KEPT = 'What was done so far is kept.';

/** The words for whatever ended a turn early. */
export function describeFailure(error: unknown): TurnFailure {
  if (error instanceof CutStreamError || isUnfinished(error)) {
    return { code: 'cut', message: `The answer broke off before its end. ${KEPT} You can continue.` };
  }
  if (error instanceof WorkspaceError) return { code: error.code, message: error.message };
  if (APICallError.isInstance(error)) return describeApiError(error);
  if (error instanceof TypeError || isNetworkError(error)) {
    return {
      code: 'network',
      message: `The server could not be reached. ${KEPT} Try again when you are connected.`,
    };
  }
  const said = error instanceof Error ? error.message : String(error);
  return { code: 'agent', message: `The turn ended: ${said} ${KEPT}` };
}

/** A call of a model that failed, as the provider packages tell it. */
export type ApiFailure = InstanceType<typeof APICallError>;

const inWords = new Intl.RelativeTimeFormat('en');

function describeApiError(error: ApiFailure): TurnFailure {
  const { statusCode: status, responseHeaders } = error;
  // The answer had begun well: what failed is reading it to its end.
  if (status !== undefined && status < 300) return describeFailure(new CutStreamError());
  const message = `${saidOf(error)} ${KEPT}`;
  if (status === 401) {
    return {
      code: 'unauthenticated',
      message: `Your session has ended. ${KEPT} Sign in again and continue.`,
    };
  }
  if (status === 429) {
    const seconds = Number(responseHeaders?.['retry-after']);
    return {
      code: 'rate_limited',
      message: `${message} Try again ${seconds > 0 ? inTime(seconds) : 'in a moment'}.`,
    };
  }
  const code = envelope(error.responseBody)?.code;
  if (code !== undefined) return { code, message };
  return status === undefined
    ? { code: 'network', message: `${message} Try again in a moment.` }
    : { code: 'upstream_error', message };
}

/** What is wrong, in a sentence: the server's own where it has one. */
export function saidOf({ statusCode, responseBody }: ApiFailure): string {
  const said = envelope(responseBody);
  if (said !== null) return said.message;
  if (statusCode === undefined) return 'The model could not be reached.';
  if (statusCode === 429) return 'The model takes no more requests right now.';
  return `The model's service answered with status ${statusCode}.`;
}

/** "in 40 seconds", "in 9 hours". */
function inTime(seconds: number): string {
  if (seconds <= 100) return inWords.format(Math.ceil(seconds), 'second');
  if (seconds <= 5_400) return inWords.format(Math.ceil(seconds / 60), 'minute');
  return inWords.format(Math.ceil(seconds / 3_600), 'hour');
}

/** The error of our own envelope (design 4), or OpenAI's shape of it. */
function envelope(body: string | undefined): { code: string; message: string } | null {
  if (body === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return null;
    const { error } = parsed;
    if (typeof error !== 'object' || error === null || !('message' in error)) return null;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'upstream_error';
    const message = String(error.message).trim();
    return { code, message: /[.?!]$/.test(message) ? message : `${message}.` };
  } catch {
    // Not JSON: nothing in it is meant for a person.
    return null;
  }
}

/** How the SDK says that a stream closed in the middle without an error. */
function isUnfinished(error: unknown): boolean {
  // A stream that said nothing but that it begins.
  if (NoOutputGeneratedError.isInstance(error)) return true;
  return error instanceof Error && error.message.includes('ended without a finish reason');
}

/** True when a model called a tool though it was told that there are none. */
export function isUnwantedCall(error: unknown): boolean {
  return error instanceof Error && error.message.includes('even though tool choice was none');
}

function isNetworkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /network|fetch failed|socket|terminated|ECONN/i.test(`${error.name} ${error.message}`)
  );
}
