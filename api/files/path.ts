import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** First segments that the publish origin answers itself. */
const RESERVED = new Set(['_data', '_graphql', '_platform']);
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/u;

/**
 * Checks a file path of an app (design 4): relative, `/` between segments, NFC, no empty, `.` or `..` segment, no
 * control character or backslash, at most 256 bytes, first segment not reserved.
 * @throws ApiError invalid_request naming the path and the rule
 */
export function checkFilePath(path: string): void {
  const mistake = findMistake(path);
  if (mistake)
    throw new ApiError('invalid_request', `The file path ${JSON.stringify(path.slice(0, 100))} ${mistake}.`);
}

function findMistake(path: string): string | null {
  if (path === '') return 'is empty';
  if (Buffer.byteLength(path) > LIMITS.filePathBytes) return `has more than ${LIMITS.filePathBytes} bytes`;
  if (!path.isWellFormed() || path.normalize('NFC') !== path) return 'is not in Unicode normal form C';
  if (FORBIDDEN.test(path)) return 'has a control character or a backslash';
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'has an empty, "." or ".." segment; write it relative, such as "css/app.css"';
  }
  const first = segments[0]?.toLowerCase() ?? '';
  return RESERVED.has(first) ? `begins with ${first}, which the platform answers itself` : null;
}

/**
 * Checks a whole set of paths: each by itself, and that no two meet under case folding.
 * @throws ApiError invalid_request
 */
export function checkFilePaths(paths: Iterable<string>): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    checkFilePath(path);
    // Up and down again, so that ß and SS meet as they do on some disks.
    const folded = path.toUpperCase().toLowerCase();
    const twin = seen.get(folded);
    if (twin !== undefined) {
      throw new ApiError('invalid_request', `The file paths "${twin}" and "${path}" differ only in case.`);
    }
    seen.set(folded, path);
  }
}
