import type { FormField } from '@platform/api/content/form/document.ts';

export type View = 'summary' | 'table' | 'flagged';

/** What of the answers is looked at: all of it stands in the address. */
export interface AnswersView {
  readonly view: View;
  /** Searched for in the texts; empty for all. */
  readonly q: string;
  /** A field's key, or `_created_at`; a `-` before it for the largest first. Null is newest first. */
  readonly order: string | null;
  /** The answer that is open. */
  readonly answer: string | null;
}

export function readView(params: Pick<URLSearchParams, 'get'>): AnswersView {
  const view = params.get('view');
  return {
    view: view === 'table' || view === 'flagged' ? view : 'summary',
    q: params.get('q') ?? '',
    order: params.get('order'),
    answer: params.get('answer'),
  };
}

/** The query of an address with this view. */
export function writeView({ view, q, order, answer }: AnswersView): string {
  const params = new URLSearchParams();
  if (view !== 'summary') params.set('view', view);
  if (q !== '') params.set('q', q);
  if (order !== null) params.set('order', order);
  if (answer !== null) params.set('answer', answer);
  return `?${params}`;
}

const SEARCHED: ReadonlySet<string> = new Set(['text', 'long', 'email', 'choice', 'date']);

/** The condition of the typed query for a search; null for none. Fields without text take no part. */
export function whereOf(fields: readonly FormField[], q: string): object | null {
  const text = q.trim();
  const searched = fields.filter(({ type }) => SEARCHED.has(type));
  if (text === '' || searched.length === 0) return null;
  return { OR: searched.map(({ key }) => ({ [key]: { contains: text, mode: 'insensitive' } })) };
}

/** The order of the typed query; null for newest first. An order by a field that is gone is none. */
export function orderOf(fields: readonly FormField[], order: string | null): object | null {
  if (order === null) return null;
  const isDown = order.startsWith('-');
  const name = isDown ? order.slice(1) : order;
  const isKnown = name === '_created_at' || fields.some(({ key, type }) => key === name && type !== 'multi');
  return isKnown ? { [name]: isDown ? 'desc' : 'asc' } : null;
}
