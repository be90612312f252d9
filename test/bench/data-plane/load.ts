import { Agent, request } from 'node:http';

/** One request of a shape; `path` on a port of the loopback. */
export interface Call {
  readonly port: number;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** What a number of requests took. `latencies` in ms, ascending. */
export interface Load {
  readonly seconds: number;
  readonly latencies: readonly number[];
}

/** Sends requests over a fixed number of kept connections, each as soon as its last answer is there. */
export async function sendLoad(next: () => Call, count: number, connections: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let sent = 0;
  const begin = performance.now();
  const worker = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const from = performance.now();
      const { status, text } = await send(next(), agent);
      if (status >= 300 || text.includes('"errors"'))
        throw new Error(`Status ${status}: ${text.slice(0, 400)}`);
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return { seconds, latencies: latencies.toSorted((a, b) => a - b) };
}

export function send({ port, path, method = 'POST', body }: Call, agent?: Agent): Promise<Reply> {
  const payload = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...(agent ? { agent } : {}),
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
