import type { Args } from './args.ts';
import type { ModelInfo, Models } from './model-info.ts';
import { relatedModel } from './model-info.ts';
import { keyText, whereKeys } from './row-key.ts';
import { unavailable } from './server-errors.ts';

/**
 * Related rows are joined in one statement, where the limit of a nested list is a LIMIT. But joined rows travel as
 * JSON numbers, which the client library reads as doubles. So nested Decimals are left out of the join and fetched
 * by key afterwards, exactly: one more statement for each model, never one for each row.
 */
export interface Joined {
  readonly args: Args;
  readonly holes: readonly Hole[];
}

/** A relation whose rows lack their Decimals. */
interface Hole {
  /** Names of the relations that lead there from the root. */
  readonly path: readonly string[];
  readonly model: ModelInfo;
  readonly decimals: readonly string[];
  /** Key fields that were selected only to fill the hole. */
  readonly added: readonly string[];
}

/** Keys of one statement; well below what the protocol lets a statement bind. */
const KEYS_PER_STATEMENT = 5_000;

/** Takes nested Decimals out of a selection; null when nothing is nested in it. */
export function joinRelations(models: Models, model: ModelInfo, args: Args): Joined | null {
  const select = selectOf(args);
  if (!Object.keys(select).some((name) => name === '_count' || isRelation(model, name))) return null;
  // A key that is a Decimal could not be looked up by what a join gives.
  if (hasDecimalKey(models, model, args)) {
    return { args: { ...args, relationLoadStrategy: 'query' }, holes: [] };
  }
  const holes: Hole[] = [];
  return { args: { ...takeOut(models, model, args, [], holes), relationLoadStrategy: 'join' }, holes };
}

function takeOut(models: Models, model: ModelInfo, args: Args, path: readonly string[], holes: Hole[]): Args {
  const given = selectOf(args);
  const select: Record<string, unknown> = {};
  const decimals: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = model.fields.get(name);
    if (field?.kind === 'relation')
      select[name] = takeOut(models, relatedModel(models, field), value as Args, [...path, name], holes);
    else if (path.length > 0 && field?.type === 'Decimal') decimals.push(name);
    else select[name] = value;
  }
  if (decimals.length > 0) {
    const added = model.ir.primaryKey.filter((name) => !(name in select));
    for (const name of added) select[name] = true;
    holes.push({ path, model, decimals, added });
  }
  return { ...args, select };
}

/**
 * Puts the Decimals where they belong. `fetch` reads rows of a model by the same way as everything else.
 * @throws ApiError unavailable when a row was deleted between the two statements
 */
export async function fillDecimals(
  { holes }: Joined,
  result: unknown,
  fetch: (model: ModelInfo, args: Args) => Promise<readonly Args[]>,
): Promise<void> {
  for (const { path, model, decimals, added } of holes) {
    const rows = rowsAt(result, path);
    const known = new Map<string, Args>();
    const select = Object.fromEntries([...model.ir.primaryKey, ...decimals].map((name) => [name, true]));
    const keys = [...new Map(rows.map((row) => [keyText(model, row), row])).values()];
    for (let from = 0; from < keys.length; from += KEYS_PER_STATEMENT) {
      const where = whereKeys(model, keys.slice(from, from + KEYS_PER_STATEMENT));
      for (const row of await fetch(model, { where, select })) known.set(keyText(model, row), row);
    }
    for (const row of rows) {
      const found = known.get(keyText(model, row));
      if (!found) throw unavailable(new Error(`A row of ${model.ir.name} was deleted while it was read.`));
      for (const name of decimals) row[name] = found[name];
    }
    for (const row of rows) for (const name of added) delete row[name];
  }
}

function rowsAt(result: unknown, path: readonly string[]): Record<string, unknown>[] {
  const rows = (Array.isArray(result) ? result : [result]).filter((row) => row !== null && row !== undefined);
  const [name, ...rest] = path;
  if (name === undefined) return rows as Record<string, unknown>[];
  return rows.flatMap((row) => rowsAt((row as Args)[name], rest));
}

function hasDecimalKey(models: Models, model: ModelInfo, args: Args): boolean {
  return Object.entries(selectOf(args)).some(([name, value]) => {
    const field = model.fields.get(name);
    if (field?.kind !== 'relation') return false;
    const related = relatedModel(models, field);
    return (
      related.primaryKey.some((key) => key.type === 'Decimal') ||
      hasDecimalKey(models, related, value as Args)
    );
  });
}

function isRelation(model: ModelInfo, name: string): boolean {
  return model.fields.get(name)?.kind === 'relation';
}

function selectOf(args: Args): Args {
  return (args['select'] ?? {}) as Args;
}
