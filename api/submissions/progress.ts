import { OPENED, questionMark, SENT, STARTED } from '../content/form/page/marks.ts';
import type { FormDocument } from '../content/form/document.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { formOf } from './form-of.ts';
import type { FormTokens } from './form-tokens.ts';

/** How far visitors of a form's own page got; counts only, nothing about anybody. */
export interface Progress {
  /** Loads of the page in a browser with scripts. */
  readonly opened: number;
  /** Loads in which something was filled in. */
  readonly started: number;
  /** Loads in which a question was filled in, by its key. */
  readonly reached: ReadonlyMap<string, number>;
  /** Loads whose answer was sent. Answers that came by other ways are none. */
  readonly sent: number;
}

export interface ProgressCounts {
  /** Counts each mark once. Without a token of this form nothing is counted, nor are marks that it has no question for. */
  note(
    project: Project,
    visit: { readonly token: string | null; readonly marks: readonly string[] },
  ): Promise<void>;
  /** @param document names the questions whose counts are wanted */
  read(projectId: string, document: FormDocument): Promise<Progress>;
}

export function createProgressCounts(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  tokens: FormTokens,
): ProgressCounts {
  return {
    async note(project, { token, marks }) {
      const document = formOf(project);
      if (document === null || token === null || tokens.read(project.id, token) === null) return;
      const known = knownMarks(document);
      // In one order, so that two visitors never wait for each other's rows.
      const names = [...new Set(marks)].filter((mark) => known.has(mark)).sort();
      if (names.length === 0) return;
      await pool.query(
        `INSERT INTO "FormProgress" ("projectId", "mark", "count") SELECT $1, unnest($2::text[]), 1
         ON CONFLICT ("projectId", "mark") DO UPDATE SET "count" = "FormProgress"."count" + 1`,
        [project.id, names],
      );
    },

    async read(projectId, { fields }) {
      const rows = await prisma.formProgress.findMany({ where: { projectId } });
      const counts = new Map(rows.map(({ mark, count }) => [mark, count]));
      const countOf = (mark: string): number => counts.get(mark) ?? 0;
      return {
        opened: countOf(OPENED),
        started: countOf(STARTED),
        reached: new Map(fields.map(({ key }) => [key, countOf(questionMark(key))])),
        sent: countOf(SENT),
      };
    },
  };
}

function knownMarks({ fields }: FormDocument): ReadonlySet<string> {
  return new Set([OPENED, STARTED, SENT, ...fields.map(({ key }) => questionMark(key))]);
}
