/**
 * The process that makes the load: kept connections, each asking again as soon as its answer is whole. It reads no more
 * of HTTP than `Content-Length`, so that it costs less than the servers it measures.
 */
import { connect } from 'node:net';

export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
}

export interface LoadResult {
  readonly answers: number;
  readonly failures: number;
  readonly seconds: number;
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;

process.once('message', (order: LoadOrder) => {
  const lines = Object.entries({ host: `127.0.0.1:${order.port}`, ...order.headers });
  const question = `GET ${order.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  let answers = 0;
  let failures = 0;
  const begin = performance.now();
  const end = begin + order.seconds * 1_000;
  const connections = Array.from({ length: order.connections }, () => {
    const socket = connect(order.port, '127.0.0.1', () => socket.write(question));
    socket.setNoDelay(true);
    /** Bytes of the answer that are still to come; below zero while its head is not whole. */
    let missing = -1;
    let head = '';
    socket.on('data', (chunk) => {
      if (missing >= 0) missing -= chunk.length;
      else {
        head += chunk.toString('latin1');
        const at = head.indexOf('\r\n\r\n');
        if (at < 0) return;
        const status = head.slice(9, 12);
        if (status !== '200' && status !== '304') failures += 1;
        const length = status === '304' ? 0 : Number(LENGTH.exec(head.slice(0, at))?.[1] ?? 0);
        missing = length - (head.length - at - 4);
        head = '';
      }
      if (missing > 0) return;
      missing = -1;
      answers += 1;
      if (performance.now() < end) socket.write(question);
      else socket.destroy();
    });
    return new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
  });
  void Promise.all(connections).then(() => {
    process.send?.({ answers, failures, seconds: (performance.now() - begin) / 1_000 } satisfies LoadResult);
  });
});
