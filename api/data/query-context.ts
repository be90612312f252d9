import type { Caller } from './asker.ts';
import type { Models } from './model-info.ts';
import type { QueryBudget } from './query-budget.ts';

/** What reading one query needs: the app's models, who asks, and what the query has used of its limits. */
export interface QueryContext {
  readonly models: Models;
  readonly caller: Caller;
  readonly budget: QueryBudget;
}
