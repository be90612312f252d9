import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OPENAI_STREAM, type Reply } from '../support/llm-upstream.ts';
import { watchStalls } from '../support/stalls.ts';
import { describeEachHouse, type House } from './house.ts';

const PEOPLE = 40;
/** Below the 30 calls a minute of each. */
const CALLS = 25;
/** People at a time: more of them would measure how long a full processor makes one wait. */
const LANES = 4;
const ALLOWED_MS = 200;

/** What an upstream is doing when its client leaves. */
const STATES: readonly { readonly name: string; readonly isSilent: boolean; readonly reply: Reply }[] = [
  { name: 'has not begun to answer', isSilent: true, reply: () => undefined },
  {
    name: 'is between two events',
    isSilent: false,
    reply: (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(OPENAI_STREAM[1]),
  },
  {
    name: 'streams without end',
    isSilent: false,
    reply: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(OPENAI_STREAM[1].repeat(20)), 2);
      response.on('close', () => clearInterval(timer));
    },
  },
  {
    name: 'is within a JSON answer',
    isSilent: false,
    reply: (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .write(`{"choices":[${' '.repeat(500)}`),
  },
];

interface Moments {
  readonly asked: Promise<void>;
  readonly closed: Promise<number>;
}

/** An upstream that tells, call by call, when it was asked and when the proxy closed its connection. */
function timekeeper(upstream: House['upstream']): (call: string) => Moments {
  const waiting = new Map<string, { asked: () => void; closed: (at: number) => void }>();
  upstream.reply = (response, asked) => {
    const call = (JSON.parse(asked.body.toString()) as { readonly call: string }).call;
    const moments = waiting.get(call);
    response.on('close', () => moments?.closed(performance.now()));
    moments?.asked();
    return STATES[Number(call.split(' ')[0])]?.reply(response, asked);
  };
  return (call) => {
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    const { promise: closed, resolve: isClosed } = Promise.withResolvers<number>();
    waiting.set(call, { asked: isAsked, closed: isClosed });
    return { asked, closed };
  };
}

describeEachHouse('clients that leave', (house) => {
  it(
    `close the upstream within ${ALLOWED_MS} ms, ${PEOPLE * CALLS} times, and leave nothing behind`,
    { timeout: 180_000 },
    async () => {
      const { site, upstream, joinQuickly } = house();
      const watch = timekeeper(upstream);
      const stalls = watchStalls();
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => joinQuickly()));
      const late: string[] = [];
      const took: number[] = [];
      const began = performance.now();

      const ask = (token: string, call: string): ClientRequest => {
        const body = JSON.stringify({ model: 'm', stream: true, call });
        const outgoing = request({
          host: '127.0.0.1',
          port: site.server.port,
          method: 'POST',
          path: '/api/llm/openai/v1/chat/completions',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        });
        outgoing.on('error', () => undefined);
        outgoing.end(body);
        return outgoing;
      };
      const visit = async ({ id, token }: (typeof people)[number], person: number): Promise<void> => {
        for (let i = 0; i < CALLS; i += 1) {
          const state = (person + i) % STATES.length;
          const call = `${state} ${id} ${i}`;
          const { asked, closed } = watch(call);
          const outgoing = ask(token, call);
          const answered = once(outgoing, 'response') as Promise<
            [NodeJS.ReadableStream & { statusCode: number }]
          >;
          answered.catch(() => undefined);
          if (STATES[state]?.isSilent) await asked;
          else {
            const [answer] = await answered;
            expect(answer.statusCode).toBe(200);
            await once(answer, 'data');
          }
          const left = performance.now();
          outgoing.destroy();
          const at = await Promise.race([closed, sleep(10_000, Infinity, { ref: false })]);
          const net = at - left - stalls.within(left, at);
          took.push(net);
          if (net > ALLOWED_MS)
            late.push(`${STATES[state]?.name}: ${Math.round(net)} ms of ${Math.round(at - left)}`);
        }
      };
      const queue = people.entries();
      const lane = async (): Promise<void> => {
        for (const [index, person] of queue) await visit(person, index);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      stalls.end();
      took.sort((a, b) => a - b);
      // oxlint-disable-next-line no-console -- what was measured
      console.info(
        `${took.length} aborts in ${Math.round((performance.now() - began) / 1_000)} s; ms until the upstream is closed: ` +
          `p50 ${took[Math.floor(took.length / 2)]?.toFixed(1)}, p99 ${took[Math.floor(took.length * 0.99)]?.toFixed(1)}, ` +
          `most ${took.at(-1)?.toFixed(1)}; the loop stood still ${Math.round(stalls.total())} ms in all`,
      );
      expect(late).toEqual([]);
      expect(took).toHaveLength(PEOPLE * CALLS);
      await expect.poll(() => upstream.connections(), { timeout: 5_000 }).toBe(0);
      const { prisma } = site.server.services.db;
      await expect.poll(() => prisma.llmCall.count(), { timeout: 10_000 }).toBe(0);
      for (const { id } of people) {
        const { _sum: sum } = await prisma.llmUsage.aggregate({
          where: { userId: id },
          _sum: { requests: true },
        });
        expect(sum.requests).toBe(CALLS);
      }
    },
  );

  it('in the middle of their own request never reach an upstream', async () => {
    const { site, upstream, joinQuickly } = house();
    const { id, token } = await joinQuickly();
    upstream.forget();
    for (let i = 0; i < 10; i += 1) {
      const outgoing = request({
        host: '127.0.0.1',
        port: site.server.port,
        method: 'POST',
        path: '/api/llm/openai/v1/chat/completions',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': '1000',
        },
      });
      outgoing.on('error', () => undefined);
      outgoing.write('{"model":');
      await sleep(20);
      outgoing.destroy();
    }
    const { prisma } = site.server.services.db;
    await expect.poll(() => prisma.llmCall.count({ where: { userId: id } }), { timeout: 10_000 }).toBe(0);
    expect(upstream.seen).toHaveLength(0);
  });
});
