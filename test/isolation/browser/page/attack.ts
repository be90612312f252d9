import type { AttackEntry, Targets, Vantage, Witness } from '../attack.ts';

/** An entry of the table with its code, which runs in the attacker's page and answers true when it succeeded. */
export interface Attack extends AttackEntry {
  readonly run: Run;
}

type Run = (t: Targets, mark: string) => unknown;

interface More {
  readonly from?: readonly Vantage[];
  readonly witness?: Witness;
  readonly alone?: boolean;
  readonly stoppedByBrowser?: string;
  readonly openInSandbox?: string;
}

type Row = readonly [name: string, how: string, success: string, run: Run, more?: More];

export const WINDOWS: readonly Vantage[] = ['page', 'market', 'preview'];
export const EVERYWHERE: readonly Vantage[] = [...WINDOWS, 'worker'];
/** Vantages that the main application holds in a frame. */
export const FRAMED: readonly Vantage[] = ['market', 'preview'];
/** A project's page by its id, by its slug, by a custom host. */
export const PROJECTS: readonly Vantage[] = ['form', 'slug', 'custom'];
/** Vantages with a tab of their own. */
export const TABS: readonly Vantage[] = ['page', 'popup'];

/** Attacks on one boundary; those without `from` run in every window. */
export function attacksOn(boundary: string, rows: readonly Row[]): readonly Attack[] {
  return rows.map(([name, how, success, run, more = {}]) => ({
    id: `${boundary}/${name}`,
    boundary,
    how,
    success,
    run,
    from: more.from ?? WINDOWS,
    witness: more.witness ?? null,
    alone: more.alone ?? false,
    stoppedByBrowser: more.stoppedByBrowser ?? null,
    openInSandbox: more.openInSandbox ?? null,
  }));
}
