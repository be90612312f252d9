import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../api/ids.ts';
import { isPublicAddress } from '../api/submissions/webhook/address-guard.ts';
import { sendMessage } from '../api/submissions/webhook/send.ts';
import { describeEachInstallation, type Answer, type Person } from './support/installation.ts';

const FORM = { title: 'Lunch', fields: [{ type: 'text', key: 'name', label: 'Your name' }] };

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let receiver: Server;
let url = '';
const received: Received[] = [];
let status = 200;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, { location: `${url}/elsewhere` });
      response.end(request.url === '/long' ? 'x'.repeat(200_000) : 'fine');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

describeEachInstallation(
  'messages about answers',
  (get) => {
    let ada: Person;
    const id = newId();
    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      get().call({ method, path, token: ada.token, ...(body === undefined ? {} : { body }) });
    const log = async (): Promise<Answer['json'][]> =>
      (await call('GET', `/api/projects/${id}/webhook/deliveries`)).json.deliveries;
    const untilDone = async (): Promise<Answer['json'][]> =>
      vi.waitFor(
        async () => {
          const deliveries = await log();
          expect(deliveries.filter(({ attempts }) => attempts === 0)).toEqual([]);
          expect(deliveries.filter(({ answer, problem }) => answer === null && problem === null)).toEqual([]);
          return deliveries;
        },
        { timeout: 20_000, interval: 50 },
      );
    beforeAll(async () => {
      ada = await get().join();
      received.length = 0;
      status = 200;
      const settings = { webhookUrl: `${url}/hook`, notify: true };
      expect(
        (await call('PUT', `/api/projects/${id}`, { kind: 'form', document: FORM, settings })).status,
      ).toBe(201);
    });

    it('go to the form’s address, signed as Standard Webhooks has it', { timeout: 30_000 }, async () => {
      const { secret } = (await call('POST', `/api/projects/${id}/webhook/secret`, {})).json;
      const sent = await call('POST', `/api/forms/${id}/submissions`, { name: 'Zoë' });
      const [delivery] = await untilDone();
      expect(delivery).toMatchObject({
        answerId: sent.json.id,
        status: 'delivered',
        attempts: 1,
        answer: 200,
        nextAt: null,
      });
      const [message] = received.splice(0);
      const { headers, body } = message ?? { headers: {}, body: '' };
      expect(JSON.parse(body)).toEqual({
        type: 'submission.created',
        timestamp: sent.json.record.createdAt,
        data: { form: { id, title: 'Lunch' }, submission: sent.json.record },
      });
      const time = String(headers['webhook-timestamp']);
      expect(Math.abs(Date.now() / 1_000 - Number(time))).toBeLessThan(60);
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`${delivery.id}.${time}.${body}`).digest('base64');
      expect([headers['webhook-id'], headers['webhook-signature']]).toEqual([delivery.id, `v1,${signature}`]);
    });

    it('are not sent of flagged answers, nor twice of one', { timeout: 30_000 }, async () => {
      const path = `/api/forms/${id}/submissions`;
      const before = (await log()).length;
      await get().call({ method: 'POST', path, body: { name: 'x' }, headers: { 'Form-Token': 'a.b.c' } });
      const twice = { method: 'POST', path, body: { name: 'once' }, headers: { 'Idempotency-Key': 'k' } };
      await Promise.all([get().call(twice), get().call(twice)]);
      expect((await untilDone()).length).toBe(before + 1);
      expect(received.splice(0).map(({ body }) => JSON.parse(body).data.submission.values.name)).toEqual([
        'once',
      ]);
    });

    it('are tried again later, and again when the owner says so', { timeout: 30_000 }, async () => {
      status = 302;
      await call('POST', `/api/forms/${id}/submissions`, { name: 'later' });
      const [failed] = await untilDone();
      expect(failed).toMatchObject({
        status: 'waiting',
        answer: 302,
        problem: 'The address answered 302; redirects are not followed.',
      });
      const wait = (Date.parse(failed.nextAt) - Date.parse(failed.attemptedAt)) / 1_000;
      expect(wait).toBeGreaterThan(55);
      expect(wait).toBeLessThan(120);
      // As when its time has come, for several processes at once.
      status = 500;
      const { db, webhooks } = get().server.services;
      await db.pool.query(`UPDATE "WebhookDelivery" SET "nextAt" = now(), "attempts" = 6 WHERE "id" = $1`, [
        failed.id,
      ]);
      received.length = 0;
      await webhooks.sendDue();
      const [last] = await vi.waitFor(
        async () => {
          const deliveries = await log();
          expect(deliveries[0].status).not.toBe('waiting');
          return deliveries;
        },
        { timeout: 20_000 },
      );
      expect(last).toMatchObject({ status: 'failed', attempts: 7, answer: 500, nextAt: null });
      expect(received.length).toBe(1);
      status = 200;
      expect(
        (await call('POST', `/api/projects/${id}/webhook/deliveries/${failed.id}/send`, {})).status,
      ).toBe(200);
      await vi.waitFor(
        async () => expect((await log())[0]).toMatchObject({ status: 'delivered', attempts: 1 }),
        { timeout: 20_000 },
      );
      const other = await get().join('Bob');
      const foreign = await get().call({
        method: 'POST',
        path: `/api/projects/${id}/webhook/deliveries/${failed.id}/send`,
        body: {},
        token: other.token,
      });
      expect(foreign.status).toBe(403);
      const trial = await get().graphql(
        'mutation ($id: String!) { sendWebhookTrial(input: { projectId: $id }) { delivery { submissionId status } } }',
        { id },
        ada.token,
      );
      expect(trial.json.data.sendWebhookTrial.delivery.submissionId).toBeNull();
      await untilDone();
      expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({
        type: 'trial',
        data: { form: { id } },
      });
      const LOG =
        'query ($id: String!) { viewer { project(id: $id) { webhookDeliveries(first: 2) { totalCount edges { node { status answer } } } } } }';
      const { webhookDeliveries } = (await get().graphql(LOG, { id }, ada.token)).json.data.viewer.project;
      expect(webhookDeliveries).toEqual({
        totalCount: (await log()).length,
        edges: [
          { node: { status: 'delivered', answer: 200 } },
          { node: { status: 'delivered', answer: 200 } },
        ],
      });
    });

    it('go with the answer when that is taken away', async () => {
      const [delivery] = (await log()).filter(({ answerId }) => answerId !== null);
      await call('DELETE', `/api/forms/${id}/submissions/${delivery.answerId}`);
      expect((await log()).map((one) => one.id)).not.toContain(delivery.id);
    });

    it('are mailed to the owner, one for many, and not again at once', { timeout: 30_000 }, async () => {
      const { db, notices } = get().server.services;
      const mails = (): readonly string[] =>
        get()
          .mails(ada.email)
          .filter((mail) => mail.includes('new answer'));
      const rewind = `UPDATE "FormNotice" SET "upTo" = now() - interval '1 hour', "nextAt" = now() WHERE "projectId" = $1`;
      const { rows } = await db.pool.query(`SELECT count(*)::integer AS n FROM "data_${id}"`);
      await db.pool.query(`UPDATE "data_${id}" SET "_created_at" = now() - interval '1 minute'`);
      // What the server itself is about to send counts before.
      const hold = `UPDATE "FormNotice" SET "upTo" = now(), "nextAt" = now() + interval '1 hour' WHERE "projectId" = $1`;
      await db.pool.query(hold, [id]);
      const already = mails().length;
      await db.pool.query(rewind, [id]);
      await Promise.all([notices.sendDue(), notices.sendDue()]);
      await notices.sendDue();
      expect(mails().length).toBe(already + 1);
      expect(mails().at(-1)).toContain(`Subject: ${rows[0].n} new answers: Lunch`);
      await call('PUT', `/api/projects/${id}`, { settings: { notify: false } });
      expect((await db.pool.query(`SELECT FROM "FormNotice" WHERE "projectId" = $1`, [id])).rowCount).toBe(0);
    });
  },
  { env: { WEBHOOK_ALLOW_PRIVATE: '1' } },
);

it.each([
  ['8.8.8.8', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['2606:4700::1111', true],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it('nothing is sent to private addresses, however they are written, nor without encryption', async () => {
  const secret = 'whsec_c2VjcmV0';
  const before = received.length;
  const port = new URL(url).port;
  const ways = [
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:7f00:1]:${port}/`,
  ];
  for (const way of ways) {
    const outcome = await sendMessage({ id: 'x', url: way, secret, body: '{}' }, false);
    expect([way, outcome]).toEqual([
      way,
      { status: null, problem: 'This address is not one of the public internet.' },
    ]);
  }
  expect(await sendMessage({ id: 'x', url, secret, body: '{}' }, false)).toEqual({
    status: null,
    problem: 'Only https:// is sent to.',
  });
  expect(received.length).toBe(before);
  expect(await sendMessage({ id: 'x', url: `${url}/long`, secret, body: '{}' }, true)).toEqual({
    status: null,
    problem: 'Its answer is too long.',
  });
});
