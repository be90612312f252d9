import type { Case } from './case.ts';
import type { RandomChoice } from './random-input.ts';

/** Values that the database cannot store or compare, wildcards, and what a client sends for a value it lacks. */
const SPOILED: readonly unknown[] = [
  'a\0b',
  '\ud800',
  '100%_\\',
  '',
  null,
  3_000_000_000,
  1e300,
  -1.5,
  '9223372036854775808',
  '1e40',
  'NaN',
  'yesterday',
  '294277-01-01T00:00:00Z',
  { 'k\0': 1 },
  [['a\0']],
  {},
  [],
  true,
];

/** The same case with one of its values made impossible. What it asks for must be refused or answered, never fail. */
export function spoil(made: Case, random: RandomChoice): Case {
  const { ask } = made;
  if (ask.face === 'owner') {
    // The file of an import is bytes.
    if (ask.method === 'import') return made;
    return {
      ...made,
      ask: { ...ask, args: [ask.args[0], ...(spoilIn(ask.args.slice(1), random) as unknown[])] },
    };
  }
  const { body } = ask;
  if (typeof body !== 'object' || body === null) return made;
  const inner =
    'variables' in body ? { ...body, variables: spoilIn(body.variables, random) } : spoilIn(body, random);
  return { ...made, ask: { ...ask, body: inner } };
}

function spoilIn(value: unknown, random: RandomChoice): unknown {
  if (typeof value !== 'object' || value === null) return random.of(SPOILED);
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.of(SPOILED)];
    const at = random.of([...value.keys()]);
    return value.map((item: unknown, i) => (i === at ? spoilIn(item, random) : item));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return value;
  const [name] = random.of(entries);
  return Object.fromEntries(entries.map(([key, item]) => [key, key === name ? spoilIn(item, random) : item]));
}
