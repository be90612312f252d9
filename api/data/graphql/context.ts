import type { Caller } from '../contract.ts';
import type { QueryBudget } from '../query-budget.ts';
import type { ListLoader } from './list-loader.ts';

/** What one GraphQL request carries through its resolvers. */
export interface AppContext {
  readonly caller: Caller;
  readonly address: string;
  /** Counts rows that are about to be made. @throws ApiError rate_limited */
  readonly spendRows: (rows: number) => void;
  /** Whether the client reads the answer as server-sent events. */
  readonly events: boolean;
  readonly budget: QueryBudget;
  readonly lists: ListLoader;
}
