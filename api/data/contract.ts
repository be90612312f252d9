import type { Ir } from '@platform/aml-compiler';
import type { StudioDiagnostic } from '../errors.ts';
import type { PlainAnswer } from '../http/plain-answer.ts';
import type { Caller, From } from './asker.ts';
import type { OwnerData } from './owner/contract.ts';

/** A set of tables with the rows of one app or one draft. `id` is also the value of the scope column. */
export interface SpaceRef {
  readonly id: string;
  readonly aml: string;
}

export type ChangeClass = 'free' | 'backfill' | 'checked' | 'parked' | 'refused';

/** One step of an evolution plan (design 5). `rows` counts the rows concerned, null when none had to be counted. */
export interface PlannedChange {
  readonly class: ChangeClass;
  readonly change: string;
  readonly sql: readonly string[];
  readonly rows: number | null;
  readonly sentence: string;
}

export interface EvolutionPlan {
  readonly changes: readonly PlannedChange[];
  readonly diagnostics: readonly StudioDiagnostic[];
}

/** A route of the bridge under `/a/{app_id}/` (spec 4.1, design 6). */
export type BridgeRoute = '_data' | '_data/query' | '_data/openapi.json' | '_graphql';

export interface DataPlane {
  /** Checks the AML (throws ApiError invalid_aml with diagnostics) and returns its IR. */
  check(aml: string): Ir;
  /** What opening the space with this AML would change; touches nothing. */
  plan(space: SpaceRef): Promise<EvolutionPlan>;
  /** Provisions or evolves the space's tables now, idempotently, and answers with what was done. */
  apply(space: SpaceRef): Promise<EvolutionPlan>;
  /**
   * Answers one request of the bridge or of the app's GraphQL endpoint; provisions on first access.
   * @param from where the request comes from; what is left out limits nothing
   */
  answer(
    space: SpaceRef,
    route: BridgeRoute,
    request: Request,
    caller: Caller,
    from?: Partial<From>,
  ): Promise<PlainAnswer>;
  /** The same as a Response. */
  respond(...asked: Parameters<DataPlane['answer']>): Promise<Response>;
  /** Ends the streams of new rows, which would not end by themselves: the server is about to stop. */
  endStreams(): void;
  /** The rows with an owner's rights. Whose space it is, is the caller's to check. */
  owner(space: SpaceRef): OwnerData;
  /** Drops what is kept of a space, its app's files too, here and in other processes. */
  forget(spaceId: string): Promise<void>;
  /** Removes a space for good, tables and rows. Only what an owner deleted and may no longer restore ends so. */
  drop(spaceId: string): Promise<void>;
  /** Tells of every space that is forgotten, here or in another process; null when some may have gone unheard. */
  watch(changed: (spaceId: string | null) => void): void;
  /** Resolves while other processes are heard: only then may be kept what was read of a space. */
  hearing(): Promise<void>;
  close(): Promise<void>;
}
