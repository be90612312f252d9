import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appLabel } from '../../../api/publish/labels.ts';
import type { PublishServer } from '../../support/publish-server.ts';
import { HOST_ATTACKS as APP_HOST_ATTACKS, type HostAttack } from './attacks.ts';
import { PROJECT_HOST_ATTACKS } from './project-attacks.ts';
import { startWeakHosts } from './weak-hosts.ts';
import { DRAFT_LABEL, SECRET, startHosts, UNICODE } from './ground.ts';

const HOST_ATTACKS = [...APP_HOST_ATTACKS, ...PROJECT_HOST_ATTACKS];
const CASES = [
  ['without a proxy', false],
  ['behind a trusted proxy', true],
] as const;

/** A request as bytes; what comes after it shows whether the server saw a second one. */
function bytesOf({ head, body = '', keepOpen = false }: HostAttack, port: number): string {
  const whole = `${head}${keepOpen ? '' : '\r\nConnection: close'}\r\n\r\n${body}`;
  const text = keepOpen && body !== '' ? `${whole}\r\n\r\n` : whole;
  return text.replaceAll('PORT', String(port)).replaceAll('DRAFT', DRAFT_LABEL);
}

/** What Node's own parser refuses even when it is told to be lenient, and what names nothing on any server. */
const LEAST_POSSIBLE = 0.8;

it('most succeed against a careless server, so that a refusal below means something', async () => {
  const weak = await startWeakHosts();
  const succeeded: string[] = [];
  for (const attack of HOST_ATTACKS) {
    if ((await weak.raw(bytesOf(attack, weak.port), 400)).includes(SECRET)) succeeded.push(attack.id);
  }
  await weak.close();
  console.warn(
    `Host attacks: ${succeeded.length} of ${HOST_ATTACKS.length} succeed against a careless server`,
  );
  expect(succeeded.length).toBeGreaterThan(HOST_ATTACKS.length * LEAST_POSSIBLE);
});

describe.each(CASES)('host attacks %s', (_, trustProxy) => {
  let server: PublishServer;
  beforeAll(async () => {
    server = await startHosts('subhost', trustProxy);
  });
  afterAll(() => server.close());

  it('are at least sixty, each once', () => {
    expect(new Set(HOST_ATTACKS.map(({ id }) => id)).size).toBe(HOST_ATTACKS.length);
    expect(HOST_ATTACKS.length).toBeGreaterThanOrEqual(60);
  });

  it('the secret is where it belongs, so that its absence means something', async () => {
    for (const host of [
      'a-victim.localhost',
      'A-Victim.LocalHost:1',
      `localhost:${server.port}`,
      '127.0.0.1',
      '[::1]',
    ]) {
      const head = `GET /a/victim/secret.js HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await server.raw(head)).toContain(SECRET);
    }
  });

  it.each([
    'lunch.localhost',
    'LUNCH.LocalHost:1',
    'forms.example.org',
    'Forms.Example.ORG:8443',
    UNICODE,
    UNICODE.toUpperCase(),
  ])("the victim's form is at %s", async (host) => {
    const answer = await server.raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain(SECRET);
    expect(answer).not.toMatch(/^content-security-policy: sandbox/im);
  });

  it.each(HOST_ATTACKS)('$id', async (attack) => {
    const answer = await server.raw(bytesOf(attack, server.port), 400);
    expect(answer).not.toContain(SECRET);
    expect(answer === '' || /^HTTP\/1\.1 (4\d\d|200|201) /.test(answer)).toBe(true);
  });
});

describe('the sandbox knows no sub-host', () => {
  it('and says so for every label', async () => {
    const server = await startHosts('sandbox');
    for (const label of ['a-victim', appLabel('Victim'), DRAFT_LABEL, 'victim']) {
      const head = `GET /a/victim/secret.js HTTP/1.1\r\nHost: ${label}.localhost\r\nConnection: close\r\n\r\n`;
      expect(await server.raw(head)).toMatch(/^HTTP\/1\.1 404 /);
    }
    await server.close();
  });
});
