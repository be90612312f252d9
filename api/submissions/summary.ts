import type { FieldType, FormDocument, FormField } from '../content/form/document.ts';
import { DEFAULT_RATING, hasOptions } from '../content/form/document.ts';
import type { Args } from '../data/args.ts';
import { fromSql, Statement, type Source } from '../data/sql/statement.ts';
import { whereSql } from '../data/sql/where.ts';
import { columnsOf } from './columns.ts';
import { dateUnit, fillDates, stepOf, toBins, type Bin } from './histogram.ts';
import type { FormSpace } from './form-space.ts';
import type { Run } from './store-answer.ts';

export interface Count {
  /** An option, `true` or `false`, a rating, or a day, month or year of a date. */
  readonly value: string;
  readonly count: number;
}

/** What the answers to one question come to. */
export interface QuestionSummary {
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  /** How many answers have a value here. */
  readonly answered: number;
  /** Options in the form's order, then those that it no longer has; ratings, dates and bools in theirs. */
  readonly counts: readonly Count[];
  /** Of numbers: equal parts from the smallest to the largest. */
  readonly bins: readonly Bin[];
  /** Of numbers and ratings. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface AnswerSummary {
  readonly total: number;
  readonly questions: readonly QuestionSummary[];
}

interface Question {
  readonly field: FormField;
  readonly column: string;
  readonly ask: (select: string, rest?: string) => Promise<readonly Args[]>;
}

type Part = Pick<QuestionSummary, 'counts'> & Partial<Pick<QuestionSummary, 'bins' | 'mean' | 'min' | 'max'>>;

/** Counts for a chart of each question, all worked out by the database. @param where by columns */
export async function summarize(
  run: Run,
  {
    space,
    document,
    where,
  }: { readonly space: FormSpace; readonly document: FormDocument; readonly where: Args },
): Promise<AnswerSummary> {
  const statement = new Statement(space.models, space.tables);
  const source: Source = statement.source(space.model);
  const condition = whereSql(statement, source, where);
  const from = `${fromSql(source)} WHERE ${condition ?? 'TRUE'}`;
  const ask = (select: string, rest = ''): Promise<readonly Args[]> =>
    run(`SELECT ${select} FROM ${from} ${rest}`, statement.values);
  const columns = columnsOf(document).map(({ name }) => source.column(name));
  // One pass over the rows tells how many have a value in each column.
  const counted = columns.map((column, index) => `count(${column})::integer AS "n${index}"`);
  const [counts] = await ask(['count(*)::integer AS "total"', ...counted].join(', '));
  const questions: QuestionSummary[] = [];
  for (const [index, field] of document.fields.entries()) {
    const { key, label, type } = field;
    const answered = Number(counts?.[`n${index}`] ?? 0);
    const part =
      answered === 0 && !hasOptions(type)
        ? { counts: [] }
        : await partOf({ field, column: columns[index] ?? '', ask }, answered);
    const rest = { bins: [], mean: null, min: null, max: null };
    questions.push({ key, label, type, answered, ...rest, ...part });
  }
  return { total: Number(counts?.['total'] ?? 0), questions };
}

async function partOf(question: Question, answered: number): Promise<Part> {
  switch (question.field.type) {
    case 'choice':
    case 'multi':
      return ofOptions(question);
    case 'bool':
      return { counts: inOrder(['true', 'false'], await countsBy(question, `${question.column}::text`)) };
    case 'rating':
      return ofRating(question);
    case 'number':
      return ofNumber(question, answered);
    case 'date':
      return ofDate(question);
    case 'text':
    case 'long':
    case 'email':
      return { counts: [] };
  }
}

async function ofOptions(question: Question): Promise<Part> {
  const { field, column, ask } = question;
  // Set-returning in the select list: each option of a list counts by itself.
  const value = field.type === 'choice' ? column : `jsonb_array_elements_text(${column})`;
  const rows = await countsBy({ column, ask }, value);
  return { counts: inOrder(field.options ?? [], rows) };
}

async function ofRating(question: Question): Promise<Part> {
  const { min, max } = question.field.range ?? DEFAULT_RATING;
  const whole = Number.isInteger(min) && Number.isInteger(max) && max - min <= 20;
  // Programs may send parts of a step; each counts for the step that is nearest, so that the scale stays what it is.
  const step = whole ? `floor(${question.column} + 0.5)` : question.column;
  const rows = await countsBy(question, `(${step})::text`);
  const scale = whole ? Array.from({ length: max - min + 1 }, (_, index) => String(min + index)) : [];
  const sorted = rows.toSorted((a, b) => Number(a.value) - Number(b.value));
  const counts = inOrder(scale, sorted).toSorted((a, b) => Number(a.value) - Number(b.value));
  return { counts, ...(await spread(question)) };
}

async function ofNumber(question: Question, answered: number): Promise<Part> {
  const { column, ask } = question;
  const figures = await spread(question);
  const { min, max } = figures;
  if (min === null || max === null) return { counts: [], ...figures };
  // One number is no stretch: it would be said to be up to the next one.
  if (min === max) return { counts: [], bins: [{ from: min, to: max, count: answered }], ...figures };
  const step = stepOf(min, max);
  const start = Math.floor(min / step) * step;
  const bin = `floor((${column} - (${start})::double precision) / (${step})::double precision)`;
  const rows = await ask(
    `${bin}::integer AS "bin", count(*)::integer AS "count"`,
    `AND ${column} IS NOT NULL GROUP BY 1`,
  );
  const counts = new Map(rows.map((row) => [Number(row['bin']), Number(row['count'])]));
  return { counts: [], bins: toBins({ start, step, max }, counts), ...figures };
}

async function ofDate({ column, ask }: Question): Promise<Part> {
  const [span] = await ask(`min(${column}) AS "first", max(${column}) AS "last"`);
  const [first, last] = [String(span?.['first']), String(span?.['last'])];
  const unit = dateUnit(first, last);
  const rows = await countsBy({ column, ask }, `left(${column}, ${unit.characters})`);
  return { counts: fillDates(unit, first, last, rows) };
}

async function spread({ column, ask }: Question): Promise<Required<Pick<Part, 'mean' | 'min' | 'max'>>> {
  const [row] = await ask(`avg(${column}) AS "mean", min(${column}) AS "min", max(${column}) AS "max"`);
  const read = (name: string): number | null => (row?.[name] == null ? null : Number(row[name]));
  return { mean: read('mean'), min: read('min'), max: read('max') };
}

async function countsBy(
  { column, ask }: Pick<Question, 'column' | 'ask'>,
  value: string,
): Promise<readonly Count[]> {
  return toCounts(
    await ask(
      `${value} AS "value", count(*)::integer AS "count"`,
      `AND ${column} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    ),
  );
}

function toCounts(rows: readonly Args[]): readonly Count[] {
  return rows.map((row) => ({ value: String(row['value']), count: Number(row['count']) }));
}

/** What is known first, with its zeros; then what else was found. */
function inOrder(known: readonly string[], found: readonly Count[]): readonly Count[] {
  const counts = new Map(found.map(({ value, count }) => [value, count]));
  const first = [...new Set(known)].map((value) => ({ value, count: counts.get(value) ?? 0 }));
  return [...first, ...found.filter(({ value }) => !known.includes(value))];
}
