import { isDeepStrictEqual } from 'node:util';
import { onDatabase } from '../data-plane/bench-app.ts';
import { answerOf, FORMS, formId } from './forms.ts';
import { formOf } from './ways.ts';

/** Types of the columns that the answers have to stand in (spec 2.5). */
const TYPES = {
  serial: 'double precision',
  name: 'text',
  email: 'text',
  note: 'text',
  size: 'text',
  days: 'jsonb',
  stars: 'double precision',
  day: 'text',
  again: 'boolean',
} as const;

export interface Found {
  /** Accepted answers that are in no table. */
  readonly lost: number;
  /** Rows beyond the first of an answer. */
  readonly twice: number;
  /** Rows that say something else than what was sent, or are in another form's table. */
  readonly changed: number;
  /** Rows of answers that nobody was told are stored. */
  readonly unasked: number;
  readonly flagged: number;
}

/**
 * Reads every form's tables and compares them with the answers that were acknowledged.
 * @param accepted serials
 * @throws when a column has another type than its field's
 */
export async function compareStored(databaseUrl: string, accepted: ReadonlySet<number>): Promise<Found> {
  return onDatabase(databaseUrl, async (client) => {
    const seen = new Set<number>();
    let [twice, changed, unasked, flagged] = [0, 0, 0, 0];
    for (let index = 0; index < FORMS; index++) {
      const table = `"data_${formId(index)}"`;
      const { rows: columns } = await client.query<{ name: string; type: string }>(
        `SELECT attname::text AS "name", format_type(atttypid, atttypmod) AS "type" FROM pg_attribute
         WHERE attrelid = $1::regclass AND attname LIKE 'c\\_%' ORDER BY attnum`,
        [table],
      );
      const types = Object.fromEntries(columns.map(({ name, type }) => [name.slice(2), type]));
      if (!isDeepStrictEqual(types, { ...TYPES })) throw new Error(`${table}: ${JSON.stringify(types)}`);
      const keys = Object.keys(TYPES);
      const { rows } = await client.query<Record<string, unknown>>(
        `SELECT ${keys.map((key) => `"c_${key}" AS "${key}"`).join(', ')} FROM ${table}`,
      );
      for (const row of rows) {
        const serial = Number(row['serial']);
        if (seen.has(serial)) twice += 1;
        seen.add(serial);
        if (!accepted.has(serial)) unasked += 1;
        if (formOf(serial) !== formId(index) || !isDeepStrictEqual(row, { ...answerOf(serial) }))
          changed += 1;
      }
      const aside = await client.query(`SELECT FROM "flagged_${formId(index)}"`);
      flagged += aside.rowCount ?? 0;
    }
    const lost = [...accepted].filter((serial) => !seen.has(serial)).length;
    return { lost, twice, changed, unasked, flagged };
  });
}
