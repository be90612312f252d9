import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../api/ids.ts';
import { DATABASE_KINDS } from './support/databases.ts';
import { startDnsServer, type DnsServer } from './support/dns-server.ts';
import { startInstallation, type Answer, type Installation, type Person } from './support/installation.ts';

const FORM = {
  title: 'Lunch </script><script>alert(1)</script>',
  fields: [{ type: 'text', key: 'name', label: 'Your name', required: true }],
};
const DOCUMENT = { 'sec-fetch-dest': 'document', accept: 'text/html' };
const DAY_MS = 86_400_000;

describe.each(DATABASE_KINDS)('hosts of projects on %s', (kind) => {
  let dns: DnsServer;
  let at: Installation;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    dns = await startDnsServer();
    at = await startInstallation(kind, { env: { DNS_SERVERS: dns.address, LIMIT_DNS_MS: '200' } });
    [ada, bob] = [await at.join('Ada'), await at.join('Bob')];
  });
  afterAll(async () => {
    await at.stop();
    await dns.close();
  });

  const put = (id: string, body: object, person = ada): Promise<Answer> =>
    at.call({
      method: 'PUT',
      path: `/api/projects/${id}`,
      body: { kind: 'form', document: FORM, ...body },
      token: person.token,
    });
  const remove = (id: string, person = ada): Promise<Answer> =>
    at.call({ method: 'DELETE', path: `/api/projects/${id}`, token: person.token });
  const verify = (id: string, host: string, person = ada): Promise<Answer> =>
    at.call({
      method: 'POST',
      path: `/api/projects/${id}/hosts/${host}/verify`,
      token: person.token,
    });
  const visit = (host: string, path = '/', more: Partial<Parameters<Installation['visit']>[0]> = {}) =>
    at.visit({ ...more, path, headers: { host, ...more.headers } });
  const status = async (host: string, path = '/'): Promise<number> => (await visit(host, path)).status;
  const nameOf = (): string => `${newId()}.example.org`;

  /** Puts what the answer asks for into DNS. */
  function prove({ json }: Answer): void {
    for (const { txtName, txtValue } of json.project.hostStates) dns.names.set(txtName, ['v=spf1', txtValue]);
  }

  async function proved(host: string, id = newId(), person = ada): Promise<string> {
    prove(await put(id, { hosts: [host] }, person));
    expect((await verify(id, host, person)).json.project.hostStates[0]).toMatchObject({
      verified: true,
      problem: null,
    });
    return id;
  }

  describe('a project’s page', () => {
    it('is served at /f/{id}, with and without a slash, with its document and its bridge', async () => {
      const id = newId();
      await put(id, {});
      for (const path of [`/f/${id}`, `/f/${id}/`]) {
        const page = await at.visit({ path });
        expect(page.status).toBe(200);
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(page.headers['content-security-policy']).toMatch(/^sandbox (?!.*allow-same-origin)/);
        expect(page.text).toContain(`"appId":"${id}","basePath":"/f/${id}/"`);
        const [, json = ''] =
          /<script id="platform-doc" type="application\/json">(.*?)<\/script>/.exec(page.text) ?? [];
        expect(JSON.parse(json)).toEqual(FORM);
      }
      const navigated = await at.visit({ path: `/f/${id}?a=1`, headers: DOCUMENT });
      expect(navigated.status).toBe(307);
      expect(navigated.headers.location).toBe(`${at.publishOrigin.replace('//', `//f-${id}.`)}/f/${id}?a=1`);
      const own = await visit(`f-${id}.localhost`, `/f/${id}`, { headers: DOCUMENT });
      expect(own.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-/);
    });

    it('is its own renderer with the document of the moment', async () => {
      const id = newId();
      const renderer =
        '<!doctype html><!-- <script id="platform-doc"></script> --><p>Mine<script type=application/json id=platform-doc>old</script>';
      await put(id, { renderer });
      const before = await at.visit({ path: `/f/${id}` });
      expect(before.text).toContain(
        '<p>Mine<script type=application/json id=platform-doc>{"title":"Lunch \\u003c/script',
      );
      expect(before.text).toContain('<!-- <script id="platform-doc"></script> -->');
      await put(id, { document: { title: 'Anew', fields: [] } });
      const after = await at.visit({
        path: `/f/${id}`,
        headers: { 'if-none-match': String(before.headers.etag) },
      });
      expect([after.status, after.text.includes('{"title":"Anew","fields":[]}')]).toEqual([200, true]);
      const headers = { 'if-none-match': String(after.headers.etag) };
      expect((await at.visit({ path: `/f/${id}`, headers })).status).toBe(304);
    });

    it('is 404 unpublished or unknown, 410 deleted, and 308 from the main origin', async () => {
      const id = newId();
      await put(id, { published: false });
      const paths = [`/f/${id}`, `/f/${newId()}`, '/f/', '/f', `/f/${id}/x`, '/f/a%20b', `/f/${id}/_graphql`];
      for (const path of paths) expect([path, (await at.visit({ path })).status]).toEqual([path, 404]);
      await put(id, { published: true });
      expect((await at.visit({ path: `/f/${id}` })).status).toBe(200);
      expect((await at.visit({ path: `/f/${id}/x` })).status).toBe(404);
      await remove(id);
      expect((await at.visit({ path: `/f/${id}` })).status).toBe(410);
      const link = await at.call({ path: `/f/${id}?a=b` });
      expect([link.status, link.headers.location]).toEqual([308, `${at.publishOrigin}/f/${id}?a=b`]);
    });

    it('keeps answers through its bridge, and shows them to the author only', async () => {
      const id = newId();
      await put(id, { slug: `s${id}` });
      const send = (host: string, path: string, body: unknown, headers = {}): Promise<Answer> =>
        visit(host, path, { method: 'POST', body, headers });
      const own = `f-${id}.localhost`;
      const first = await send(own, `/f/${id}/_data`, { name: 'Eve' }, { 'idempotency-key': 'once' });
      expect(first.status).toBe(201);
      expect(first.json).toMatchObject({
        ok: true,
        record: { id: first.json.id, schemaVersion: 1, values: { name: 'Eve' } },
      });
      expect(
        (await send(own, `/f/${id}/_data`, { name: 'Eve' }, { 'idempotency-key': 'once' })).json,
      ).toEqual(first.json);
      const guess = await send(own, `/f/${id}/_data`, { name: 'Mallory' }, { 'idempotency-key': 'once' });
      expect([guess.status, guess.json.error.code, guess.text.includes('Eve')]).toEqual([
        409,
        'conflict',
        false,
      ]);
      const bySlug = await send(`s${id}.localhost`, '/_data', { name: 'Zoë "; DROP' });
      expect([bySlug.status, bySlug.headers['access-control-allow-origin']]).toEqual([
        201,
        `http://s${id}.localhost`,
      ]);
      const bad = await send(own, `/f/${id}/_data`, { nam: 'x' });
      expect(bad.status).toBe(422);
      expect(bad.json.diagnostics.map(({ path }: { path: string }) => path)).toEqual(['/name', '/nam']);
      for (const body of ['5', '[]', 'null', '{'])
        expect((await send(own, `/f/${id}/_data`, body)).status).toBeGreaterThanOrEqual(400);
      for (const path of [`/f/${id}/_data/query`, `/f/${id}/_data`]) {
        const method = path.endsWith('query') ? 'POST' : 'GET';
        const asked = await visit(own, path, { method, ...(method === 'POST' ? { body: {} } : {}) });
        expect([asked.status, asked.json.error.code]).toEqual([403, 'forbidden']);
      }
      const { json } = await at.call({ path: `/api/forms/${id}/submissions`, token: ada.token });
      expect(json.submissions.map(({ values }: { values: object }) => values)).toEqual([
        { name: 'Zoë "; DROP' },
        { name: 'Eve' },
      ]);
    });
  });

  describe('a slug', () => {
    it('serves its project at the root of its own host, and nothing else there', async () => {
      const [id, other] = [newId(), newId()];
      const slug = `s${id}`;
      await put(id, { slug });
      await put(other, {});
      const page = await visit(`${slug}.localhost:1`, '/?x=1', { headers: DOCUMENT });
      expect(page.status).toBe(200);
      expect(page.text).toContain(`"appId":"${id}","basePath":"/"`);
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src/);
      expect(await status(slug.toUpperCase() + '.localhost')).toBe(200);
      for (const path of [
        `/f/${id}`,
        `/f/${other}`,
        '/a/x/',
        '/x',
        '//',
        '/_graphql',
        '/_data/x',
        '/index.html',
        '/healthz',
      ]) {
        expect([path, await status(`${slug}.localhost`, path)]).toEqual([path, 404]);
      }
      await put(id, { slug: `${slug}n` });
      expect([await status(`${slug}.localhost`), await status(`${slug}n.localhost`)]).toEqual([404, 200]);
      await put(id, { published: false });
      expect(await status(`${slug}n.localhost`)).toBe(404);
      // Deleted, it takes along what visitors' browsers kept for this host.
      await put(id, { published: true });
      await remove(id);
      const gone = await at.visit({ path: '/', headers: { host: `${slug}n.localhost` } });
      expect([gone.status, gone.headers['clear-site-data']]).toEqual([410, '"cache", "storage"']);
    });

    it('is a place of its own only where sub-hosts are configured', async () => {
      const sandbox = await startInstallation(kind, { env: { PUBLISH_ISOLATION: 'sandbox' } });
      try {
        const { token } = await sandbox.join();
        const id = newId();
        await sandbox.call({
          method: 'PUT',
          path: `/api/projects/${id}`,
          token,
          body: { kind: 'form', document: FORM, slug: `s${id}` },
        });
        const page = await sandbox.visit({ path: '/', headers: { host: `s${id}.localhost` } });
        expect(page.headers['content-security-policy']).toMatch(/^sandbox (?!.*allow-same-origin)/);
        expect(
          (await sandbox.visit({ path: `/f/${id}`, headers: { host: `f-${id}.localhost` } })).status,
        ).toBe(404);
      } finally {
        await sandbox.stop();
      }
    });
  });

  describe('a custom host', () => {
    it('is served after its proof and not before', async () => {
      const [id, host] = [newId(), nameOf()];
      const claim = await put(id, { hosts: [` ${host.toUpperCase()}. `] });
      expect(claim.json.project.hosts).toEqual([host]);
      expect(await status(host)).toBe(404);
      const early = await verify(id, host);
      expect(early.json.project.hostStates[0]).toMatchObject({
        verified: false,
        txtName: `_platform-challenge.${host}`,
      });
      expect(early.json.project.hostStates[0].problem).toContain('There is no TXT record');
      dns.names.set(`_platform-challenge.${host}`, ['something else']);
      expect((await verify(id, host)).json.project.hostStates[0].problem).toContain('none that says');
      expect(await status(host)).toBe(404);
      prove(claim);
      await verify(id, host);
      const page = await visit(`${host}:8443`, '/', { headers: DOCUMENT });
      expect(page.status).toBe(200);
      expect(page.text).toContain(`"appId":"${id}","basePath":"/"`);
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src/);
      expect(await status(`${host}.`)).toBe(404);
      expect(await status(`x.${host}`)).toBe(404);
      expect(await status(host, '/a/x/')).toBe(404);
      const { headers } = await visit(host, '/_data', { method: 'POST', body: { name: 'x' } });
      expect(headers['access-control-allow-origin']).toBe(`http://${host}`);
    });

    it('goes to whoever proves it, once: a claim without proof keeps nobody away', async () => {
      const [squatter, owner, late] = [newId(), newId(), newId()];
      const host = nameOf();
      await put(squatter, { hosts: [host] }, bob);
      await proved(host, owner);
      expect((await verify(squatter, host, bob)).json.project?.hostStates[0].verified).toBe(false);
      const taken = await put(late, { hosts: [host] }, bob);
      expect([taken.status, taken.json.error.code]).toEqual([409, 'conflict']);
      const state = (await at.call({ path: `/api/projects/${squatter}`, token: bob.token })).json.project
        .hostStates[0];
      dns.names.set(state.txtName, [state.txtValue]);
      expect((await verify(squatter, host, bob)).status).toBe(409);
      expect(await status(host)).toBe(200);
    });

    it('is held for its owner for 30 days after its removal', async () => {
      const host = nameOf();
      const id = await proved(host);
      expect((await put(id, { hosts: [] })).json.project.hosts).toEqual([]);
      expect(await status(host)).toBe(404);
      // Claimed anew it is still held, and not served before a new proof.
      await put(id, { hosts: [host] });
      expect(await status(host)).toBe(404);
      await put(id, { hosts: [] });
      const other = newId();
      expect((await put(other, { hosts: [host] }, bob)).status).toBe(409);
      const again = newId();
      prove(await put(again, { hosts: [host] }));
      expect((await verify(again, host)).json.project.hostStates[0].verified).toBe(true);
      await put(again, { hosts: [] });
      const { db, projects } = at.server.services;
      await db.prisma.projectHost.updateMany({
        where: { host },
        data: { removedAt: new Date(Date.now() - 29 * DAY_MS) },
      });
      await projects.hostChecks.releaseHeld();
      expect((await put(other, { hosts: [host] }, bob)).status).toBe(409);
      await db.prisma.projectHost.updateMany({
        where: { host },
        data: { removedAt: new Date(Date.now() - 31 * DAY_MS) },
      });
      await projects.hostChecks.releaseHeld();
      await proved(host, other, bob);
      expect(await status(host)).toBe(200);
    });

    it('is held while its project is deleted, and free when that is wiped', async () => {
      const host = nameOf();
      const id = await proved(host);
      await remove(id);
      expect(await status(host)).toBe(404);
      expect((await put(newId(), { hosts: [host] }, bob)).status).toBe(409);
      await at.call({ method: 'POST', path: `/api/projects/${id}/restore`, token: ada.token });
      expect(await status(host)).toBe(200);
      await remove(id);
      const { db, projects } = at.server.services;
      await db.prisma.project.update({
        where: { id },
        data: { deletedAt: new Date(Date.now() - 31 * DAY_MS) },
      });
      await projects.purgeDeleted();
      await proved(host, newId(), bob);
    });

    it('is checked again and again, survives trouble of DNS, and is lost after four checks without its record', async () => {
      const host = nameOf();
      const id = await proved(host);
      const challenge = `_platform-challenge.${host}`;
      const { db, projects } = at.server.services;
      const recheck = async (): Promise<unknown> => {
        const due = new Date(Date.now() - DAY_MS);
        await db.prisma.projectHost.updateMany({ where: { host }, data: { checkedAt: due } });
        await projects.hostChecks.checkDue();
        return db.prisma.projectHost.findUniqueOrThrow({
          where: { projectId_host: { projectId: id, host } },
        });
      };
      const record = dns.names.get(challenge) ?? [];
      dns.asked.length = 0;
      await projects.hostChecks.checkDue();
      expect(dns.asked.filter((name) => name === challenge)).toEqual([]);
      for (const trouble of ['servfail', 'silent'] as const) {
        dns.names.set(challenge, trouble);
        for (let i = 0; i < 3; i += 1)
          expect(await recheck()).toMatchObject({
            failures: 0,
            problem: expect.stringContaining('no answer'),
          });
      }
      expect(await status(host)).toBe(200);
      dns.names.delete(challenge);
      for (let i = 0; i < 3; i += 1) await verify(id, host);
      for (const failures of [1, 2, 3]) expect(await recheck()).toMatchObject({ failures });
      expect(await status(host)).toBe(200);
      dns.names.set(challenge, record);
      expect(await recheck()).toMatchObject({ failures: 0, problem: null });
      dns.names.delete(challenge);
      for (let i = 0; i < 4; i += 1) await recheck();
      expect(await status(host)).toBe(404);
      await proved(host, newId(), bob);
      expect(await status(host)).toBe(200);
      dns.names.set(challenge, [...record, ...(dns.names.get(challenge) as string[])]);
      expect(await recheck()).toMatchObject({
        verifiedAt: null,
        problem: expect.stringContaining('Another project'),
      });
    });

    it('is checked once where several look at the same time', async () => {
      const host = nameOf();
      await put(newId(), { hosts: [host] });
      dns.asked.length = 0;
      const { hostChecks } = at.server.services.projects;
      await Promise.all([hostChecks.checkDue(), hostChecks.checkDue(), hostChecks.checkDue()]);
      expect(dns.asked.filter((name) => name.endsWith(host))).toHaveLength(1);
    });
  });

  describe('everything else is 404', () => {
    it.each([
      'localhost',
      'LOCALHOST',
      '127.0.0.1',
      '[::1]',
      'localhost.',
      'unknown.localhost',
      'www.localhost',
      'a.b.localhost',
      'example.org',
      'evil.example',
      '10.0.0.1',
      '2130706433',
      'xn--frms-5qa.example.org',
      '_dmarc.example.org',
      '-x.example.org',
    ])('at the root of %s', async (host) => {
      for (const more of [{}, DOCUMENT]) expect((await visit(host, '/', { headers: more })).status).toBe(404);
    });

    it('and two hosts, no host, or a target in absolute form are refused', async () => {
      const id = newId();
      const slug = `s${id}`;
      await put(id, { slug });
      const ask = (head: string): Promise<string> =>
        raw(at.server.publishPort, `${head}\r\nConnection: close\r\n\r\n`);
      const host = `${slug}.localhost`;
      expect(await ask(`GET / HTTP/1.1\r\nHost: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
      for (const head of [
        `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}`,
        `GET / HTTP/1.1\r\nHost: localhost\r\nHost: ${host}`,
        `GET / HTTP/1.1\r\nHost: ${host}\r\nhOsT: localhost`,
        'GET / HTTP/1.1',
        'GET / HTTP/1.0',
        'GET / HTTP/1.1\r\nHost:',
        `GET / HTTP/1.1\r\nHost: ${host}, localhost`,
        `GET / HTTP/1.1\r\nHost: user@${host}`,
        `GET / HTTP/1.1\r\nHost: ${host}/x`,
        `GET http://${host}/ HTTP/1.1\r\nHost: ${host}`,
        `GET http://${host}/ HTTP/1.1\r\nHost: localhost`,
        `GET //${host}/ HTTP/1.1\r\nHost: localhost`,
        `GET ${host}:80 HTTP/1.1\r\nHost: ${host}`,
      ]) {
        expect([head, /^HTTP\/1\.1 (\d+)/.exec(await ask(head))?.[1]]).toEqual([
          head,
          expect.stringMatching(/^40[04]$/),
        ]);
      }
      const worker = await visit(host, '/', { headers: { 'service-worker': 'script' } });
      expect(worker.status).toBe(403);
      for (const header of ['set-cookie', 'service-worker-allowed', 'access-control-allow-credentials']) {
        expect((await visit(host)).headers[header]).toBeUndefined();
      }
    });
  });
});

/** Sends bytes as they are and returns all that comes back. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => (answer += part));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
