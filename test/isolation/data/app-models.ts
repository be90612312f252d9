import fc from 'fast-check';
import { amlText } from '../../../api/data/testing/random-model.ts';

/** Everybody may do everything: whatever does not come back was kept back by the scope. */
const OPEN = ['read', 'create', 'update', 'delete'].map((right) => `  @@allow(${right}, anyone)\n`).join('');

/** Counted keys, a row for a row, cascades, a tree, unique values, a name that meets the scope column. */
const SHOP = `
enum Kind { ONE TWO THREE }
model Room {
  id       Int     @id @default(autoincrement())
  name     String
  code     String? @unique
  kind     Kind    @default(ONE)
  notes    Note[]
  badge    Badge?
  parent   Room?   @relation("Tree", fields: [parentId], references: [id], onDelete: SetNull)
  parentId Int?
  children Room[]  @relation("Tree")
${OPEN}}
model Note {
  id     Int     @id
  text   String
  n      Int?
  price  Decimal?
  extra  Json?
  tags   String[]
  room   Room?   @relation(fields: [roomId], references: [id], onDelete: Cascade)
  roomId Int?
${OPEN}}
model Badge {
  id     String @id
  label  String
  room   Room   @relation(fields: [roomId], references: [id])
  roomId Int    @unique
${OPEN}}
model Diary {
  id   String @id
  text String
  @@allow(read, owner)
  @@allow(create, anyone)
}
`;

/** Keys of several fields, also as the target of a tree and of a required link. */
const GRID = `
model Cell {
  x     Int
  y     String
  label String
  big   BigInt?
  up    Cell?   @relation("Up", fields: [upX, upY], references: [x, y], onDelete: SetNull)
  upX   Int?
  upY   String?
  below Cell[]  @relation("Up")
  marks Mark[]
  at    DateTime?
  @@id([x, y])
  @@unique([label, x])
${OPEN}}
model Mark {
  cellX Int
  cellY String
  slot  Int
  cell  Cell    @relation(fields: [cellX, cellY], references: [x, y], onDelete: Cascade)
  text  String
  @@id([cellX, cellY, slot])
${OPEN}}
`;

/** Models to ask with: two by hand, the rest random with random rules. */
export function appModels(seed: number, count: number): readonly string[] {
  const rules = fc.array(
    fc.tuple(
      fc.constantFrom('read', 'create', 'update', 'delete'),
      fc.constantFrom('anyone', 'anyone', 'anyone', 'owner'),
    ),
    { minLength: 12, maxLength: 12 },
  );
  const random = fc.sample(fc.tuple(amlText, rules), { seed, numRuns: Math.max(0, count - 2) });
  return [SHOP, GRID, ...random.map(([aml, list]) => withRules(aml, list))].slice(0, count);
}

/** Each model with a text that can hold a mark, and with four rules. */
function withRules(aml: string, rules: readonly (readonly [string, string])[]): string {
  let at = 0;
  return aml
    .replaceAll(/^(model \w+ \{)$/gm, '$1\n  label String')
    .replaceAll(/^(model [^}]*)\}$/gm, (_, body: string) => {
      const own = new Map<string, string>(rules.slice(at, at + 4));
      at += 4;
      const lines = ['read', 'create', 'update', 'delete'].map(
        (right) => `  @@allow(${right}, ${own.get(right) ?? 'anyone'})`,
      );
      return `${body}${lines.join('\n')}\n}`;
    });
}
