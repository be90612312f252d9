import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { isProjectId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { decodeCursor, encodeCursor, type ListPosition } from '../list-cursor.ts';
import { readSettings } from '../projects/settings.ts';
import type { CurrentProjects } from '../projects/current-projects.ts';
import { requireOwner } from '../projects/store.ts';
import { createAcceptAnswer, type AcceptAnswer, type GivenAnswer } from './accept-answer.ts';
import { selected, toSubmission, type AnswerRow, type Submission } from './answer-rows.ts';
import { columnsOf, tableOf, type AnswerState, type FormColumn } from './columns.ts';
import { formOf, noForm } from './form-of.ts';
import { honeypotOf, type FormOptions } from './form-options.ts';
import type { FormTokens } from './form-tokens.ts';
import { closingOf, isFull } from './opening.ts';
import { createOwnerAnswers, type OwnerAnswers } from './owner-answers.ts';
import { createProgressCounts, type ProgressCounts } from './progress.ts';
import { createAnswerStore, runOver } from './store-answer.ts';

interface SubmissionPage {
  readonly submissions: readonly Submission[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The answers to forms (spec 4.4). */
export interface Submissions {
  /** Takes an answer to a project that was read already. */
  readonly accept: AcceptAnswer;
  /** The same to the form with this id. @throws as `accept` */
  submit(projectId: string, answer: GivenAnswer): Promise<Submission>;
  /** How far visitors of a form's own page got. */
  readonly note: ProgressCounts['note'];
  /** What the page of a form is loaded with, each time anew; null for a kind that collects nothing. */
  options(project: Project): Promise<FormOptions | null>;
  /** The owner's look at the accepted or the flagged ones, newest first. @throws ApiError not_found, forbidden */
  list(
    user: SessionUser,
    projectId: string,
    page: { limit: number; cursor: string | null; state?: AnswerState },
  ): Promise<SubmissionPage>;
  /** What else their owner does with them. */
  readonly owner: OwnerAnswers;
  /** All of a project's, newest first, whoever asks; none of a kind that collects nothing. */
  each(project: Pick<Project, 'id' | 'kind' | 'document'>): AsyncGenerator<Submission>;
}

export interface SubmissionsDeps {
  readonly db: Database;
  readonly current: CurrentProjects;
  readonly tokens: FormTokens;
  /** Told when a message to a webhook waits. */
  readonly onMessage: () => void;
}

export function createSubmissions({ db, current, tokens, onMessage }: SubmissionsDeps): Submissions {
  const run = runOver(db.pool);
  const progress = createProgressCounts(db, tokens);
  const accept = createAcceptAnswer(createAnswerStore(db, onMessage), tokens);

  async function find(projectId: string): Promise<Project | null> {
    const project = isProjectId(projectId) ? await current.find({ id: projectId }) : null;
    return project?.deletedAt === null ? project : null;
  }

  async function page(
    projectId: string,
    columns: readonly FormColumn[],
    limit: number,
    after: ListPosition | null,
    state: AnswerState = 'accepted',
  ): Promise<readonly AnswerRow[]> {
    return run(
      `SELECT ${selected(columns)}${state === 'flagged' ? ', "_flags"' : ''} FROM ${tableOf(projectId, state)}
       ${after ? 'WHERE ("_created_at", "_id") < ($2, $3)' : ''}
       ORDER BY "_created_at" DESC, "_id" DESC LIMIT $1`,
      after ? [limit, after.updatedAt, after.id] : [limit],
    );
  }

  return {
    accept,
    note: progress.note,
    owner: createOwnerAnswers(db, progress),

    async submit(projectId, answer) {
      const project = await find(projectId);
      if (!project) throw noForm();
      return accept(project, answer);
    },

    async options(project) {
      const document = formOf(project);
      if (document === null) return null;
      const settings = readSettings(project);
      const { layout, language, accent, closedText, answerLimit } = settings;
      const closed = closingOf(settings, new Date()) !== null || (await isFull(db, project.id, answerLimit));
      return {
        layout,
        language,
        accent,
        closed: closed ? { text: closedText } : null,
        token: tokens.issue(project.id),
        honeypot: honeypotOf(document),
        shortestMs: LIMITS.answerShortestMs,
      };
    },

    async list(user, projectId, { limit, cursor, state }) {
      const project = await find(projectId);
      requireOwner(project, user.id);
      const document = project ? formOf(project) : null;
      if (document === null) throw noForm();
      const columns = columnsOf(document);
      const after = cursor === null ? null : decodeCursor(cursor);
      const rows = await page(projectId, columns, limit + 1, after, state);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        submissions: shown.map((row) => ({
          ...toSubmission(row, columns),
          ...(state === 'flagged' ? { flags: row['_flags'] } : {}),
        })),
        nextCursor: last ? encodeCursor(placeOf(last)) : null,
      };
    },

    async *each(project) {
      const document = formOf(project);
      if (document === null) return;
      const columns = columnsOf(document);
      let after: ListPosition | null = null;
      for (;;) {
        const rows = await page(project.id, columns, LIMITS.exportPageRows, after);
        for (const row of rows) yield toSubmission(row, columns);
        const last = rows.at(-1);
        if (!last) return;
        after = placeOf(last);
      }
    },
  };
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** A header such as `Idempotency-Key`, which holds text of the sender's choice. @throws ApiError invalid_request */
export function readKey(name: string, header: string | null | undefined): string | null {
  if (header === null || header === undefined) return null;
  if (KEY.test(header)) return header;
  throw new ApiError('invalid_request', `${name} must have 1 to 255 visible ASCII characters.`);
}

function placeOf(row: AnswerRow): ListPosition {
  return { updatedAt: row._created_at, id: row._id };
}
