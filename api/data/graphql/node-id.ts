import type { ModelInfo, Models } from '../model-info.ts';
import type { Row } from '../rows.ts';
import { toRecord } from '../record-output.ts';

/** The Relay global id of a row. It carries the app, so that an id of another app finds nothing here. */
export function encodeNodeId(spaceId: string, models: Models, model: ModelInfo, row: Row): string {
  const record = toRecord(models, model, row);
  const key = model.ir.primaryKey.map((name) => record[name]);
  return Buffer.from(JSON.stringify([spaceId, model.ir.name, ...key])).toString('base64url');
}

/** The row that an id means; null for an id of another app, of a model that is gone, and for what is no id. */
export function decodeNodeId(
  spaceId: string,
  models: Models,
  nodeId: string,
): { readonly model: ModelInfo; readonly key: Row } | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(nodeId, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed[0] !== spaceId || typeof parsed[1] !== 'string') return null;
  const model = models.byName.get(parsed[1]);
  if (!model || parsed.length !== model.ir.primaryKey.length + 2) return null;
  const values: readonly unknown[] = parsed.slice(2);
  return { model, key: Object.fromEntries(model.ir.primaryKey.map((name, i) => [name, values[i]])) };
}
