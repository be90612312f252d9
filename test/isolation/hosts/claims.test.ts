import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDnsServer, type DnsServer } from '../../support/dns-server.ts';
import { startInstallation, type Installation, type Person } from '../../support/installation.ts';
import { carelessRegistry } from './careless-registry.ts';
import { CLAIMS, GONE, HELD, SLUG, UNICODE, VERIFIED, type Registry } from './claims.ts';

const FORM = { title: 'Form', fields: [] };
const MARK = 'here is mallory';
const DAY_MS = 86_400_000;

it('all succeed against a careless registry, so that a refusal below means something', async () => {
  const failed: string[] = [];
  for (const claim of CLAIMS) if (!(await claim.run(carelessRegistry()))) failed.push(claim.id);
  expect(failed).toEqual([]);
});

describe.each(['subhost', 'sandbox'] as const)("names that are not one's own, %s", (isolation) => {
  let dns: DnsServer;
  let at: Installation;
  let registry: Registry;
  beforeAll(async () => {
    dns = await startDnsServer();
    at = await startInstallation('PGlite', {
      env: { PUBLISH_ISOLATION: isolation, DNS_SERVERS: dns.address },
    });
    const [victim, mallory] = [await at.join('Victim'), await at.join('Mallory')];
    registry = registryOf(at, dns, mallory);
    const theirs = registryOf(at, dns, victim, 'hello');
    for (const [id, names] of [
      ['survey', { slug: SLUG, hosts: [VERIFIED, UNICODE] }],
      ['holder', { hosts: [HELD] }],
      ['deleted', { hosts: [GONE] }],
    ] as const) {
      await theirs.save(id, names);
      for (const host of names.hosts) {
        const name = new URL(`http://${host}`).hostname;
        await theirs.prove(id, name);
        await theirs.verify(id, name);
        expect([name, await theirs.isMine(name)]).toEqual([name, true]);
      }
    }
    await theirs.save('holder', { hosts: [] });
    await at.call({ method: 'DELETE', path: '/api/projects/deleted', token: victim.token });
  });
  afterAll(async () => {
    await at.stop();
    await dns.close();
  });

  it.each(CLAIMS)('$id', async (claim) => expect(await claim.run(registry)).toBe(false));

  it('are still served to whom they belong', async () => {
    for (const host of [VERIFIED, new URL(`http://${UNICODE}`).hostname, `${SLUG}.localhost`]) {
      const { status, text } = await at.visit({ path: '/', headers: { host } });
      expect([host, status, text.includes(MARK)]).toEqual([host, 200, false]);
    }
  });

  it('and their bridge may be read by their own pages only', async () => {
    // An opaque page of the sandbox, in a browser of today.
    const headers = { host: VERIFIED, origin: 'null', 'sec-fetch-site': 'cross-site' };
    const answer = await at.visit({ method: 'POST', path: '/_data', body: {}, headers });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
      201,
      `http://${VERIFIED}`,
    ]);
  });
});

function registryOf(at: Installation, dns: DnsServer, { token }: Person, mark = MARK): Registry {
  const { db, projects } = at.server.services;
  return {
    async save(id, names) {
      const renderer = `<p>${mark}<script id="platform-doc" type="application/json"></script>`;
      const body = { kind: 'form', document: FORM, renderer, ...names };
      const answer = await at.call({ method: 'PUT', path: `/api/projects/${id}`, token, body });
      expect([200, 201, 400, 403, 409]).toContain(answer.status);
    },
    async verify(id, host) {
      const path = `/api/projects/${id}/hosts/${encodeURIComponent(host)}/verify`;
      expect((await at.call({ method: 'POST', path, token })).status).toBeLessThan(500);
    },
    async prove(id, host) {
      const { json } = await at.call({ path: `/api/projects/${id}`, token });
      const states: readonly {
        readonly host: string;
        readonly txtName: string;
        readonly txtValue: string;
      }[] = json.project?.hostStates ?? [];
      for (const { txtName, txtValue } of states.filter((one) => one.host === host)) {
        const before = dns.names.get(txtName);
        dns.names.set(txtName, [...(Array.isArray(before) ? before : []), txtValue]);
      }
    },
    async loseProof(host) {
      dns.names.delete(`_platform-challenge.${host}`);
      for (let i = 0; i < 4; i += 1) {
        const checkedAt = new Date(Date.now() - DAY_MS);
        await db.prisma.projectHost.updateMany({ where: { host }, data: { checkedAt } });
        await projects.hostChecks.checkDue();
      }
    },
    async isMine(host, origin = 'publish') {
      const asked = { path: '/', headers: { host } };
      return (await (origin === 'main' ? at.call(asked) : at.visit(asked))).text.includes(mark);
    },
  };
}
