import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { answered, asker, pick } from '../testing/ask.ts';
import { caller } from '../testing/call.ts';

const AML = `
enum Mood { angry calm happy }
model Item {
  a     Int
  b     String
  n     Int?
  f     Float?
  s     String?
  flag  Boolean?
  plain Boolean   @default(false)
  mood  Mood?
  big   BigInt?
  price Decimal?
  at    DateTime?
  @@id([a, b])
}
`;

interface Item {
  readonly a: number;
  readonly b: string;
  readonly n: number | null;
  readonly f: number | null;
  readonly s: string | null;
  readonly flag: boolean | null;
  readonly plain: boolean;
  readonly mood: string | null;
  readonly big: string | null;
  readonly price: string | null;
  readonly at: string | null;
}

/** In their order; as doubles the last two are equal. */
const PRICES = ['0.1', '12345678901234567890.000000001', '12345678901234567890.000000002'];

const few = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Few values of each, so that ties and nulls are many. */
const item = fc.record({
  a: fc.integer({ min: 0, max: 6 }),
  b: few('aa', 'ab', 'ba', 'bb', 'ca', 'cb'),
  n: few(null, -2, 0, 7),
  f: few(null, 0.1, 0.30000000000000004, -1e300),
  s: few(null, '', 'ka', 'kb'),
  flag: few(null, true, false),
  plain: fc.boolean(),
  mood: few(null, 'angry', 'calm', 'happy'),
  big: few(null, '9007199254740993', '9007199254740992', '-1'),
  price: few(null, ...PRICES),
  at: few(null, '2026-01-31T12:00:00.001Z', '2026-01-31T12:00:00.002Z'),
}) satisfies fc.Arbitrary<Item>;

type Field = keyof Item;
const FIELDS: readonly Field[] = [
  'a',
  'b',
  'n',
  'f',
  's',
  'flag',
  'plain',
  'mood',
  'big',
  'price',
  'at', // prettier-ignore
];
const order = fc.uniqueArray(fc.record({ field: few(...FIELDS), down: fc.boolean() }), {
  maxLength: 3,
  selector: (key) => key.field,
});
type Order = readonly { readonly field: Field; readonly down: boolean }[];

/** NULL counts as greater than every value. */
function compareValues(field: Field, left: Item[Field], right: Item[Field]): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  if (field === 'big') return BigInt(left) < BigInt(right) ? -1 : 1;
  if (field === 'price') return PRICES.indexOf(String(left)) < PRICES.indexOf(String(right)) ? -1 : 1;
  return left < right ? -1 : 1;
}

function sorted(items: readonly Item[], keys: Order): readonly Item[] {
  const down = keys.at(-1)?.down ?? false;
  const missing = (['a', 'b'] as const).filter((field) => !keys.some((key) => key.field === field));
  const all: Order = [...keys, ...missing.map((field) => ({ field, down }))];
  return items.toSorted((left, right) => {
    for (const key of all) {
      const result = compareValues(key.field, left[key.field], right[key.field]);
      if (result !== 0) return key.down ? -result : result;
    }
    return 0;
  });
}

const idOf = ({ a, b }: Pick<Item, 'a' | 'b'>): string => `${a}${b}`;

describeEachDatabase('pages of an app', (db) => {
  let plane: DataPlane;
  const space = { id: 'paging', aml: AML };
  const ask = asker(() => plane, space);
  let items: readonly Item[] = [];

  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    items =
      fc.sample(fc.uniqueArray(item, { selector: idOf, minLength: 30, maxLength: 40 }), {
        numRuns: 1,
        seed: 7,
      })[0] ?? [];
    for (const values of items) {
      const stored = await caller(plane, space).insert(values);
      expect([stored.status, stored.body.error]).toEqual([201, undefined]);
    }
  });
  afterAll(() => plane.close());

  const QUERY = `query($where: ItemWhere, $orderBy: [ItemOrderBy!], $first: Int, $after: String, $last: Int, $before: String) {
    items(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { a b } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
  interface Page {
    readonly edges: readonly { readonly cursor: string; readonly node: Item }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
  }
  const page = async (variables: object): Promise<Page> =>
    (await answered(ask(QUERY, variables), 'items')) as Page;

  it('are slices of the sorted list, from any cursor, in both directions', { timeout: 120_000 }, async () => {
    const bounds = fc.record({
      after: fc.option(fc.nat(60)),
      before: fc.option(fc.nat(60)),
      size: fc.nat(8),
    });
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), fc.boolean(), bounds, async (keys, filtered, backward, given) => {
        const list = sorted(
          items.filter((row) => !filtered || row.n === null || row.n > -1),
          keys,
        );
        const orderBy = keys.map(({ field, down }) => ({ [field]: down ? 'desc' : 'asc' }));
        const where = filtered ? { OR: [{ n: { equals: null } }, { n: { gt: -1 } }] } : null;
        const all = await page({ where, orderBy, first: 100 });
        expect(all.edges.map((edge) => idOf(edge.node))).toEqual(list.map(idOf));
        const at = (index: number | null): number | null => (index === null ? null : index % list.length);
        const [after, before] = [at(given.after), at(given.before)];
        const within = list.slice(after === null ? 0 : after + 1, before ?? list.length);
        const wanted = backward
          ? within.slice(Math.max(0, within.length - given.size))
          : within.slice(0, given.size);
        const { edges, pageInfo } = await page({
          where,
          orderBy,
          ...(after === null ? {} : { after: all.edges[after]?.cursor }),
          ...(before === null ? {} : { before: all.edges[before]?.cursor }),
          ...(backward ? { last: given.size } : { first: given.size }),
        });
        expect(edges.map((edge) => idOf(edge.node))).toEqual(wanted.map(idOf));
        const more = within.length > given.size;
        expect(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage).toBe(more);
      }),
      { numRuns: 60 },
    );
  });

  it('go on where a row was that is gone', async () => {
    const orderBy = [{ mood: 'desc' }, { flag: 'asc' }];
    const before = await page({ orderBy, first: 100 });
    const third = before.edges[2];
    if (!third) throw new Error('There are more rows than that.');
    const { a, b } = third.node;
    const removed = items.find((row) => idOf(row) === idOf(third.node));
    await answered(
      ask('mutation($a: Int!, $b: ID!) { deleteItem(a: $a, b: $b) { a } }', { a, b }, 'owner'),
      'deleteItem',
    );
    const after = await page({ orderBy, first: 2, after: third.cursor });
    expect(after.edges).toEqual(before.edges.slice(3, 5));
    expect((await caller(plane, space).insert(removed)).status).toBe(201);
  });

  it('refuse a cursor of another order, list and app', async () => {
    const { edges } = await page({ orderBy: [{ n: 'asc' }], first: 1 });
    const answer = await ask(QUERY, { orderBy: [{ n: 'desc' }], after: edges[0]?.cursor });
    expect(pick(answer.errors, '0.extensions.code')).toBe('invalid_request');
    const twin = asker(() => plane, { id: 'paging-twin', aml: AML });
    const foreign = await twin(QUERY, { orderBy: [{ n: 'asc' }], after: edges[0]?.cursor });
    expect(pick(foreign.errors, '0.extensions.code')).toBe('invalid_request');
  });
});
