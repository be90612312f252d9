import { isDeepStrictEqual } from 'node:util';
import { isEmpty } from '../content/form/record.ts';
import type { Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { idFrom, newId } from '../ids.ts';
import { readSettings } from '../projects/settings.ts';
import { toSubmission, type Submission } from './answer-rows.ts';
import { columnsOf } from './columns.ts';
import { flagsOf } from './flags.ts';
import { honeypotOf } from './form-options.ts';
import { formOf, noForm, requireFitting } from './form-of.ts';
import type { FormTokens } from './form-tokens.ts';
import { closingOf, fullError } from './opening.ts';
import type { AnswerStore, NewAnswer } from './store-answer.ts';

/** An answer as it comes, from a program or from the form's page. */
export interface GivenAnswer {
  /** Values by the keys of the fields; the honeypot may stand among them. */
  readonly values: unknown;
  /** Sending again with the same key is harmless. */
  readonly idempotencyKey?: string | null;
  /** What the page was loaded with (`FormOptions.token`); it is an idempotency key too. */
  readonly token?: string | null;
  /** What tells one browser from another: random text that the page keeps. */
  readonly browser?: string | null;
  /** Whether the page posted it as a form, which always has a token. */
  readonly fromPage?: boolean;
}

export type AcceptAnswer = (project: Project, answer: GivenAnswer) => Promise<Submission>;

/**
 * Takes an answer of anybody to a published form, by whichever way it came: the check of the record, then whether the
 * form is open, then what speaks for a program, then the row (spec 4.4).
 * @throws ApiError not_found; invalid_record with diagnostics; conflict when the form is closed or full, when the
 * browser has answered, or when a key was used for another answer. Nothing is stored then.
 */
export function createAcceptAnswer(store: AnswerStore, tokens: FormTokens): AcceptAnswer {
  return async (project, given) => {
    const document = formOf(project);
    if (!project.published || project.deletedAt !== null || document === null) throw noForm();
    const settings = readSettings(project);
    const { values, honeypot } = takeHoneypot(given.values, honeypotOf(document));
    requireFitting(project.kind, document, values);
    const token = given.token == null ? undefined : tokens.read(project.id, given.token);
    const fromPage = given.fromPage === true;
    const key = keyOf(given, { once: settings.duplicates === 'once', tokenId: token?.id ?? null });
    const columns = columnsOf(document);
    const byKey = new Map(Object.entries(values as object));
    const answer: NewAnswer = {
      project,
      settings,
      columns,
      // The same key of the same form is the same answer.
      id: key === null ? newId() : idFrom(`${project.id}\0${key.text}`),
      values: byKey,
      flags: flagsOf({ honeypot, token, fromPage, now: new Date() }),
    };
    const closing = closingOf(settings, new Date());
    const stored = closing === null ? await store.insert(answer) : 'not stored';
    if (typeof stored === 'object') return toSubmission(stored, columns);
    // What was sent before is answered as it was then, also when the form is closed or full by now.
    const before = key === null ? null : await store.find(answer);
    if (before === null) throw closing ?? fullError(settings);
    const submission = toSubmission(before, columns);
    // Whoever guesses a key must not be told what somebody else answered under it.
    if (!isSameAnswer(submission, byKey)) throw new ApiError('conflict', key?.refusal ?? '');
    return submission;
  };
}

interface Key {
  readonly text: string;
  /** What is said when another answer came under it. */
  readonly refusal: string;
}

/** What makes two sendings one answer. A browser that may answer once is a key of its own. */
function keyOf(
  { idempotencyKey, browser }: GivenAnswer,
  { once, tokenId }: { readonly once: boolean; readonly tokenId: string | null },
): Key | null {
  if (once && browser != null)
    return {
      text: `browser\0${browser}`,
      refusal: 'This form takes one answer from each browser, and has one from yours.',
    };
  if (idempotencyKey != null)
    return {
      text: idempotencyKey,
      refusal: 'This Idempotency-Key was used for another answer. Take a new key for each.',
    };
  if (tokenId !== null)
    return {
      text: `token\0${tokenId}`,
      refusal: 'This page has sent an answer already. Load it again to send another.',
    };
  return null;
}

/** Takes what stands in the honeypot off the values: the check of the record does not know it. */
function takeHoneypot(
  values: unknown,
  name: string,
): { readonly values: unknown; readonly honeypot: unknown } {
  if (typeof values !== 'object' || values === null || Array.isArray(values) || !Object.hasOwn(values, name))
    return { values, honeypot: undefined };
  const entries = Object.entries(values);
  return {
    values: Object.fromEntries(entries.filter(([key]) => key !== name)),
    honeypot: entries.find(([key]) => key === name)?.[1] as unknown,
  };
}

function isSameAnswer({ values }: Submission, given: ReadonlyMap<string, unknown>): boolean {
  const isSame = ([key, value]: readonly [string, unknown]): boolean => {
    const other = given.get(key);
    return isDeepStrictEqual(value, isEmpty(other) ? null : other);
  };
  return Object.entries(values).every(isSame);
}
