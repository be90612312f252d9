import { z } from 'zod';
import type { Place } from '#lib/data/model.ts';

const entry = z.object({ query: z.string(), variables: z.string(), at: z.number() });
const record = z.object({ query: z.string(), variables: z.string(), ran: z.array(entry) });

/** A query that was run; `at` in milliseconds since 1970. */
export type Run = Readonly<z.infer<typeof entry>>;

/** What a person left in the explorer of one space: the texts as they stood, and what was run, newest first. */
export interface Kept {
  readonly query: string;
  readonly variables: string;
  readonly ran: readonly Run[];
}

export const HISTORY_LENGTH = 30;

/** The runs with one more. The same query with the same variables is kept once. */
export function withRun(ran: readonly Run[], run: Run): readonly Run[] {
  const others = ran.filter(({ query, variables }) => query !== run.query || variables !== run.variables);
  return [run, ...others].slice(0, HISTORY_LENGTH);
}

/** By person too: two people may use one browser. */
const keyOf = (userId: string, { home, id }: Place): string => `explorer.${userId}.${home}.${id}`;

/** What this browser holds; null when it holds nothing, or nothing that can be read. */
export function readKept(userId: string, place: Place): Kept | null {
  try {
    const text = localStorage.getItem(keyOf(userId, place));
    return text === null ? null : record.parse(JSON.parse(text));
  } catch {
    // Storage is blocked, or holds the form of another version: the explorer begins anew.
    return null;
  }
}

/** @returns whether it is kept: not when storage is blocked or full */
export function writeKept(userId: string, place: Place, kept: Kept): boolean {
  try {
    localStorage.setItem(keyOf(userId, place), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
