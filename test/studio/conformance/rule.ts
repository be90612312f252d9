import { isDeepStrictEqual } from 'node:util';
import type { Samples } from './samples.ts';
import type { StudioUnderTest } from './studio-under-test.ts';

/** Where a rule is written, and its words. */
export interface Quote {
  /** `spec 4.8`, or `design 11` for the fine print that the specification leaves open. */
  readonly from: string;
  readonly text: string;
}

/** One MUST of the protocol and how it is checked, on a Studio that was just loaded. */
export interface Rule {
  readonly id: string;
  readonly quote: Quote;
  /** The frame's `sandbox`; none when it is left out. */
  readonly sandbox?: string;
  /** @throws RuleBroken, or NotApplicable where the Studio's vertical has nothing to check */
  check(studio: StudioUnderTest, samples: Samples): Promise<void>;
}

/** The Studio does something else than the rule says; the message says what. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
}

/** There is nothing to check here; the message says why. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

export type Loose = Readonly<Record<string, unknown>>;

/** @throws RuleBroken with `what` was expected, unless `holds` */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new RuleBroken(what);
}

/** @throws RuleBroken, unless the two are deeply equal */
export function mustEqual(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new RuleBroken(`${what}: expected ${brief(expected)}, got ${brief(actual)}`);
}

/** @throws RuleBroken, unless it is an object that is no list */
export function mustBeObject(value: unknown, what: string): Loose {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is no object`);
  return value as Loose;
}

/** @throws RuleBroken, unless it is a list of objects */
export function mustBeObjects(value: unknown, what: string): readonly Loose[] {
  must(Array.isArray(value), `${what} is no list`);
  return value.map((entry: unknown) => mustBeObject(entry, `an entry of ${what}`));
}

/** @throws RuleBroken, unless all members are there with their types and no others are @param types `name?` for optional */
export function mustHaveShape(value: unknown, types: Readonly<Record<string, string>>, what: string): void {
  const object = mustBeObject(value, what);
  const known = new Map(Object.entries(types).map(([name, type]) => [name.replace('?', ''), type]));
  const strange = Object.keys(object).filter((name) => !known.has(name));
  mustEqual(strange, [], `members of ${what} that it has not`);
  for (const [name, type] of known) {
    const has = typeOf(object[name]);
    if (has === 'undefined' && `${name}?` in types) continue;
    must(type.split('|').includes(has), `\`${name}\` of ${what} is ${has}, not ${type}`);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

const LONGEST = 300;

/** A value as it is told in one line. */
export function brief(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

export const spec = (section: string, text: string): Quote => ({ from: `spec ${section}`, text });
export const design = (text: string): Quote => ({ from: 'design 11', text });
