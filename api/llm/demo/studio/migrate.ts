import { z } from 'zod';
import { isObject } from '../../../content/operation.ts';

const change = z.object({
  version: z.number(),
  kind: z.string(),
  target: z.string(),
  breaking: z.boolean(),
  summary: z.string(),
  migrationHint: z.string().optional(),
});

/** One change of a schema (spec 2.6), as far as a script can act on it. */
export type Change = z.infer<typeof change>;

const diff = z.object({ ok: z.literal(true), changes: z.array(change) });

/** Reads the answer to the question what changed; null when it is not one. */
export function readDiff(value: unknown): readonly Change[] | null {
  return diff.safeParse(value).data?.changes ?? null;
}

const RENAME = /^Rename "(?<from>[^"]+)" to "(?<to>[^"]+)"/u;

/**
 * A document brought along: what is not breaking needs nothing (spec 9.2), and a member that has another name now gets
 * it. Null where a change is of another sort, which takes understanding.
 */
export function migrated(document: unknown, changes: readonly Change[]): unknown {
  let now: unknown = document;
  for (const { breaking, kind, target, migrationHint } of changes) {
    if (!breaking) continue;
    const { from, to } = RENAME.exec(migrationHint ?? '')?.groups ?? {};
    const path = target.split('.');
    if (kind !== 'rename' || from === undefined || to === undefined || path.at(-1) !== from) return null;
    now = renamed(now, path.slice(0, -1), from, to);
  }
  return now;
}

/** The members keep their order. `fields[]` in a path stands for every entry of that list. */
function renamed(value: unknown, path: readonly string[], from: string, to: string): unknown {
  if (!isObject(value)) return value;
  const [first, ...rest] = path;
  const name = first?.replace(/\[\]$/u, '');
  return Object.fromEntries(
    Object.entries(value).map(([member, own]) => {
      if (first === undefined) return [member === from ? to : member, own];
      if (member !== name) return [member, own];
      const list = Array.isArray(own) && first.endsWith('[]');
      return [member, list ? own.map((one) => renamed(one, rest, from, to)) : renamed(own, rest, from, to)];
    }),
  );
}
