import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { foldedPath, pathMistake } from './path-rule.ts';

/**
 * Checks a file path of an app by the rule of `pathMistake`.
 * @throws ApiError invalid_request naming the path and the rule
 */
export function checkFilePath(path: string): void {
  const mistake = pathMistake(path, LIMITS.filePathBytes);
  if (mistake)
    throw new ApiError('invalid_request', `The file path ${JSON.stringify(path.slice(0, 100))} ${mistake}.`);
}

/**
 * Checks a whole set of paths: each by itself, and that no two meet under case folding.
 * @throws ApiError invalid_request
 */
export function checkFilePaths(paths: Iterable<string>): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    checkFilePath(path);
    const folded = foldedPath(path);
    const twin = seen.get(folded);
    if (twin !== undefined) {
      throw new ApiError('invalid_request', `The file paths "${twin}" and "${path}" differ only in case.`);
    }
    seen.set(folded, path);
  }
}
