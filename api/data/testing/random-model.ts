import fc from 'fast-check';

/** Types a field may have, with few values each, so that conditions meet. */
export const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  String: ['', 'a', 'A', 'ab', 'b_', '100%', 'a\\b', 'q\'u"o', 'ß é 😀'],
  Boolean: [true, false],
  Int: [0, 1, -1, 5, 2_147_483_647],
  BigInt: ['0', '1', '-9007199254740993', '9223372036854775807'],
  Float: [0, 1, -0.1, 1.5e300, 1e-7],
  Decimal: ['0', '1', '1.50', '-12345678901234567890.123456789', '0.000000000000000000000000000001'],
  DateTime: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '0999-12-31T23:59:59.999Z'],
  Json: [
    null,
    1,
    'ab',
    '',
    [1, 'a'],
    [],
    { a: 1 },
    { a: 'ab', b: [1, { c: null }] },
    { a: null },
    { a: ['a'] },
  ],
  Kind: ['ONE', 'TWO', 'THREE'],
};

type Arity = '' | '?' | '[]';

/** A stored field of a random model. */
interface RandomField {
  readonly name: string;
  readonly type: string;
  readonly arity: Arity;
}

/**
 * Three models with random fields, and relations of every cardinality between them: a list and an optional or required
 * single row, a row for a row, a tree, and a foreign key of two fields.
 */
export const amlText: fc.Arbitrary<string> = fc
  .record({
    fields: fc.tuple(fieldsOf('a'), fieldsOf('b'), fieldsOf('c')),
    required: fc.boolean(),
    key: fc.constantFrom('Int', 'BigInt', 'String', 'DateTime', 'Decimal'),
  })
  .map(({ fields: [a, b, c], required, key }) => {
    const optional = required ? '' : '?';
    return `enum Kind {\n  ONE\n  TWO\n  THREE\n}
model Aa {\n  id ${key} @id\n${a}
  bs Bb[]
  one Cc?
  parent Aa? @relation("Tree", fields: [parentId], references: [id], onDelete: SetNull)
  parentId ${key}?
  children Aa[] @relation("Tree")\n}
model Bb {\n  x Int\n  y String\n${b}
  a Aa${optional} @relation(fields: [aId], references: [id])
  aId ${key}${optional}
  cs Cc[]
  @@id([x, y])\n}
model Cc {\n  id Int @id\n${c}
  a Aa? @relation(fields: [aId], references: [id])
  aId ${key}? @unique
  b Bb? @relation(fields: [bX, bY], references: [x, y])
  bX Int?
  bY String?\n}\n`;
  });

function fieldsOf(prefix: string): fc.Arbitrary<string> {
  const types = Object.keys(SAMPLES);
  return fc
    .array(fc.tuple(fc.constantFrom(...types), fc.constantFrom<Arity>('', '?', '?', '[]')), {
      minLength: 3,
      maxLength: 9,
    })
    .map((list) =>
      list
        .map(([type, arity], i): RandomField => ({ name: `${prefix}${i}`, type, arity }))
        .map((field) => `  ${field.name} ${field.type}${field.arity}`)
        .join('\n'),
    );
}
