import type { RandomModel } from './random-models.ts';
import type { Tape } from './tape.ts';

export interface RandomField {
  readonly name: string;
  readonly type: string;
  readonly mark: '' | '?' | '[]';
  readonly attributes: readonly string[];
}

/** Words of SQL, GraphQL and JavaScript, system columns, long twins, numbers: all of them allowed. */
const NAMES = [
  ...[
    'title',
    'select',
    'from',
    'order',
    'user',
    'group',
    'table',
    'desc',
    'limit',
    'xmin',
    'oid',
    'tableoid',
  ],
  ...[
    'type',
    'class',
    'function',
    'model',
    'fields',
    'data',
    'count',
    'createdAt',
    'created_at',
    'CreatedOn',
  ],
  ...[
    'a1',
    'aB',
    'A_',
    'x__y',
    'id_',
    'Node',
    'cursor',
    'F'.repeat(48),
    `${'F'.repeat(47)}g`,
    'column',
    'value',
  ],
];

/** By type: literals for `@default`, functions for it, validators that fit together in this order. */
const TYPES: Readonly<
  Record<string, readonly [literals: readonly string[], calls: readonly string[], rules: readonly string[]]>
> = {
  String: [
    ['""', '"text"', '"it\'s \\"q\\" \\\\ 😀"', '"null"', '"${x}"'],
    ['cuid()', 'uuid()'],
    ['@trim', '@lower', '@length(0, 2000)', '@length(80)', '@regex("^[a-z]*$")'],
  ],
  Boolean: [['true', 'false'], [], []],
  Int: [['0', '-1', '2147483647'], ['autoincrement()'], ['@gte(-5)', '@lte(2147483647)']],
  BigInt: [['0', '9223372036854775807'], ['autoincrement()'], ['@gt(-9)']],
  Float: [['0', '1.5', '-0.25', '1000000000000000000000'], [], ['@gte(-1)']],
  Decimal: [['0', '9.90', '-12345678901234567890.125'], [], ['@lt(100000000000000000000000)']],
  DateTime: [
    ['"2026-01-31T12:00:00Z"', '"2000-02-29T23:59:59.999+02:00"'],
    ['now()'],
    ['@gt("1990-01-01T00:00:00Z")'],
  ],
  Json: [['"{}"', '"[1, null, \\"a\\"]"', '"{\\"__proto__\\": 1}"'], [], []],
};

/** Up to seven value fields. */
export function randomFields(
  tape: Tape,
  model: RandomModel,
  enums: readonly { readonly name: string; readonly values: readonly string[] }[],
): RandomField[] {
  const taken = new Set(model.fields.map(({ name }) => name.toLowerCase()));
  const fields: RandomField[] = [];
  for (let number = 1 + tape.below(7); number > 0; number--) {
    const name = tape.pick(NAMES);
    if (taken.has(name.toLowerCase()) && !tape.chance(1)) continue;
    taken.add(name.toLowerCase());
    const used = enums.length > 0 && tape.chance(20) ? tape.pick(enums) : null;
    fields.push(used === null ? scalarField(tape, name) : enumField(tape, name, used));
  }
  return fields;
}

const MARKS = ['', '', '', '?', '?', '[]'] as const;

function enumField(
  tape: Tape,
  name: string,
  of: { readonly name: string; readonly values: readonly string[] },
): RandomField {
  const mark = tape.pick(MARKS);
  const value = tape.pick(of.values);
  const attributes = tape.chance(40) ? [`@default(${mark === '[]' ? `[${value}, ${value}]` : value})`] : [];
  if (mark !== '[]' && tape.chance(10)) attributes.push('@unique');
  return { name, type: of.name, mark, attributes };
}

function scalarField(tape: Tape, name: string): RandomField {
  const type = tape.pick(Object.keys(TYPES));
  const [literals, calls, rules] = TYPES[type] ?? [[], [], []];
  const mark = tape.pick(MARKS);
  const list = mark === '[]';
  const attributes: string[] = [];
  if (tape.chance(40)) {
    const value = !list && calls.length > 0 && tape.chance(40) ? tape.pick(calls) : tape.pick(literals);
    // A counter is never missing, but now and then it may say so and be refused.
    if (mark === '' || value !== 'autoincrement()' || tape.chance(5))
      attributes.push(`@default(${list ? `[${value}]` : value})`);
  } else if (type === 'DateTime' && mark === '' && tape.chance(30)) attributes.push('@updatedAt');
  if (!list && type !== 'Json' && tape.chance(15)) attributes.push('@unique');
  if (!list && attributes.length === 0 && rules.length > 0 && tape.chance(40))
    attributes.push(tape.pick(rules));
  if (tape.chance(8)) attributes.push(`@was("former_${name.slice(0, 20)}")`);
  if (tape.chance(5)) attributes.push('/// What it is for: "quotes", \\ and 😀');
  return { name, type, mark, attributes };
}
