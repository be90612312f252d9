import { onDatabase } from './bench-app.ts';
import type { Installation } from './installation.ts';
import { send, type Call } from './load.ts';

export interface Opening {
  readonly name: string;
  readonly ms: readonly number[];
  readonly target: number | null;
}

const APPS = 15;
const QUERY = { entity: 'Post', select: ['id', 'title'], limit: 20 } as const;
const GRAPHQL = { query: '{ posts(first: 20) { nodes { id title } } }' } as const;

/** How long the first answer of an app takes: never seen (its tables are made), evicted from memory, and warm. */
export async function measureOpening(
  server: Installation,
  databaseUrl: string,
  appId: string,
): Promise<readonly Opening[]> {
  const ms: Record<string, number[]> = {};
  const time = async (name: string, call: Omit<Call, 'port'>): Promise<void> => {
    const from = performance.now();
    const { status, text } = await send({ ...call, port: server.publishPort });
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    (ms[name] ??= []).push(performance.now() - from);
  };
  // Another process says that the space changed: then it is dropped from memory, and so is all that was made of it.
  const evict = (id: string): Promise<void> =>
    onDatabase(databaseUrl, async (client) => {
      await client.query('SELECT pg_notify($1, $2)', ['data_space_changed', `bench ${id}`]);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  for (let app = 0; app < APPS; app++) {
    const id = await server.fork(appId);
    const rest = { path: `/a/${id}/_data/query`, body: QUERY };
    const graphql = { path: `/a/${id}/_graphql`, body: GRAPHQL };
    await time('never seen, REST', rest);
    await evict(id);
    await time('evicted, REST', rest);
    await time('warm, REST', rest);
    await evict(id);
    await time('evicted, GraphQL', graphql);
    await time('warm, GraphQL', graphql);
    const other = await server.fork(appId);
    await time('never seen, GraphQL', { ...graphql, path: `/a/${other}/_graphql` });
  }
  const targets: Readonly<Record<string, number>> = { 'never seen': 150, evicted: 40 };
  return Object.entries(ms).map(([name, times]) => ({
    name,
    ms: times,
    target: targets[name.split(',')[0] ?? ''] ?? null,
  }));
}
