import { nearest } from '@platform/aml-compiler/nearest.ts';
import { ApiError } from '../errors.ts';
import { quote } from './model-info.ts';

/**
 * A mistake in a query: 400 with the place (design 6), in the sentence and as a diagnostic.
 * @param path as `where.AND[0].total.gt`, or a JSON pointer
 */
export function badQuery(path: string, message: string): ApiError {
  return new ApiError('invalid_request', `${path}: ${message}`, {
    diagnostics: [{ code: 'invalid_query', message, path: pointer(path) }],
  });
}

/**
 * Members that a request has and that mean nothing here. Ignored, a mistyped `where` would give all rows.
 * @param ignored members that mean nothing and are let through all the same (spec 4.1 rule 1)
 * @param meant what people write for a name of ours
 * @throws ApiError invalid_request with a diagnostic for each
 */
export function refuseUnknownMembers(
  given: Iterable<string>,
  of: {
    readonly what: string;
    readonly known: readonly string[];
    readonly ignored?: readonly string[];
    readonly meant?: Readonly<Record<string, string>>;
    readonly path?: string;
  },
): void {
  const { what, known, ignored = [], meant = {}, path = '' } = of;
  const diagnostics = [...given]
    .filter((name) => !known.includes(name) && !ignored.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      const hint = Object.hasOwn(meant, name)
        ? meant[name]
        : near
          ? `did you mean ${quote(near)}?`
          : known.length > 0
            ? `known are ${known.join(', ')}.`
            : 'it takes none.';
      return {
        code: 'unknown_member',
        message: `${quote(name)} is no ${what}; ${hint}`,
        path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      };
    });
  const [first] = diagnostics;
  if (first) throw new ApiError('invalid_request', first.message, { diagnostics });
}

function pointer(path: string): string {
  if (path.startsWith('/')) return path;
  return `/${path.replaceAll('[', '.').replaceAll(']', '').replaceAll('.', '/')}`;
}

/** A name that means nothing here, with the one that it most likely means. */
export function unknownName(path: string, what: string, name: string, known: readonly string[]): ApiError {
  const near = nearest(name, known);
  const hint = near ? `did you mean ${quote(near)}?` : `known are ${known.join(', ')}.`;
  return badQuery(path, `${quote(name)} is no ${what}; ${hint}`);
}
