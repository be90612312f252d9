import type { Filter, FilterOperator } from './filters.ts';

/** What of the data is looked at: all of it stands in the address. */
export interface ViewState {
  /** Null for the first model. */
  readonly model: string | null;
  readonly panel: 'rows' | 'health';
  readonly filters: readonly Filter[];
  /** `field` or `-field`; null for the order of the keys. */
  readonly order: string | null;
  /** From 1. */
  readonly page: number;
  /** Key of the row that is open, as JSON; `new` for one that is being added. */
  readonly row: string | null;
}

const OPERATORS: ReadonlySet<string> = new Set<FilterOperator>([
  'contains',
  'equals',
  'not',
  'startsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'has',
  'empty',
  'filled',
]);

export function readState(params: Pick<URLSearchParams, 'get' | 'getAll'>): ViewState {
  const page = Number(params.get('page') ?? '1');
  return {
    model: params.get('model'),
    panel: params.get('panel') === 'health' ? 'health' : 'rows',
    filters: params.getAll('filter').flatMap(readFilter),
    order: params.get('order'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    row: params.get('row'),
  };
}

/** The query of an address with this state; what belongs to others in it, such as the builder's view, stays. */
export function writeState(state: ViewState, query: string): string {
  const next = new URLSearchParams(query);
  for (const name of ['model', 'panel', 'filter', 'order', 'page', 'row']) next.delete(name);
  if (state.model !== null) next.set('model', state.model);
  if (state.panel === 'health') next.set('panel', 'health');
  for (const { field, operator, value } of state.filters)
    next.append('filter', `${field}:${operator}:${value}`);
  if (state.order !== null) next.set('order', state.order);
  if (state.page > 1) next.set('page', String(state.page));
  if (state.row !== null) next.set('row', state.row);
  return `?${next}`;
}

function readFilter(text: string): readonly Filter[] {
  const [, field = '', operator = '', value = ''] = /^(\w+):(\w+):(.*)$/s.exec(text) ?? [];
  return OPERATORS.has(operator) ? [{ field, operator: operator as FilterOperator, value }] : [];
}
