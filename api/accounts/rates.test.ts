import { expect, it, vi } from 'vitest';
import { newId } from '../ids.ts';
import { describeEachInstallation, startInstallation } from '../../test/support/installation.ts';

// Limits are read when the server's code is loaded.
vi.hoisted(() => {
  process.env['LIMIT_SIGN_IN_FAILURES_FREE'] = '3';
  process.env['LIMIT_SIGN_INS_PER_ADDRESS'] = '12';
  process.env['LIMIT_SIGN_IN_WINDOW_MS'] = '600000';
});

const password = 'correct horse battery';

describeEachInstallation('rates of accounts', (get) => {
  const login = (email: string, given: string, headers: Record<string, string> = {}) =>
    get().call({ method: 'POST', path: '/api/auth/login', body: { email, password: given }, headers });

  it('make guessing slower for one account, existing or not, and a new password by mail ends that', async () => {
    const { email } = await get().join();
    const nobody = 'nobody@example.org';
    // A busy machine must not sleep through the wait.
    const lengthen = () =>
      get().server.services.db.pool.query(
        `UPDATE "SignInDelay" SET "until" = now() + interval '1 minute' WHERE "failures" > 3`,
      );
    for (const account of [email, nobody]) {
      const guesses = [];
      for (const guess of ['one', 'two', 'three', 'four', 'five']) {
        guesses.push(await login(account, guess));
        await lengthen();
      }
      expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429]);
      const refused = guesses.at(-1);
      expect([refused?.json.error.code, Number(refused?.headers['retry-after'])]).toEqual([
        'rate_limited',
        expect.any(Number),
      ]);
      expect(refused?.text).not.toContain(account);
    }
    expect((await login(email, password)).status).toBe(429);
    await get().server.services.db.pool.query(`UPDATE "RateBucket" SET "freeAt" = now()`);
    await get().call({ method: 'POST', path: '/api/auth/forgot-password', body: { email } });
    const token = /reset_token=([\w-]+)/.exec(get().mails(email).at(-1) ?? '')?.[1];
    const body = { reset_token: token, password: 'quite another one' };
    expect((await get().call({ method: 'POST', path: '/api/auth/reset-password', body })).status).toBe(200);
    expect((await login(email, 'quite another one')).status).toBe(200);
  });

  it('double the wait with every wrong password, to a quarter of an hour', async () => {
    const { pool } = get().server.services.db;
    const waits: number[] = [];
    for (let guess = 0; guess < 16; guess += 1) {
      await pool.query(`UPDATE "RateBucket" SET "freeAt" = now()`);
      expect((await login('doubled@example.org', 'wrong')).status).toBe(401);
      const { rows } = await pool.query<{ wait: number }>(
        `SELECT extract(epoch FROM max("until") - now())::float8 AS wait FROM "SignInDelay"`,
      );
      waits.push(rows[0]?.wait ?? 0);
      await pool.query(`UPDATE "SignInDelay" SET "until" = now()`);
    }
    // The password itself takes a second or more on a busy machine.
    for (const [index, full] of [
      [9, 64],
      [10, 128],
      [11, 256],
      [12, 512],
    ] as const) {
      expect(waits[index]).toBeGreaterThan(full - 15);
      expect(waits[index]).toBeLessThanOrEqual(full);
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(900);
    expect(waits.at(-1)).toBeGreaterThan(880);
  });

  it('count guesses side by side', async () => {
    const { email } = await get().join();
    await get().server.services.db.pool.query(`UPDATE "RateBucket" SET "freeAt" = now()`);
    const guesses = await Promise.all(Array.from({ length: 10 }, () => login(email, 'wrong')));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(4);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  });

  it('hold for an address, whatever it claims to be', async () => {
    await get().server.services.db.pool.query(`UPDATE "RateBucket" SET "freeAt" = now()`);
    const statuses = [];
    for (let guess = 0; guess < 14; guess += 1) {
      const claim = `10.0.0.${guess}`;
      const headers = { 'x-forwarded-for': claim, forwarded: `for=${claim}`, 'x-real-ip': claim };
      statuses.push((await login(`spray-${guess}@example.org`, 'wrong', headers)).status);
    }
    expect(statuses.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 401));
    expect(statuses.slice(12)).toEqual([429, 429]);
  });

  it('hold for mails to one address', async () => {
    const answers = [];
    for (let mail = 0; mail < 12; mail += 1) {
      const body = { email: 'mailbox@example.org' };
      answers.push(await get().call({ method: 'POST', path: '/api/auth/forgot-password', body }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 202), 429, 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(60);
  });
});

it('believe the last entry of X-Forwarded-For behind a trusted proxy only', async () => {
  const site = await startInstallation('PGlite', { env: { TRUST_PROXY: '1' } });
  const from = async (address: string): Promise<number> => {
    const body = { email: `${newId()}@example.org`, password: 'wrong' };
    const headers = { 'x-forwarded-for': `1.1.1.1, ${address}` };
    return (await site.call({ method: 'POST', path: '/api/auth/login', body, headers })).status;
  };
  for (let guess = 0; guess < 12; guess += 1) expect(await from('2.2.2.2')).toBe(401);
  expect([await from('2.2.2.2'), await from('3.3.3.3')]).toEqual([429, 401]);
  // Whoever has one address of a /64 has them all.
  for (let guess = 0; guess < 12; guess += 1) expect(await from(`2001:db8:1:2::${guess}`)).toBe(401);
  expect([await from('2001:db8:1:2:ffff::2'), await from('2001:db8:1:3::1')]).toEqual([429, 401]);
  await site.stop();
});
