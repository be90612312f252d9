import { isEmpty } from '../content/form/record.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { ProjectSettings } from '../projects/settings.ts';
import { selected, toSql, type AnswerRow } from './answer-rows.ts';
import { quoted, tableOf, type FormColumn } from './columns.ts';
import type { Flag } from './flags.ts';

/** An answer that was checked. */
export interface NewAnswer {
  readonly project: Pick<Project, 'id' | 'schemaVersion'>;
  readonly settings: ProjectSettings;
  readonly columns: readonly FormColumn[];
  readonly id: string;
  readonly values: ReadonlyMap<string, unknown>;
  /** None for an answer that counts. */
  readonly flags: readonly Flag[];
}

export interface AnswerStore {
  /** Stores it, unless its id is there already or the form is full: 'not stored' then. */
  insert(answer: NewAnswer): Promise<AnswerRow | 'not stored'>;
  /** The answer of that id, flagged or not. */
  find(answer: Pick<NewAnswer, 'project' | 'columns' | 'id'>): Promise<AnswerRow | null>;
}

/** Runs one statement. */
export type Run = (sql: string, values: readonly unknown[]) => Promise<readonly AnswerRow[]>;

/** Postgres: no such column, no such table, a value of another type than the column's. */
const CHANGED_MEANWHILE: ReadonlySet<unknown> = new Set(['42703', '42P01', '42804']);

/** Runs a statement over a form's table. @throws ApiError unavailable when the form was changed in that moment */
export function runOver(client: Pick<Database['pool'], 'query'>): Run {
  return async (sql, values) => {
    try {
      return (await client.query<AnswerRow>(sql, [...values])).rows;
    } catch (error) {
      if (error instanceof Error && 'code' in error && CHANGED_MEANWHILE.has(error.code)) {
        throw new ApiError('unavailable', 'The form was changed just now. Please try again.', {
          retryAfter: 1,
          cause: error,
        });
      }
      throw error;
    }
  };
}

/** @param onMessage told when a message to a webhook waits */
export function createAnswerStore({ pool }: Database, onMessage: () => void): AnswerStore {
  const run = runOver(pool);
  return {
    async insert(answer) {
      const { project, settings, flags } = answer;
      const { answerLimit } = settings;
      const { sql, values } = insertion(answer);
      const limited = answerLimit !== null && flags.length === 0;
      const rows = limited
        ? await inTransaction(pool, async (client) => {
            // One after the other: each sees what the one before stored.
            await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
              `answers:${project.id}`,
            ]);
            const place = [answerLimit - 1];
            const full = await client.query(`SELECT FROM ${tableOf(project.id)} OFFSET $1 LIMIT 1`, place);
            return full.rowCount === 0 ? runOver(client)(sql, values) : [];
          })
        : await run(sql, values);
      const [row] = rows;
      if (row && flags.length === 0 && settings.webhookUrl !== null) onMessage();
      return row ?? 'not stored';
    },

    async find({ project, columns, id }) {
      const list = selected(columns);
      const ofOne = (table: string): string => `SELECT ${list} FROM ${table} WHERE "_id" = $1`;
      const sql = `${ofOne(tableOf(project.id))} UNION ALL ${ofOne(tableOf(project.id, 'flagged'))}`;
      return (await run(sql, [id]))[0] ?? null;
    },
  };
}

/** One statement for the answer and the message about it, so that neither is there without the other. */
function insertion({ project, settings, columns, id, values, flags }: NewAnswer): {
  readonly sql: string;
  readonly values: readonly unknown[];
} {
  const isFlagged = flags.length > 0;
  const given: readonly (readonly [name: string, type: string, value: unknown])[] = [
    ['_id', 'text', id],
    ['_schema_version', 'integer', project.schemaVersion],
    ...(isFlagged ? [['_flags', 'text[]', flags] as const] : []),
    ...columns.map((column) => [column.name, column.type, toSql(column, values.get(column.key))] as const),
  ];
  const [table, other] = isFlagged ? (['flagged', 'accepted'] as const) : (['accepted', 'flagged'] as const);
  const insert = `INSERT INTO ${tableOf(project.id, table)} (${given.map(([name]) => quoted(name)).join(', ')})
    SELECT ${given.map(([, type], index) => `$${index + 1}::${type}`).join(', ')}
    WHERE NOT EXISTS (SELECT FROM ${tableOf(project.id, other)} WHERE "_id" = $1)
    ON CONFLICT ("_id") DO NOTHING RETURNING ${selected(columns)}`;
  const parameters = given.map(([, , value]) => value);
  if (isFlagged || settings.webhookUrl === null) return { sql: insert, values: parameters };
  const next = parameters.length + 1;
  return {
    sql: `WITH stored AS (${insert}), message AS (
      INSERT INTO "WebhookDelivery" ("id", "projectId", "answerId", "payload", "status", "nextAt", "createdAt")
      SELECT $${next}, $${next + 1}, "_id", $${next + 2}, 'waiting', now(), "_created_at" FROM stored)
      SELECT * FROM stored`,
    values: [...parameters, newId(), project.id, payloadOf(columns, values, project.schemaVersion)],
  };
}

/** The part of a message that is the answer's own. */
function payloadOf(
  columns: readonly FormColumn[],
  values: ReadonlyMap<string, unknown>,
  schemaVersion: number,
): string {
  const shown = columns.map(({ key }) => [key, isEmpty(values.get(key)) ? null : values.get(key)] as const);
  return JSON.stringify({ schemaVersion, values: Object.fromEntries(shown) });
}
