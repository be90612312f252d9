import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { cpuMs } from '../data-plane/process-usage.ts';
import type { LoadOrder, LoadResult } from './raw-load.ts';

export interface Target {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The server's process, for its processor time. */
  readonly pid?: number;
}

const LOAD = fileURLToPath(new URL('raw-load.ts', import.meta.url));
const SECONDS = 1;
const CONNECTIONS = 16;

/** Requests a second, and the server's processor time per request in µs, under load from another process. */
export async function measureRate({
  port,
  path,
  headers = {},
  pid,
}: Target): Promise<{ rate: number; cpu: number }> {
  const child = fork(LOAD, { execArgv: [] });
  const before = pid === undefined ? 0 : cpuMs(pid);
  const order: LoadOrder = { port, path, headers, seconds: SECONDS, connections: CONNECTIONS };
  child.send(order);
  const [result] = (await once(child, 'message')) as [LoadResult];
  const spent = pid === undefined ? 0 : cpuMs(pid) - before;
  child.disconnect();
  await once(child, 'exit');
  if (result.failures > 0) throw new Error(`${path}: ${result.failures} answers were neither 200 nor 304.`);
  return { rate: result.answers / result.seconds, cpu: (spent * 1_000) / result.answers };
}

/** One request and the headers of its answer. */
export function get({
  port,
  path,
  headers = {},
}: Target): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on('error', reject)
      .end();
  });
}
