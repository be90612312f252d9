import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { newId } from '../../../api/ids.ts';
import { answerOf } from './forms.ts';

const TABLE = '"bare_answers"';

/** The least that storing an answer can cost: one prepared statement for one row of the same columns. */
export interface BareInserts {
  /** Stores so many, each committed before its connection sends the next. Answers with the seconds that took. */
  run(count: number, connections: number): Promise<number>;
  close(): Promise<void>;
}

export async function openBareInserts(databaseUrl: string): Promise<BareInserts> {
  // As many as our server's pool has.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query(`CREATE TABLE ${TABLE} ("_id" text PRIMARY KEY, "_created_at" timestamptz(3) NOT NULL DEFAULT now(),
    "_schema_version" integer NOT NULL, "serial" double precision, "name" text, "email" text, "note" text, "size" text,
    "days" jsonb, "stars" double precision, "day" text, "again" boolean)`);
  await pool.query(`CREATE INDEX ON ${TABLE} ("_created_at" DESC, "_id" DESC)`);
  let serial = 0;
  return {
    async run(count, connections) {
      let left = count;
      const begin = performance.now();
      const worker = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          const { days, ...rest } = answerOf(serial++);
          const { name, email, note, size, stars, day, again } = rest;
          await pool.query({
            name: 'bare',
            text: `INSERT INTO ${TABLE} VALUES ($1, DEFAULT, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
            values: [newId(), rest.serial, name, email, note, size, JSON.stringify(days), stars, day, again],
          });
        }
      };
      await Promise.all(Array.from({ length: connections }, worker));
      return (performance.now() - begin) / 1_000;
    },
    close: () => pool.end(),
  };
}
