import type { CountRequest, Counts, SchemaStep } from './step.ts';
import { countKey } from './step.ts';

/**
 * How much a change asks of the data (design 5). *free*: nothing. *backfill*: old rows get a value. *checked*: rows
 * were counted first and all fit. *parked*: hidden, not deleted. *refused*: some rows do not fit, so the old state
 * is served on and the sentence says how many.
 */
export type ChangeClass = 'free' | 'backfill' | 'checked' | 'parked' | 'refused';

export interface EvolutionChange {
  readonly class: ChangeClass;
  /** Stable, lower_snake_case, for programs: `add_field`, `rename_model`, … */
  readonly change: string;
  /** `Model` or `Model.field`. */
  readonly target: string;
  /** Rows concerned; null when none had to be counted. */
  readonly rows: number | null;
  /** For people. */
  readonly sentence: string;
  readonly steps: readonly SchemaStep[];
}

/** Collects what a plan finds. The answers it still lacks are in `missing`; until then they count as 0. */
export class PlanDraft {
  readonly changes: EvolutionChange[] = [];
  readonly missing = new Map<string, CountRequest>();
  /** `Model.field` of what is served nullable though the AML says required. */
  readonly servedNullable = new Set<string>();
  /** Enum → values that it no longer names but rows still hold: they stay allowed, in every field of that type. */
  readonly keptEnumValues = new Map<string, readonly string[]>();
  /** Fields in which no row holds a value that their enum no longer names. */
  readonly freedEnumValues: {
    readonly model: string;
    readonly field: string;
    readonly enumName: string;
    readonly values: readonly string[];
  }[] = [];
  /** `@was` that names nothing: model or `Model.field`. */
  readonly staleWas: { readonly target: string; readonly was: string }[] = [];
  /** `Model.field` whose default rows do not get, and why: a key would no longer hold. Found by an earlier attempt. */
  readonly withheld: ReadonlyMap<string, string>;
  /** Those that this attempt finds. */
  readonly toWithhold = new Map<string, string>();
  /** When this plan is made, for what it gives up (`FormerName`). */
  readonly now: number;
  private readonly counts: Counts;

  constructor(counts: Counts, withheld: ReadonlyMap<string, string>, now: number) {
    this.counts = counts;
    this.withheld = withheld;
    this.now = now;
  }

  add(change: EvolutionChange): void {
    this.changes.push(change);
  }

  count(request: CountRequest): number {
    const key = countKey(request);
    const known = this.counts.get(key);
    if (known === undefined) this.missing.set(key, request);
    return known ?? 0;
  }
}

/** "1 row", "12 rows". */
export function rowsText(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}

const SINGULAR = {
  hold: 'holds',
  keep: 'keeps its',
  have: 'has',
  exist: 'exists',
  get: 'gets',
  point: 'points',
  share: 'shares',
  are: 'is',
};
const PLURAL = {
  ...SINGULAR,
  hold: 'hold',
  keep: 'keep their',
  have: 'have',
  exist: 'exist',
  get: 'get',
  point: 'point',
  share: 'share',
  are: 'are',
};

/** What so many rows do: "1 row holds", "12 rows hold"; `keep` takes its "its" or "their" along. */
export function verb(rows: number, what: keyof typeof SINGULAR): string {
  return (rows === 1 ? SINGULAR : PLURAL)[what];
}

const ORDER: readonly SchemaStep['kind'][] = [
  'dropForeignKey',
  'dropKey',
  'dropPrimaryKey',
  'dropDefault',
  'createTable',
  'dropIdentity',
  'dropNotNull',
  'addColumn',
  'widen',
  'carry',
  'fillEmpty',
  'setNotNull',
  'setDefault',
  'addIdentity',
  'addPrimaryKey',
  'addKey',
  'addForeignKey',
  'validateForeignKey',
  'renameColumn',
];

/** All steps of a plan in an order in which each finds what it needs: constraints go first and come last. */
export function orderedSteps(changes: readonly EvolutionChange[]): readonly SchemaStep[] {
  return changes
    .flatMap((change) => change.steps)
    .map((step, index) => ({ step, index, rank: ORDER.indexOf(step.kind) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ step }) => step);
}
