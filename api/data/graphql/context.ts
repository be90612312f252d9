import type { Asker } from '../asker.ts';
import type { QueryBudget } from '../query-budget.ts';
import type { ListLoader } from './list-loader.ts';

/** What one GraphQL request carries through its resolvers. */
export interface AppContext extends Asker {
  /** Whether the client reads the answer as server-sent events. */
  readonly events: boolean;
  readonly budget: QueryBudget;
  readonly lists: ListLoader;
}
