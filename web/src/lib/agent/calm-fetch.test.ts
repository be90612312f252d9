import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { calmFetch, inTasks } from './calm-fetch.ts';

it('hands on what came at once in pieces, and lets others have a turn between them', async () => {
  const bytes = Uint8Array.from({ length: 40_000 }, (_, index) => index % 251);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 30_000));
      for (let at = 30_000; at < 40_000; at += 1_000) controller.enqueue(bytes.slice(at, at + 1_000));
      controller.close();
    },
  });
  let turns = 0;
  let ended = false;
  const others = (): void => {
    turns += 1;
    if (!ended) setImmediate(others);
  };
  setImmediate(others);
  const got: number[] = [];
  let pieces = 0;
  let before = -1;
  for await (const piece of inTasks(body)) {
    expect(piece.length).toBeLessThanOrEqual(2_048);
    expect(turns).toBeGreaterThan(before);
    before = turns;
    pieces += 1;
    got.push(...piece);
  }
  ended = true;
  expect(pieces).toBe(25);
  expect(Uint8Array.from(got)).toEqual(bytes);
});

it('closes the connection when its reader leaves, and leaves other answers as they are', async () => {
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const server = createServer((request, response) => {
    const isStream = request.url === '/stream';
    response.writeHead(201, { 'content-type': isStream ? 'text/event-stream; charset=utf-8' : 'text/plain' });
    response.on('close', closed);
    if (isStream) response.write('data: 1\n\n');
    else response.end('plain');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await (await calmFetch(`http://127.0.0.1:${port}/plain`)).text()).toBe('plain');
  const streamed = await calmFetch(`http://127.0.0.1:${port}/stream`);
  expect([streamed.status, streamed.headers.get('content-type')]).toEqual([
    201,
    'text/event-stream; charset=utf-8',
  ]);
  const reader = streamed.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n');
  await reader?.cancel();
  await isClosed;
  server.close();
});
