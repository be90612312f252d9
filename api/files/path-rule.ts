import { FILE_LIMITS } from './file-limits.ts';

/** First segments that the publish origin answers itself. */
const RESERVED = new Set(['_data', '_graphql', '_platform']);
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/u;

/**
 * What is wrong with a file path of an app (design 4), as the end of a sentence about it; null when nothing is. It is
 * relative, `/` between segments, NFC, no empty, `.` or `..` segment, no control character or backslash, first segment
 * not reserved. Pure, so that the editor says the same as the server before it asks.
 */
export function pathMistake(path: string, mostBytes: number = FILE_LIMITS.filePathBytes): string | null {
  if (path === '') return 'is empty';
  if (new TextEncoder().encode(path).length > mostBytes) return `has more than ${mostBytes} bytes`;
  if (!path.isWellFormed() || path.normalize('NFC') !== path) return 'is not in Unicode normal form C';
  if (FORBIDDEN.test(path)) return 'has a control character or a backslash';
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'has an empty, "." or ".." segment; write it relative, such as "css/app.css"';
  }
  const first = segments[0]?.toLowerCase() ?? '';
  return RESERVED.has(first) ? `begins with ${first}, which the platform answers itself` : null;
}

/** A path as it is compared with others: two that are equal here are one file on some disks. */
export function foldedPath(path: string): string {
  // Up and down again, so that ß and SS meet as they do on some disks.
  return path.toUpperCase().toLowerCase();
}
