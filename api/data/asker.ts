/** Who asks. The owner's rights exist only on the main origin; a visitor is always `anyone` (design 6). */
export type Caller = 'anyone' | 'owner';

/** Who asks, and from where. */
export interface Asker {
  readonly caller: Caller;
  readonly address: string;
  /** Counts rows that are about to be made. @throws ApiError rate_limited */
  readonly spendRows: (rows: number) => void;
  /** Calls back when the session behind the request ends; returns how to stop listening. Visitors have no session. */
  readonly whenSessionEnds: (listener: () => void) => () => void;
}

export type From = Omit<Asker, 'caller'>;

/** From where a request comes that says nothing of it. */
export const NOWHERE: From = {
  address: 'unknown',
  spendRows: () => {},
  whenSessionEnds: () => () => {},
};
