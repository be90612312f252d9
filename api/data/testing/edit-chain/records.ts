import type { AppModel, FieldState, ModelState } from './app-model.ts';
import { MARK, keyTarget, typeOf } from './app-model.ts';
import type { Readings } from './readings.ts';

const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  String: [
    '12',
    '007',
    'many',
    '',
    '2026-02-28',
    'true',
    'X',
    '-3',
    '1.50',
    'naïve ☃ \u{1F600}',
    '2147483648',
  ],
  Int: [5, 0, 1, -2147483648, 2147483647, 12],
  BigInt: ['8', '9007199254740993', '-9223372036854775808', '0'],
  Float: [0.5, 3, -0.25, 1e21, 0],
  Decimal: ['7.50', '0.1', '12345678901234567890.12', '4'],
  Boolean: [true, false],
  DateTime: ['2026-01-02T03:04:05.678Z', '1999-12-31T23:59:59.000Z'],
  Json: [{ k: 1 }, [1, 'two'], 'text', 3, true, {}],
};

/** A record for a model as its AML declares it; `n` chooses, and no two records have the same mark. */
export function newRecord(
  app: AppModel,
  model: ModelState,
  n: number,
  readings: Readings,
): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = { [MARK]: `m${n}` };
  if (model.key === 'text') record['id'] = `k${n}`;
  if (model.key === 'number') record['id'] = n;
  model.fields.forEach((field, i) => {
    const value = valueOf(app, field, n * 7 + i, readings);
    if (value !== undefined) record[field.name] = value;
  });
  return record;
}

/** A change of one field of a record; empties it now and then where that is allowed. Null for keys and relations. */
export function newValue(
  app: AppModel,
  model: ModelState,
  n: number,
  readings: Readings,
): Readonly<Record<string, unknown>> | null {
  const fields = model.fields.filter((field) => !field.relation);
  const field = fields[n % fields.length];
  if (!field) return null;
  if (field.optional && n % 5 === 0) return { [field.name]: null };
  const value = valueOf(app, { ...field, hasDefault: false, optional: false }, n, readings);
  return value === undefined ? null : { [field.name]: value };
}

function valueOf(app: AppModel, field: FieldState, n: number, readings: Readings): unknown {
  if (field.hasDefault && n % 3 === 0) return undefined;
  if (field.optional && n % 4 === 0) return undefined;
  const target = app.models.find((model) => model.id === field.relation?.to);
  const key = target && keyTarget(target);
  if (target && key) {
    const rows = [...(readings.get(target.name)?.values() ?? [])];
    return rows.length === 0 ? undefined : rows[n % rows.length]?.[key.field];
  }
  const type = typeOf(app, field);
  const samples = SAMPLES[type] ?? app.enums.find((item) => item.name === type)?.values ?? [];
  const value = (m: number): unknown => {
    const sample = samples[m % samples.length];
    return field.unique && typeof sample === 'string' && type === 'String' ? `${sample}${m}` : sample;
  };
  return field.list ? Array.from({ length: n % 3 }, (_, i) => value(n + i)) : value(n);
}
