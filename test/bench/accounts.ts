// What the accounts cost, and whether their times tell who has one.
// node test/bench/accounts.ts [rounds]
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../support/server-process.ts';
import { startHealthProbe } from './accounts/health-probe.ts';

const rounds = Number(process.argv[2] ?? 150);
const dataDir = mkdtempSync(join(tmpdir(), 'bench-accounts-'));
const env = {
  LIMIT_SIGN_INS_PER_ADDRESS: '1000000',
  LIMIT_SIGN_IN_FAILURES_FREE: '1000000',
  LIMIT_REGISTRATIONS_PER_ADDRESS_AND_HOUR: '1000000',
  LIMIT_MAILS_PER_ADDRESS_AND_HOUR: '1000000',
  LIMIT_MAILS_PER_RECIPIENT_AND_HOUR: '1000000',
};
const site = await startServerProcess({ dataDir, databaseUrl: null, env });
const post = (path: string, body: object): Promise<Response> =>
  fetch(`${site.baseUrl}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const password = 'correct horse battery';
const email = 'ada@example.org';
await post('register', { email, password });
const outbox = join(dataDir, 'outbox');
const mail = readFileSync(join(outbox, readdirSync(outbox)[0] ?? ''), 'utf8')
  .replaceAll('=\n', '')
  .replaceAll('=3D', '=');
await post('verify', { token: /token=([\w-]+)/.exec(mail)?.[1] });

const QUESTIONS: Readonly<Record<string, (address: string) => Promise<Response>>> = {
  'login, wrong password': (address) => post('login', { email: address, password: 'wrong' }),
  'forgot-password': (address) => post('forgot-password', { email: address }),
  'resend-verification': (address) => post('resend-verification', { email: address }),
  register: (address) => post('register', { email: address, password }),
};
for (const [name, ask] of Object.entries(QUESTIONS)) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const answers = { known: '', unknown: '' };
  for (let round = 0; round < rounds; round += 1) {
    // Side by side in one run, in changing order: what the machine does otherwise hits both alike.
    const pair = [
      ['known', email],
      ['unknown', `nobody-${round}@example.org`],
    ] as const;
    for (const [kind, address] of round % 2 ? pair : pair.toReversed()) {
      const start = performance.now();
      const answer = await ask(address);
      answers[kind] = `${answer.status} ${await answer.text()}`;
      times[kind].push(performance.now() - start);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  say(
    `${name}: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, ratio ${(known / unknown).toFixed(3)}, ` +
      `p ${mannWhitney(times.known, times.unknown).toFixed(3)}, same answer ${answers.known === answers.unknown}`,
  );
}
await site.stop();

const delays = join(dataDir, 'loop-delays.txt');
const crowd = await startServerProcess({
  dataDir,
  databaseUrl: null,
  env: {
    NODE_OPTIONS: `--import=${new URL('accounts/write-loop-delays.ts', import.meta.url).href}`,
    LOOP_DELAYS: delays,
  },
});
for (const [name, work] of [
  ['nothing else', () => new Promise<string>((resolve) => setTimeout(() => resolve(''), 3_000))],
  ['200 logins at once', logInAtOnce],
] as const) {
  // In a process of its own: this one has 200 requests on its hands.
  const probe = startHealthProbe(`${crowd.baseUrl}/healthz`);
  await probe.started;
  await readDelays();
  const what = await work();
  say(`${name}${what}; /healthz meanwhile: ${tell(await probe.stop())}; ${await readDelays()}`);
}
await crowd.stop();
rmSync(dataDir, { recursive: true });

/** What the server says of its event loop since it was last asked. */
async function readDelays(): Promise<string> {
  rmSync(delays, { force: true });
  process.kill(crowd.pid, 'SIGUSR2');
  while (!existsSync(delays) || readFileSync(delays, 'utf8') === '')
    await new Promise((resolve) => setTimeout(resolve, 20));
  return readFileSync(delays, 'utf8');
}

async function logInAtOnce(): Promise<string> {
  const start = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const answer = await fetch(`${crowd.baseUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `crowd-${index}@example.org`, password }),
      });
      await answer.text();
      return `${answer.status}${answer.status === 429 && !answer.headers.has('retry-after') ? ' without Retry-After' : ''}`;
    }),
  );
  const took = performance.now() - start;
  const counts = Object.entries(Object.groupBy(statuses, (status) => status)).map(
    ([status, list]) => `${status}: ${list?.length}`,
  );
  return `: ${counts.join(', ')} in ${took.toFixed(0)} ms`;
}

function tell(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${times.length} answers, p50 ${at(sorted, 0.5)} ms, p99 ${at(sorted, 0.99)} ms, longest ${at(sorted, 1)} ms`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function at(list: readonly number[], part: number): string {
  return (list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0).toFixed(1);
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
}

/** Two-sided p of the Mann-Whitney U test, by its normal approximation: above 0.01 the two look alike. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, ours: true })), ...b.map((value) => ({ value, ours: false }))];
  all.sort((x, y) => x.value - y.value);
  const rankSum = all.reduce((sum, { ours }, index) => sum + (ours ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const z =
    Math.abs(u - (a.length * b.length) / 2) /
    Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  // Abramowitz and Stegun 26.2.17.
  const t = 1 / (1 + 0.2316419 * z);
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 2 * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly;
}
