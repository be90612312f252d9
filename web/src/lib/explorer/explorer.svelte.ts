import type { GraphQLSchema } from 'graphql';
import type { Place } from '#lib/data/model.ts';
import { sentenceOf } from '#lib/graphql/failure.ts';
import { copy } from './copy.ts';
import { postOperation, type Operation } from './endpoint.ts';
import { exampleOf, type Example } from './example.ts';
import { formatted } from './format.ts';
import { readKept, withRun, writeKept, type Run } from './history.ts';
import { documentOf, operationAt, operationsOf } from './operations.ts';

/** One result of a subscription. */
export interface Event {
  readonly number: number;
  readonly at: Date;
  readonly text: string;
}

export type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly status: number;
      readonly milliseconds: number;
      readonly errors: number;
    }
  | {
      readonly kind: 'events';
      /** The newest first; older ones than {@link EVENTS_SHOWN} are let go. */
      readonly events: readonly Event[];
      readonly total: number;
      readonly listening: boolean;
      /** Why it ended, when nobody stopped it. */
      readonly ended: string | null;
    };

/** Results of one subscription that stay on the page. */
export const EVENTS_SHOWN = 200;

/** What a person does on the page of one space: the two texts, the run under way and what it brought. */
export class Explorer {
  query = $state('');
  variables = $state('');
  /** Where the cursor stands in the query: it says which of several operations runs. */
  cursor = $state(0);
  outcome = $state.raw<Outcome>({ kind: 'none' });
  ran = $state.raw<readonly Run[]>([]);
  running = $state(false);
  readonly operations = $derived(operationsOf(documentOf(this.query)));
  readonly operation = $derived(operationAt(this.operations, this.cursor));
  readonly #place: Place;
  readonly #userId: string;
  #run: AbortController | null = null;

  constructor(place: Place, userId: string, begin: Example | null) {
    this.#place = place;
    this.#userId = userId;
    const kept = readKept(userId, place);
    this.ran = kept?.ran ?? [];
    this.show(begin ?? kept ?? { query: '', variables: '' });
  }

  /** Puts a first query into an empty explorer. */
  greet(schema: GraphQLSchema): void {
    if (this.query.trim() !== '' || this.variables.trim() !== '') return;
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
    const first = fields.find(({ type }) => String(type).endsWith('Connection!')) ?? fields[0];
    if (first !== undefined) this.show(exampleOf('query', first));
  }

  show({ query, variables }: Example): void {
    this.query = query;
    this.variables = variables;
    this.cursor = 0;
  }

  keep(): void {
    const { query, variables, ran } = this;
    writeKept(this.#userId, this.#place, { query, variables, ran });
  }

  forgetRuns(): void {
    this.ran = [];
    this.keep();
  }

  /** @throws Error when the query cannot be read */
  async format(): Promise<void> {
    const { query, variables } = this;
    const next = await formatted({ query, variables });
    // Whoever typed on meanwhile keeps what was typed.
    if (this.query === query) this.query = next.query;
    if (this.variables === variables) this.variables = next.variables;
  }

  stop(): void {
    this.#run?.abort();
    this.#run = null;
    this.running = false;
    if (this.outcome.kind === 'events') this.outcome = { ...this.outcome, listening: false };
  }

  /** Runs what the cursor is in; what ran before is stopped. */
  async run(): Promise<void> {
    this.stop();
    const operation = this.#prepared();
    if (operation === null) return;
    this.ran = withRun(this.ran, { query: this.query, variables: this.variables, at: Date.now() });
    this.keep();
    const run = new AbortController();
    this.#run = run;
    this.running = true;
    const { signal } = run;
    try {
      await this.#ask(operation, signal);
    } catch (thrown) {
      if (signal.aborted) return;
      const message = sentenceOf(thrown);
      this.outcome =
        this.outcome.kind === 'events'
          ? { ...this.outcome, listening: false, ended: message }
          : { kind: 'failed', message };
    } finally {
      if (this.#run === run) {
        this.#run = null;
        this.running = false;
      }
    }
  }

  #prepared(): Operation | null {
    const name = this.operation?.name?.value;
    let variables: unknown;
    try {
      variables = this.variables.trim() === '' ? undefined : (JSON.parse(this.variables) as unknown);
    } catch {
      this.outcome = { kind: 'failed', message: copy.variables.notJson };
      return null;
    }
    return {
      query: this.query,
      ...(variables === undefined ? {} : { variables }),
      ...(name === undefined ? {} : { operationName: name }),
    };
  }

  async #ask(operation: Operation, signal: AbortSignal): Promise<void> {
    const begun = performance.now();
    const events = this.operation?.operation === 'subscription';
    const answer = await postOperation(this.#place, { operation, events, signal });
    if (signal.aborted) return;
    if (answer.kind === 'json') {
      this.outcome = {
        kind: 'answer',
        text: JSON.stringify(answer.body, null, 2),
        status: answer.status,
        milliseconds: Math.round(performance.now() - begun),
        errors: errorsIn(answer.body),
      };
      return;
    }
    this.outcome = { kind: 'events', events: [], total: 0, listening: true, ended: null };
    for await (const text of answer.events) {
      if (signal.aborted) return;
      this.#hear(text);
    }
    if (this.outcome.kind === 'events')
      this.outcome = { ...this.outcome, listening: false, ended: copy.result.completed };
  }

  #hear(text: string): void {
    if (this.outcome.kind !== 'events') return;
    const total = this.outcome.total + 1;
    const event = { number: total, at: new Date(), text: JSON.stringify(JSON.parse(text), null, 2) };
    const events = [event, ...this.outcome.events].slice(0, EVENTS_SHOWN);
    this.outcome = { ...this.outcome, events, total };
  }
}

function errorsIn(body: unknown): number {
  const { errors } = (body ?? {}) as { readonly errors?: unknown };
  return Array.isArray(errors) ? errors.length : 0;
}
