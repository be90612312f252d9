import { Console } from 'node:console';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../support/free-ports.ts';
import { median } from './data-plane/load.ts';
import { startChild } from './data-plane/child.ts';
import { startNginx } from './publish/nginx.ts';
import { publishApp } from './publish/publish-app.ts';
import { get, measureRate, type Target } from './publish/rate.ts';

/**
 * How fast a published static file is: `node test/bench/publish.ts`. Our server, nginx and the load each are processes
 * of their own; the contestants take turns in short rounds, and what counts is the median of the rounds' ratios.
 * Without `nginx` on the PATH its rows are left out, and the bench says so.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const BARE = fileURLToPath(new URL('publish/bare-node.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../../api/main.ts', import.meta.url));
const screen = new Console(process.stdout);

const SCRIPT = `export const table = ${JSON.stringify(Array.from({ length: 60 }, (_, n) => `row ${n * 7919}`))};\n`;
const LARGE = `export const table = ${JSON.stringify(Array.from({ length: 9_000 }, (_, n) => `row ${n * 7919}`))};\n`;
const PAGE = '<!doctype html><title>Clock</title><h1>Clock</h1><script src="app.js"></script>';

const folder = mkdtempSync(join(tmpdir(), 'bench-publish-'));
const [port = 0, publishPort = 0, nginxPort = 0, barePort = 0] = await freePorts(4);
const ours = await startChild(
  [MAIN],
  { PORT: String(port), PUBLISH_PORT: String(publishPort), DATA_DIR: folder, LOG_LEVEL: 'warn' },
  /Ready\./,
);
const files = { 'index.html': PAGE, 'app.js': SCRIPT, 'large.js': LARGE };
const bare = await startChild([BARE, String(barePort), SCRIPT], {});
const nginx = await startNginx(nginxPort, files);
try {
  const id = await publishApp(port, folder, files);
  const host = `a-${id}.localhost:${publishPort}`;
  const own = (path: string, headers: Readonly<Record<string, string>> = {}): Target => ({
    port: publishPort,
    pid: ours.pid,
    path,
    headers: { host, ...headers },
  });
  const peer = (path: string, headers: Readonly<Record<string, string>> = {}): readonly Target[] =>
    nginx ? [{ port: nginxPort, pid: nginx.pid, path, headers }] : [];
  const health = own('/healthz', { host: `localhost:${publishPort}` });
  const tag = (await get(own(`/a/${id}/app.js`))).headers.etag ?? '';
  const peerTag = nginx ? ((await get({ port: nginxPort, path: '/app.js' })).headers.etag ?? '') : '';
  const contestants = new Map<string, readonly Target[]>([
    ['healthz', [health]],
    ['bare Node, script', [{ port: barePort, pid: bare.pid, path: '/' }]],
    ['script, 200', [own(`/a/${id}/app.js`)]],
    ['script, 304', [own(`/a/${id}/app.js`, { 'if-none-match': tag })]],
    ['page, 200', [own(`/a/${id}/`)]],
    ['130 KB, 200', [own(`/a/${id}/large.js`)]],
    ['130 KB encoded', [own(`/a/${id}/large.js`, { 'accept-encoding': 'gzip' })]],
    ['nginx script, 200', peer('/app.js')],
    ['nginx script, 304', peer('/app.js', { 'if-none-match': peerTag })],
    ['nginx page, 200', peer('/index.html')],
    ['nginx 130 KB, 200', peer('/large.js')],
    ['nginx 130 KB encoded', peer('/large.js', { 'accept-encoding': 'gzip' })],
  ]);
  const rates = new Map<string, { readonly rate: number; readonly cpu: number }[]>();
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, [target]] of contestants) {
      if (!target) continue;
      const measured = await measureRate(target);
      // The first round warms up.
      if (round >= 0) rates.set(name, [...(rates.get(name) ?? []), measured]);
    }
  }
  const ratio = (name: string, given: string, of: 'rate' | 'cpu'): string => {
    const base = name === 'bare Node, script' ? 'nginx script, 200' : given;
    const pairs = (rates.get(name) ?? []).map(
      (mine, i) => mine[of] / (rates.get(base)?.[i]?.[of] ?? Number.NaN),
    );
    return pairs.some(Number.isNaN) ? '' : `${(median(pairs) * 100).toFixed(0)} %`;
  };
  screen.table(
    [...rates].map(([name, rounds]) => ({
      what: name,
      'requests/s': Math.round(median(rounds.map(({ rate }) => rate))),
      'server CPU µs': Math.round(median(rounds.map(({ cpu }) => cpu))),
      'CPU of nginx': ratio(name, `nginx ${name}`, 'cpu'),
      'of healthz': name.startsWith('nginx') ? '' : ratio(name, 'healthz', 'rate'),
      'of nginx': ratio(name, `nginx ${name}`, 'rate'),
    })),
  );
  if (!nginx) screen.log('nginx is not installed, so there is nothing to compare with.');
  screen.table([{ node: process.version, cores: availableParallelism(), nginx: nginx?.version ?? 'none' }]);
} finally {
  await Promise.all([ours.stop(), bare.stop(), nginx?.stop()]);
  rmSync(folder, { recursive: true, force: true });
}
