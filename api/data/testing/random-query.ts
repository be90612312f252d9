import fc from 'fast-check';
import type { IrRelationField, IrValueField } from '@platform/aml-compiler';
import { operatorsOf } from '@platform/aml-compiler/filter-operators.ts';
import type { ModelInfo, Models } from '../model-info.ts';
import { relatedModel } from '../model-info.ts';
import { SAMPLES } from './random-model.ts';

type Json = Readonly<Record<string, unknown>>;

/** A query as a client sends it, and counts of related rows as GraphQL asks for them. */
export interface RandomQuery {
  readonly where: Json;
  readonly select: Json;
  readonly orderBy: unknown;
  readonly limit: number;
  readonly counts: Json;
}

export function randomQuery(models: Models, model: ModelInfo): fc.Arbitrary<RandomQuery> {
  const lists = model.relations.filter((field) => field.list);
  return fc.record({
    where: condition(models, model, 3),
    select: selection(models, model, 2),
    orderBy: order(model),
    limit: fc.integer({ min: 1, max: 20 }),
    counts: fc
      .subarray(lists)
      .chain((some) =>
        fc.record(
          Object.fromEntries(
            some.map((field) => [field.name, condition(models, relatedModel(models, field), 1)]),
          ),
        ),
      ),
  });
}

export function sampleOf(field: IrValueField): fc.Arbitrary<unknown> {
  return fc.constantFrom(...(SAMPLES[field.kind === 'enum' ? 'Kind' : field.type] ?? []));
}

/** A condition that is never empty: what lists of empty ones mean is told apart in a test of its own. */
function condition(models: Models, model: ModelInfo, depth: number): fc.Arbitrary<Json> {
  const field = fc
    .constantFrom(...model.values)
    .chain((value) => filter(value).map((made): Json => ({ [value.name]: made })));
  if (depth === 0) return field;
  const within = condition(models, model, depth - 1);
  const logic = fc.oneof(
    fc.array(within, { minLength: 1, maxLength: 3 }).map((AND): Json => ({ AND })),
    fc.array(within, { minLength: 1, maxLength: 3 }).map((OR): Json => ({ OR })),
    fc.array(within, { minLength: 1, maxLength: 2 }).map((NOT): Json => ({ NOT })),
    fc.tuple(within, within).map(([one, other]): Json => ({ ...one, ...other })),
  );
  const relation = fc
    .constantFrom(...model.relations)
    .chain((link) => linked(link, condition(models, relatedModel(models, link), depth - 1)));
  return fc.oneof(field, field, logic, relation);
}

function linked(field: IrRelationField, within: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const operators = field.list ? ['some', 'every', 'none'] : ['is', 'isNot'];
  const some = fc
    .tuple(fc.constantFrom(...operators), fc.oneof(within, fc.constant({})))
    .map(([operator, part]): Json => ({ [field.name]: { [operator]: part } }));
  if (field.list || !field.optional) return some;
  const empty: Json[] = [
    { [field.name]: null },
    { [field.name]: { is: null } },
    { [field.name]: { isNot: null } },
  ];
  return fc.oneof(some, fc.constantFrom(...empty));
}

function filter(field: IrValueField): fc.Arbitrary<unknown> {
  const one = sampleOf(field);
  const many = fc.array(one, { maxLength: 3 }).map((list) => list.filter((item) => item !== null));
  if (field.list) {
    const some = one.filter((item) => item !== null);
    return fc.oneof(
      fc.record({ equals: many }),
      fc.record({ has: some }),
      fc.record({ hasSome: many }),
      fc.record({ hasEvery: many }),
      fc.record({ isEmpty: fc.boolean() }),
    );
  }
  if (field.type === 'Json') return jsonFilter();
  const operators = operatorsOf(field).filter((name) => name !== 'mode' && name !== 'not');
  const operator = fc
    .constantFrom(...operators)
    .chain((name) =>
      (name === 'in' || name === 'notIn' ? many : one).map((value): Json => ({ [name]: value })),
    );
  const plain = fc.oneof(
    operator,
    fc.tuple(operator, operator).map(([first, second]): Json => ({ ...first, ...second })),
  );
  const nulls: unknown[] = field.optional
    ? [null, { equals: null }, { not: null }]
    : [{ not: SAMPLES['Int']?.[0] }];
  const values = fc.oneof(
    one,
    plain,
    plain.map((not): Json => ({ not })),
    one.map((not): Json => ({ not })),
    ...(field.optional ? [fc.constantFrom(...nulls)] : []),
  );
  if (field.kind === 'enum' || field.type !== 'String') return values;
  const insensitive = plain.map((made): Json => ({ ...made, mode: 'insensitive' }));
  return fc.oneof(
    values,
    insensitive,
    plain.map((not): Json => ({ not, mode: 'insensitive' })),
  );
}

function jsonFilter(): fc.Arbitrary<unknown> {
  const value = fc.constantFrom(...(SAMPLES['Json'] ?? []));
  const text = fc.constantFrom('a', 'ab', '', '%', '"');
  const some = value.filter((item) => item !== null);
  const operator: fc.Arbitrary<Json> = fc.oneof(
    fc.record({ equals: value }),
    fc.record({ not: value }),
    fc.record({ string_contains: text }),
    fc.record({ string_starts_with: text }),
    fc.record({ string_ends_with: text }),
    fc.record({ array_contains: some }),
    fc.record({ array_starts_with: some }),
    fc.record({ array_ends_with: some }),
  );
  const path = fc.constantFrom<readonly string[]>([], ['a'], ['b', '1'], ['b', '1', 'c'], ['0']);
  return fc.oneof(
    operator,
    fc.tuple(operator, path).map(([made, at]): Json => ({ ...made, path: at })),
    fc
      .tuple(operator, operator, path)
      .map(([first, second, at]): Json => ({ ...first, ...second, path: at })),
  );
}

function selection(models: Models, model: ModelInfo, depth: number): fc.Arbitrary<Json> {
  const values = fc
    .subarray([...model.values], { minLength: 1 })
    .map((fields): Json => Object.fromEntries(fields.map((field) => [field.name, true])));
  if (depth === 0) return values;
  const related = fc.subarray([...model.relations], { maxLength: 2 }).chain((fields) =>
    fc.record(
      Object.fromEntries(
        fields.map((field) => {
          const other = relatedModel(models, field);
          const select = selection(models, other, depth - 1);
          if (!field.list) return [field.name, fc.record({ select })];
          const where = condition(models, other, 1);
          const limit = fc.integer({ min: 1, max: 5 });
          return [field.name, fc.record({ select, where, orderBy: order(other), limit })];
        }),
      ),
    ),
  );
  return fc.tuple(values, related).map(([own, others]): Json => ({ ...own, ...others }));
}

function order(model: ModelInfo): fc.Arbitrary<unknown> {
  const sortable = model.values.filter((field) => !field.list && field.type !== 'Json');
  return fc
    .array(fc.tuple(fc.constantFrom(...sortable), fc.constantFrom('asc', 'desc')), { maxLength: 3 })
    .map((keys) => keys.map(([field, direction]): Json => ({ [field.name]: direction })));
}
