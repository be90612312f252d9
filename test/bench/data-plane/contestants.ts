import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../support/free-ports.ts';
import type { Tables } from './bench-app.ts';
import { startChild, type Child } from './child.ts';
import type { Contestant } from './shapes.ts';

export interface Peer extends Child {
  readonly port: number;
}

const PEERS = fileURLToPath(new URL('../peers', import.meta.url));
const SCRIPTS: Readonly<Record<Exclude<Contestant, 'ours'>, string>> = {
  postgraphile: `${PEERS}/postgraphile.mjs`,
  floor: fileURLToPath(new URL('floor-server.ts', import.meta.url)),
};

/** Starts one of those that we compare ourselves with, on the same tables. */
export async function startPeer(
  name: Exclude<Contestant, 'ours'>,
  databaseUrl: string,
  appId: string,
  { schema, table }: Tables,
): Promise<Peer> {
  const [port = 0] = await freePorts(1);
  const child = await startChild([SCRIPTS[name]], {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SCHEMA: schema,
    TABLES: JSON.stringify(table),
    SCOPE: appId,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
  });
  return { ...child, port };
}

/** The peers are no part of the product: they have a lock file of their own and are installed when first wanted. */
export function installPeers(): void {
  if (existsSync(`${PEERS}/node_modules/postgraphile`)) return;
  const { status } = spawnSync('npm', ['ci', '--no-workspaces', '--ignore-scripts', '--no-audit'], {
    cwd: PEERS,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The peers could not be installed; try "npm ci" in ${PEERS}.`);
}
