/** PostgreSQL cuts identifiers here, and Prisma cuts its default names the same way. */
const MAX_IDENTIFIER = 63;

/**
 * Gives out names for keys and indexes. Prisma's default is `<table>_<columns>_<suffix>`; two of these can meet, by
 * the cut or because `a_b` + `c` reads like `a` + `b_c`, and Prisma then refuses the schema. Only then a name is given.
 */
export class ConstraintNames {
  private readonly taken = new Set<string>();

  /** `map: "…"` where the default will not do, else null. */
  map(table: string, columns: readonly string[], suffix: 'pkey' | 'key' | 'idx' | 'fkey'): string | null {
    const usual = [table, ...columns, suffix].join('_');
    if (usual.length <= MAX_IDENTIFIER && !this.taken.has(usual)) {
      this.taken.add(usual);
      return null;
    }
    for (let number = 1; ; number++) {
      const name = `${usual.slice(0, 40)}_${number}_${suffix}`;
      if (this.taken.has(name)) continue;
      this.taken.add(name);
      return `map: ${JSON.stringify(name)}`;
    }
  }
}
