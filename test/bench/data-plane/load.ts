import { Agent, request } from 'node:http';

/** One request of a shape; `path` on a port of the loopback. */
export interface Call {
  readonly port: number;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  /** An object is sent as JSON, a form as browsers send it. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
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

/**
 * Sends requests over a fixed number of kept connections, each as soon as its last answer is there.
 * @param hear told each request with its answer
 */
export async function sendLoad<C extends Call>(
  next: () => C,
  count: number,
  connections: number,
  hear?: (call: C, reply: Reply) => void,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let sent = 0;
  const begin = performance.now();
  const worker = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const from = performance.now();
      const call = next();
      const reply = await send(call, agent);
      if (reply.status >= 300 || reply.text.includes('"errors"'))
        throw new Error(`Status ${reply.status}: ${reply.text.slice(0, 400)}`);
      latencies.push(performance.now() - from);
      hear?.(call, reply);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return { seconds, latencies: latencies.toSorted((a, b) => a - b) };
}

export function send(
  { port, path, method = 'POST', body, headers = {} }: Call,
  agent?: Agent,
): Promise<Reply> {
  const isForm = body instanceof URLSearchParams;
  const payload = body === undefined ? '' : isForm ? body.toString() : JSON.stringify(body);
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
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...headers,
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
