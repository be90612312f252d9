import type { IrValueField } from '@platform/aml-compiler';

/** In texts of the app that asks, and in those of its neighbour. No other text holds either of them. */
export const OWN = 'OWN';
export const FOREIGN = 'SECRET';
/** In numbers and dates of the neighbour. */
const FOREIGN_DIGITS = '77777';
const FOREIGN_YEAR = '2777';

/** What an answer to the app may never hold, and what an answer to the neighbour may not. */
export const FOREIGN_MARK = new RegExp(`${FOREIGN}|${FOREIGN_DIGITS}|${FOREIGN_YEAR}-`);
export const OWN_MARK = new RegExp(OWN);

/** The key of a row of both apps, as the key that the row has which only the neighbour has. */
function foreignKey(type: string, key: unknown): unknown {
  if (type === 'String') return `${FOREIGN}${String(key)}`;
  if (type === 'DateTime') return String(key).replace('2026', FOREIGN_YEAR);
  const number = 777_770_000 + Number(key);
  return type === 'Int' ? number : String(number);
}

/** Which row a key is of. */
export type KeyOf = 'both apps' | 'the neighbour' | 'no row';

/** A key of these types; rows are planted with the keys for `n` from 1 to 7. */
export function rowKey(types: readonly string[], n: number, whose: KeyOf): readonly unknown[] {
  return types.map((type, i) => {
    const key = keyOf(type, (i === 0 ? n : ((n - 1) % 4) + 1) + (whose === 'no row' && i === 0 ? 20 : 0));
    return whose === 'the neighbour' ? foreignKey(type, key) : key;
  });
}

/** Few values of each type, so that conditions meet; those of stored texts are the app's own. */
export const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  String: [`${OWN}`, `${OWN}_b`, `${OWN} 100%`, `${OWN}\\`, `${OWN.toLowerCase()}B`],
  Boolean: [true, false],
  Int: [0, 1, 2, 3, -1, 2_147_483_647],
  BigInt: ['0', '1', '2', '-9007199254740993'],
  Float: [0, 1, -0.1, 1.5e300],
  Decimal: ['0', '1', '2', '1.5', '-12345678901234567890.123456789'],
  DateTime: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', '0999-12-31T23:59:59.999Z'],
  Json: [1, OWN, [1, OWN], [], { a: OWN }, { a: [OWN, { b: null }] }],
};

/** What callers ask with: own values, parts of them, and the neighbour's. */
export const PROBES: Readonly<Record<string, readonly unknown[]>> = {
  ...VALUES,
  String: [...(VALUES['String'] ?? []), '', '1', '2', 'W', '%', '_', FOREIGN, `${FOREIGN}1`, `x'; --`],
  Int: [...(VALUES['Int'] ?? []), foreignKey('Int', 1), 777_777],
  BigInt: [...(VALUES['BigInt'] ?? []), foreignKey('BigInt', 1), '777777'],
  Decimal: [...(VALUES['Decimal'] ?? []), foreignKey('Decimal', 1), '777777'],
  DateTime: [...(VALUES['DateTime'] ?? []), foreignKey('DateTime', keyOf('DateTime', 1))],
  Json: [...(VALUES['Json'] ?? []), FOREIGN, { [FOREIGN]: 1 }],
};

/** The `n`th value of a key's part; small numbers, so that keys and other values meet. */
function keyOf(type: string, n: number): unknown {
  if (type === 'Int') return n;
  return type === 'DateTime' ? new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString() : String(n);
}

/** SQL for the neighbour's value in place of an own one; every one of them bears a mark that its type can hold. */
export function foreignValue(column: string, field: IrValueField): string {
  if (field.kind === 'enum') return column;
  const { type, list } = field;
  const mark = MARKS[type];
  if (list) return mark === undefined ? column : `ARRAY[${mark}]${TYPE_OF_MARK[type] ?? ''}`;
  return mark === undefined ? column : (FOREIGN_OF[type]?.(column) ?? mark);
}

const MARKS: Readonly<Record<string, string>> = {
  String: `'${FOREIGN} text'`,
  Int: '777777',
  BigInt: '777777',
  Float: '777777',
  Decimal: '777777',
  DateTime: `'${FOREIGN_YEAR}-07-07T00:00:00Z'`,
  Json: `'{"${FOREIGN}": "${FOREIGN}"}'`,
};

/** Casts of a list of marks, where a literal alone has another type. */
const TYPE_OF_MARK: Readonly<Record<string, string>> = {
  DateTime: '::timestamptz[]',
  Json: '::jsonb[]',
};

/** What keeps something of the own value. */
const FOREIGN_OF: Readonly<Record<string, (column: string) => string>> = {
  String: (column) => `coalesce(replace(upper(${column}), '${OWN}', '${FOREIGN}'), '${FOREIGN}')`,
};

/** SQL for a value of a unique field that is no key: another one for each own one, and for each time it is applied. */
export function foreignUnique(column: string, type: string): string {
  return type === 'String'
    ? `'${FOREIGN}' || replace(upper(${column}), '${OWN}', '')`
    : foreignKeySql(column, type);
}

/** SQL that turns a key into one that only the neighbour has; links turn with the rows that they point to. */
export function foreignKeySql(column: string, type: string): string {
  switch (type) {
    case 'String':
      return `'${FOREIGN}' || ${column}`;
    case 'DateTime':
      return `${column} + interval '751 years'`;
    default:
      return `777770000 + ${column}`;
  }
}
