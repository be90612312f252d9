import type { AppArgs, AppPage } from '@platform/aml-compiler/emit/pothos-api.ts';
import type { SessionUser } from '../accounts/session-user.ts';
import { isKindId, kindOf } from '../content/kinds.ts';
import type { JsonSchema } from '../content/kind.ts';
import type { Args } from '../data/args.ts';
import { readPage, toPage } from '../data/graphql/page.ts';
import { createSqlRows, type SqlRows } from '../data/sql/rows.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import type { AnswerRow, Submission } from './answer-rows.ts';
import { columnsOf, tableOf, type AnswerState, type FormColumn } from './columns.ts';
import { exportAnswers, type AnswerExport, type AnswerFile } from './export-answers.ts';
import { formOf } from './form-of.ts';
import { readFormOrder, readFormQuery, readFormWhere } from './form-query.ts';
import { describeForm, type FormSpace, type OldColumn } from './form-space.ts';
import { readOldColumns } from './form-table.ts';
import { deleteAnswers, moveAnswers } from './move-answers.ts';
import { findOwn, findOwnForm } from './own-form.ts';
import type { Progress, ProgressCounts } from './progress.ts';
import { runOver } from './store-answer.ts';
import { summarize, type AnswerSummary } from './summary.ts';

/** A submission as its owner sees it. */
export interface OwnAnswer extends Submission {
  /** Why it was put aside; none of an accepted one. */
  readonly flags: readonly string[];
}

/** A project whose owner was checked, for what is read beside it. */
export type FormRow = Pick<Project, 'id' | 'kind' | 'document'>;

export interface AnswerFilter {
  readonly where?: unknown;
  readonly state?: AnswerState;
}

/** What the owner of a form does with its answers (spec 4.4); nobody else gets here. */
export interface OwnerAnswers {
  /** @throws ApiError not_found, forbidden */
  describe(
    user: SessionUser,
    projectId: string,
  ): Promise<{ readonly collects: boolean; readonly recordSchema: JsonSchema | null }>;
  /** The typed query. @throws ApiError not_found, forbidden, invalid_request naming the mistake */
  query(user: SessionUser, projectId: string, body: unknown): Promise<readonly Args[]>;
  /** All answers as a file, piece by piece. @throws ApiError not_found, forbidden, invalid_request */
  export(user: SessionUser, projectId: string, options: AnswerExport): Promise<AnswerFile>;
  /** Takes them away for good. @throws ApiError not_found, forbidden. @returns how many */
  remove(user: SessionUser, projectId: string, ids: readonly string[]): Promise<number>;
  /** Puts them among the accepted or the flagged ones. @throws ApiError not_found, forbidden. @returns how many */
  move(user: SessionUser, projectId: string, to: AnswerState, ids: readonly string[]): Promise<number>;
  /** A page of GraphQL's; null for a kind that collects nothing. @throws ApiError invalid_request */
  page(project: FormRow, args: AppArgs & AnswerFilter): Promise<AppPage | null>;
  /** What a row of such a page says. */
  read(project: FormRow, row: Args): OwnAnswer;
  /** How many there are, without reading any; null for a kind that collects nothing. */
  count(project: Pick<Project, 'id' | 'kind'>, state: AnswerState): Promise<number | null>;
  /** How far visitors of its page got; null for a kind that collects nothing. */
  progress(project: FormRow): Promise<Progress | null>;
  /** Counts for charts; null for a kind that collects nothing. @throws ApiError invalid_request */
  summary(project: FormRow, filter: AnswerFilter): Promise<AnswerSummary | null>;
}

