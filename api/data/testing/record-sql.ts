import type { Pool, PoolClient } from 'pg';

export interface SqlRecord {
  /** The statements since the last call, in order, those of transactions too. */
  take(): readonly string[];
}

/** Records every statement that goes to the database through a pool. */
export function recordSql(pool: Pool): SqlRecord {
  const known = new WeakSet<PoolClient>();
  let statements: string[] = [];
  // The pool's own `query` takes a client as well, so this sees everything once.
  pool.on('acquire', (client: PoolClient) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [first] = args;
        const text = typeof first === 'string' ? first : String((first as { text: string }).text);
        // Telling other processes of new rows is no part of an answer.
        if (!text.includes('pg_notify')) statements.push(text);
        return query(...args);
      },
    });
  });
  return {
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
