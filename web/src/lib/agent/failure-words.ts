import { APICallError, NoOutputGeneratedError, RetryError } from 'ai';
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
export function describeFailure(thrown: unknown): TurnFailure {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
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

function describeApiError(error: InstanceType<typeof APICallError>): TurnFailure {
  const status = error.statusCode;
  // The answer had begun well: what failed is reading it to its end.
  if (status !== undefined && status < 300) return describeFailure(new CutStreamError());
  const said = envelope(error.responseBody);
  if (status === 401) {
    return {
      code: 'unauthenticated',
      message: `Your session has ended. ${KEPT} Sign in again and continue.`,
    };
  }
  if (status === 429) {
    const seconds = Number(error.responseHeaders?.['retry-after']);
    const wait =
      Number.isFinite(seconds) && seconds > 0 ? ` in ${Math.ceil(seconds)} seconds` : ' in a moment';
    return {
      code: 'rate_limited',
      message: `${said?.message ?? 'The model takes no more requests right now.'} ${KEPT} Try again${wait}.`,
    };
  }
  if (said !== null) return { code: said.code, message: `${said.message} ${KEPT}` };
  if (status === undefined) {
    return { code: 'network', message: `The model could not be reached. ${KEPT} Try again in a moment.` };
  }
  return { code: 'upstream_error', message: `The model's service answered with status ${status}. ${KEPT}` };
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
