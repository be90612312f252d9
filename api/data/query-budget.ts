import { LIMITS } from '../limits.ts';
import { badQuery } from './query-error.ts';

/** What one query has used of its limits; `rows` is shared by all queries of a request. */
export interface QueryBudget {
  conditions: number;
  readonly rows: { used: number };
}

export function newBudget(rows = { used: 0 }): QueryBudget {
  return { conditions: 0, rows };
}

/** @throws ApiError invalid_request past the limit */
export function spendCondition(budget: QueryBudget, path: string): void {
  budget.conditions += 1;
  if (budget.conditions > LIMITS.whereConditions) {
    throw badQuery(path, `a query may have ${LIMITS.whereConditions} conditions at most.`);
  }
}

/**
 * Counts the rows that a list could give: its own limit times the rows it is repeated for.
 * @throws ApiError invalid_request past the limit, before anything is fetched
 */
export function spendRows(budget: QueryBudget, rows: number, path: string): void {
  budget.rows.used += rows;
  if (budget.rows.used > LIMITS.queryRows) {
    throw badQuery(
      path,
      `the request could ask for ${budget.rows.used} rows; ${LIMITS.queryRows} are allowed. Ask for shorter lists.`,
    );
  }
}
