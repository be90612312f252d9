import { freePorts } from '../../support/free-ports.ts';
import { startInstallation } from './installation.ts';
import { openInspector } from './inspector.ts';
import { send } from './load.ts';
import { residentMb } from './process-usage.ts';

const FIRST_APPS = 20;
const APPS = 100;

/** What each app in memory adds to the server, after it answered one query of REST, or that and one of GraphQL. */
export async function measureMemory(databaseUrl: string): Promise<readonly object[]> {
  const rows: object[] = [];
  for (const graphql of [false, true]) {
    const [port = 0] = await freePorts(1);
    const server = await startInstallation(databaseUrl, [`--inspect=127.0.0.1:${port}`]);
    const inspector = await openInspector(port);
    const appId = await server.publish();
    const touch = async (): Promise<void> => {
      const id = await server.fork(appId);
      const call = (path: string, body: object): Promise<unknown> =>
        send({ port: server.publishPort, path: `/a/${id}/${path}`, body });
      await call('_data/query', { entity: 'Post', select: ['id', 'title'], limit: 20 });
      if (graphql) await call('_graphql', { query: '{ posts(first: 20) { nodes { id title } } }' });
    };
    for (let app = 0; app < FIRST_APPS; app++) await touch();
    const before = { heap: await inspector.heapMb(), resident: residentMb(server.pid) };
    for (let app = 0; app < APPS; app++) await touch();
    const after = { heap: await inspector.heapMb(), resident: residentMb(server.pid) };
    rows.push({
      'asked by': graphql ? 'REST and GraphQL' : 'REST',
      heap: Number(((after.heap - before.heap) / APPS).toFixed(2)),
      resident: Number(((after.resident - before.resident) / APPS).toFixed(2)),
      'server in all': Math.round(after.resident),
      apps: APPS,
      target: 2,
    });
    inspector.close();
    await server.stop();
  }
  return rows;
}
