import { ApiError } from '../../errors.ts';

const PLACED = new WeakSet<ApiError>();

/** The error of a nested row with its place in the input: in the sentence, and as the path of each diagnostic. */
export function placed(path: string, error: ApiError): ApiError {
  const { code, message, status, retryAfter, details } = error;
  const mistakes = error.diagnostics ?? [{ code, message }];
  const told = new ApiError(code, `${path}: ${message.replace(/^There is/, 'there is')}`, {
    diagnostics: mistakes.map((item) => ({ ...item, path: `${path}${item.path ?? ''}` })),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    details,
    status,
    cause: error,
  });
  PLACED.add(told);
  return told;
}

/** Runs what a nested write does for one row, whose mistakes are told with their place; the innermost one counts. */
export async function atPlace<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAboutRow =
      error instanceof ApiError && ['not_found', 'conflict', 'invalid_record'].includes(error.code);
    throw isAboutRow && !PLACED.has(error) ? placed(path, error) : error;
  }
}
