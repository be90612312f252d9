import { ApiError } from '../errors.ts';

/** A request's path, decoded exactly once, and its query as sent. */
export interface Target {
  /** Decoded segments; a trailing slash leaves an empty last one. */
  readonly segments: readonly string[];
  readonly rawPath: string;
  /** With its `?`, or empty. */
  readonly rawQuery: string;
}

/**
 * Splits and decodes a request target (design 7). Anything that two readers could understand differently is refused:
 * absolute forms, dot segments, encoded separators, NUL, broken escapes.
 * @throws ApiError invalid_request
 */
export function parseTarget(raw: string): Target {
  if (!raw.startsWith('/')) throw refused('The request target must be a path that begins with a slash.');
  const question = raw.indexOf('?');
  const rawPath = question < 0 ? raw : raw.slice(0, question);
  if (rawPath.includes('#')) throw refused('The path contains a fragment.');
  return {
    segments: rawPath.slice(1).split('/').map(decodeSegment),
    rawPath,
    rawQuery: question < 0 ? '' : raw.slice(question),
  };
}

function decodeSegment(raw: string): string {
  let segment: string;
  try {
    segment = decodeURIComponent(raw);
  } catch (cause) {
    throw new ApiError('invalid_request', 'The path has an escape that is not valid UTF-8.', { cause });
  }
  if (segment === '.' || segment === '..') throw refused('The path has a dot segment.');
  if (/[/\\\0]/.test(segment)) throw refused('The path has a separator or NUL inside a segment.');
  // Stored paths are NFC (design 4); links typed on some systems are not.
  return segment.normalize('NFC');
}

function refused(message: string): ApiError {
  return new ApiError('invalid_request', message);
}
