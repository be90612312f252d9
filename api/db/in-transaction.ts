import type { Pool, PoolClient } from 'pg';

/** Runs `work` on a connection of its own: all of it is kept or, when it throws, nothing. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (failed: Error) => client.release(failed),
    );
    throw error;
  }
}
