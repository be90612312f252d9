import type { SchemaChange } from './kind.ts';

/** What changed in a kind's schema between two versions (spec 2.6). */
export interface SchemaDiff {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly SchemaChange[];
  readonly hasBreaking: boolean;
}

/** The changes with `from < version <= to` (spec 9.1); empty when `from` is not below `to`. */
export function schemaDiff(changelog: readonly SchemaChange[], from: number, to: number): SchemaDiff {
  const changes = changelog.filter(({ version }) => from < version && version <= to);
  return { from, to, changes, hasBreaking: changes.some(({ breaking }) => breaking) };
}
