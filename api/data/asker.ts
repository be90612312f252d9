import type { Caller } from './contract.ts';

/** Who asks, and from where. */
export interface Asker {
  readonly caller: Caller;
  readonly address: string;
}
