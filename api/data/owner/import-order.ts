import type { ModelInfo } from '../model-info.ts';
import type { Candidate } from './check-row.ts';
import { tupleOf } from './existing-rows.ts';

/**
 * Puts rows that others of the same model point to before those, since the database checks each batch by itself. Rows
 * that point to one another in a circle stay as they come.
 */
export function parentsFirst(model: ModelInfo, rows: readonly Candidate[]): readonly Candidate[] {
  const links = model.relations.filter(
    (relation) => relation.type === model.ir.name && relation.fields.length > 0,
  );
  if (links.length === 0) return rows;
  const byTuple = links.map((link) => new Map(rows.map((row) => [tupleOf(link.references, row.plain), row])));
  const parentsOf = (row: Candidate): readonly Candidate[] =>
    links.flatMap((link, i) => {
      const tuple = tupleOf(link.fields, row.plain);
      return tuple === null ? [] : (byTuple[i]?.get(tuple) ?? []);
    });
  const ordered = new Set<Candidate>();
  const entered = new Set<Candidate>();
  for (const start of rows) {
    // With a list in place of recursion: a thread can be ten thousand answers deep.
    const stack = [start];
    for (let row = stack.at(-1); row; row = stack.at(-1)) {
      const above = entered.has(row) ? [] : parentsOf(row).filter((parent) => !entered.has(parent));
      entered.add(row);
      if (above.length > 0) {
        stack.push(...above);
        continue;
      }
      stack.pop();
      ordered.add(row);
    }
  }
  return [...ordered];
}