export function createOwnerAnswers(db: Database, progress: Pick<ProgressCounts, 'read'>): OwnerAnswers {
  const run = runOver(db.pool);
  const sqlOf = ({ models, tables }: FormSpace): SqlRows => createSqlRows(run, { models, tables });

  /** A form's answers, with the columns of fields that it had before. */
  async function withOld(project: FormRow, state: AnswerState): Promise<Described | null> {
    const document = formOf(project);
    if (document === null) return null;
    const columns = columnsOf(document);
    const old = await readOldColumns(db, project.id, columns);
    return { columns, old, space: describeForm(project.id, document, { state, old }) };
  }

  async function requireDescribed(project: FormRow, state: AnswerState): Promise<Described> {
    const described = await withOld(project, state);
    if (described === null) throw new Error('Only forms have answers.');
    return described;
  }

  return {
    async describe(user, projectId) {
      const project = await findOwn(db, user, projectId);
      const data = isKindId(project.kind) ? kindOf(project.kind).data : null;
      return data?.collects
        ? { collects: true, recordSchema: data.recordSchema(JSON.parse(project.document)) }
        : { collects: false, recordSchema: null };
    },

    async query(user, projectId, body) {
      const { project } = await findOwnForm(db, user, projectId);
      const { space } = await requireDescribed(project, 'accepted');
      const { args, names } = readFormQuery(space, body);
      const rows = JSON.parse(await sqlOf(space).rows(space.model, args)) as readonly Args[];
      return rows.map((row) => Object.fromEntries(names.map(([name, column]) => [name, row[column]])));
    },

    async export(user, projectId, options) {
      const { project, document } = await findOwnForm(db, user, projectId);
      const described = await requireDescribed(project, options.state);
      return exportAnswers(
        sqlOf(described.space),
        { ...described, projectId, title: document.title },
        options,
      );
    },

    async remove(user, projectId, ids) {
      await findOwnForm(db, user, projectId);
      return deleteAnswers(db, projectId, ids);
    },

    async move(user, projectId, to, ids) {
      await findOwnForm(db, user, projectId);
      return moveAnswers(db, projectId, { ids, to });
    },

    async page(project, { where, orderBy, state = 'accepted', ...bounds }) {
      const described = await withOld(project, state);
      if (described === null) return null;
      const { space } = described;
      const { model, models } = space;
      // Read by the names of requests, then asked by columns as any list of the data plane.
      const filter = readFormWhere(space, where);
      const order = readFormOrder(space, orderBy).map((key) => ({ [key.field]: key.direction }));
      const context = { models, caller: 'owner', budget: { conditions: 0, rows: { used: 0 } } } as const;
      const page = readPage(context, `${project.id} ${state}`, model, { ...bounds, orderBy: order });
      const query = { ...page.query, where: { AND: [filter, page.query['where'] ?? {}] } };
      const select = Object.fromEntries(space.current.map((name) => [name, true]));
      const sql = sqlOf(space);
      const rows = JSON.parse(await sql.rows(model, { ...query, select })) as readonly Args[];
      return toPage(page, rows, () => sql.count(model, { where: filter }));
    },

    read(project, row) {
      const document = formOf(project);
      return toOwnAnswer(row, document === null ? [] : columnsOf(document));
    },

    async count({ id, kind }, state) {
      if (!isKindId(kind) || !kindOf(kind).data.collects) return null;
      const [row] = await run(`SELECT count(*)::integer AS "count" FROM ${tableOf(id, state)}`, []);
      return Number(row?.['count'] ?? 0);
    },

    async progress(project) {
      const document = formOf(project);
      return document === null ? null : progress.read(project.id, document);
    },

    async summary(project, { where, state = 'accepted' }) {
      const document = formOf(project);
      const described = await withOld(project, state);
      if (document === null || described === null) return null;
      const { space } = described;
      return summarize(run, { space, document, where: readFormWhere(space, where) });
    },
  };
}

interface Described {
  readonly space: FormSpace;
  readonly columns: readonly FormColumn[];
  readonly old: readonly OldColumn[];
}

function toOwnAnswer(row: Args, columns: readonly FormColumn[]): OwnAnswer {
  const { _id: id, _created_at: createdAt, _schema_version: schemaVersion } = row as unknown as AnswerRow;
  return {
    id,
    createdAt: new Date(createdAt),
    schemaVersion,
    values: Object.fromEntries(columns.map(({ key, name }) => [key, row[name] ?? null])),
    flags: Array.isArray(row['_flags']) ? row['_flags'].map(String) : [],
  };
}
