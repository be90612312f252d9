import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLlmUpstream, type LlmUpstream } from '../../../test/support/llm-upstream.ts';
import { readAll } from './request-body.ts';
import { httpExchange, type UpstreamRequest } from './upstream.ts';

const TIMES = { connectMs: 200, firstByteMs: 2_000, idleMs: 2_000, totalMs: 400 };

describe('one exchange with an upstream', () => {
  let upstream: LlmUpstream;
  let mute: Server;
  beforeAll(async () => {
    upstream = await startLlmUpstream();
    // Takes connections and says nothing: no TLS handshake ever ends here.
    mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
  });
  afterAll(async () => {
    mute.close();
    await upstream.close();
  });
  const ask = (url: string, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
    url: new URL(url),
    method: 'POST',
    headers: {},
    body: null,
    signal: new AbortController().signal,
    ...more,
  });

  it('gives up on a connection that does not come about', async () => {
    const { port } = mute.address() as AddressInfo;
    const began = Date.now();
    await expect(httpExchange(TIMES)(ask(`https://127.0.0.1:${port}/`))).rejects.toMatchObject({
      kind: 'connect',
    });
    expect(Date.now() - began).toBeLessThan(390);
  });

  it('ends an answer that goes on and on', async () => {
    upstream.reply = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const response = await httpExchange(TIMES)(ask(upstream.url));
    await expect(readAll(response.body)).rejects.toMatchObject({ kind: 'total' });
  });

  it("does not take the silence of a slow reader for the upstream's", async () => {
    upstream.reply = (response) => {
      response.writeHead(200).end('x'.repeat(5_000_000));
    };
    const response = await httpExchange({ ...TIMES, idleMs: 60, totalMs: 5_000 })(ask(upstream.url));
    let size = 0;
    for await (const chunk of response.body) {
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 200));
      size += chunk.byteLength;
    }
    expect(size).toBe(5_000_000);
  });

  it('is ended by its signal', async () => {
    await expect(
      httpExchange(TIMES)(ask(upstream.url, { signal: AbortSignal.abort() })),
    ).rejects.toMatchObject({ kind: 'left' });
    upstream.reply = () => undefined;
    await expect(
      httpExchange(TIMES)(ask(upstream.url, { signal: AbortSignal.timeout(50) })),
    ).rejects.toMatchObject({ kind: 'left' });
    await expect.poll(() => upstream.connections(), { timeout: 2_000 }).toBe(0);
  });
});
