import type { FormAnswersQuery, SubmissionState } from '#lib/gql/graphql.ts';
import { ask } from '#lib/graphql/client.ts';
import { sentenceOf } from '#lib/graphql/failure.ts';
import { answersDocument } from './documents.ts';

type Page = NonNullable<NonNullable<NonNullable<FormAnswersQuery['viewer']>['project']>['submissions']>;
type Node = Page['edges'][number]['node'];
export type Answer = Omit<Node, 'values'> & { readonly values: Readonly<Record<string, unknown>> };

export interface AnswersQuery {
  readonly id: string;
  readonly state: SubmissionState;
  readonly where: object | null;
  readonly orderBy: object | null;
}

/** Answers per request. */
const STRETCH = 100;

/** A list of answers that grows by stretches, always of the last query that was asked for. */
export class Answers {
  rows = $state.raw<readonly Answer[] | null>(null);
  total = $state(0);
  hasMore = $state(false);
  busy = $state(false);
  failure = $state<string | null>(null);
  #query: AnswersQuery | null = null;
  #cursor: string | null = null;

  /** Begins anew; what is shown stays until the first stretch has come. */
  async read(query: AnswersQuery): Promise<void> {
    this.#query = query;
    await this.#fetch(query, null);
  }

  async more(): Promise<void> {
    if (this.#query !== null && this.hasMore && !this.busy) await this.#fetch(this.#query, this.#cursor);
  }

  async #fetch(query: AnswersQuery, after: string | null): Promise<void> {
    this.busy = true;
    this.failure = null;
    try {
      const { viewer } = await ask(answersDocument, { ...query, first: STRETCH, after });
      if (this.#query !== query) return;
      const page = viewer?.project?.submissions;
      if (!page) return;
      const rows = page.edges.map(({ node }) => node as Answer);
      const known = after === null ? [] : (this.rows ?? []);
      const ids = new Set(known.map(({ submissionId }) => submissionId));
      this.rows = [...known, ...rows.filter(({ submissionId }) => !ids.has(submissionId))];
      this.total = page.totalCount;
      this.hasMore = page.pageInfo.hasNextPage;
      this.#cursor = page.pageInfo.endCursor ?? null;
    } catch (thrown) {
      if (this.#query === query) this.failure = sentenceOf(thrown);
    } finally {
      if (this.#query === query) this.busy = false;
    }
  }
}
