import type { Caller } from './contract.ts';

/** Who asks, and from where. */
export interface Asker {
  readonly caller: Caller;
  readonly address: string;
  /** Counts rows that are about to be made. @throws ApiError rate_limited */
  readonly spendRows: (rows: number) => void;
}
