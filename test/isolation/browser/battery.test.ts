import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import type { AttackEntry, Vantage } from './attack.ts';
import { BAIT_HOST, SURVEY_HOST } from './sites.ts';
import { prepareGround, type Ground } from './ground.ts';
import { runBattery, VANTAGES, type Attempt } from './run-battery.ts';
import { openScene, type Origins } from './scene.ts';
import { startWeakServer } from './weak-server.ts';

/** The table's code is for browsers and has types of its own, so it is not imported by name. */
const { TABLE } = (await import(new URL('page/table.ts', import.meta.url).href)) as {
  readonly TABLE: readonly AttackEntry[];
};
const LEAST_ATTEMPTS = 60;

let browser: Browser;
const grounds = new Map<'subhost' | 'sandbox', Ground>();

beforeAll(async () => {
  for (const mode of ['subhost', 'sandbox'] as const) grounds.set(mode, await prepareGround(mode));
  const hosts = [BAIT_HOST, SURVEY_HOST];
  const ports = [...grounds.values()].map(({ product }) => new URL(product.publishOrigin).port);
  const origins = ports.flatMap((port) => hosts.map((host) => `http://${host}:${port}`));
  browser = await launchChromium([
    `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`,
    // As with https, or most of what an attack needs would not exist there.
    `--unsafely-treat-insecure-origin-as-secure=${origins.join(',')}`,
  ]);
});
afterAll(async () => {
  await browser.close();
  for (const ground of grounds.values()) await ground.close();
});

function groundOf(mode: 'subhost' | 'sandbox'): Ground {
  const ground = grounds.get(mode);
  if (ground === undefined) throw new Error(`There is no installation in ${mode} mode.`);
  return ground;
}

/** One tab, one frame and a worker show that an attack can succeed; the other places are of the same kinds. */
const ENOUGH: readonly Vantage[] = ['page', 'preview', 'worker', 'form'];
/** From a form what only a form tries. */
const onWeak = (attack: AttackEntry): AttackEntry =>
  attack.from.includes('page')
    ? { ...attack, from: attack.from.filter((vantage) => vantage !== 'form') }
    : attack;

async function attackAll(
  ground: Ground,
  origins: Origins,
  how: Parameters<typeof runBattery>[2],
  table = TABLE,
  tries = 2,
): Promise<readonly Attempt[]> {
  const scene = await openScene(browser, ground, origins);
  try {
    return await runBattery(scene, table, how);
  } catch (error) {
    // A page that did not open says nothing about any attack: the whole battery is made once more. What it finds, counts.
    if (tries === 1) throw error;
  } finally {
    await scene.close();
  }
  return attackAll(ground, origins, how, table, tries - 1);
}

/**
 * As {@link attackAll}; on a busy machine an effect may come too late to be seen, so what should succeed and did not is
 * made once more. What should not succeed has one try, which counts.
 */
async function attackPatiently(
  isExpected: (attempt: Attempt) => boolean,
  ...[ground, origins, how, table]: Parameters<typeof attackAll>
): Promise<readonly Attempt[]> {
  const first = await attackAll(ground, origins, how, table);
  const late = first.filter((one) => isExpected(one) && !one.succeeded);
  if (late.length === 0) return first;
  const again = late.map(({ attack, vantage }) => ({ ...attack, from: [vantage] }));
  return [...first.filter((one) => !late.includes(one)), ...(await attackAll(ground, origins, how, again))];
}

const names = (attempts: readonly Attempt[]): readonly string[] =>
  attempts.map(({ attack, vantage }) => `${vantage}: ${attack.id}`).sort();

const report = (where: string, attempts: readonly Attempt[]): void => {
  const succeeded = attempts.filter((one) => one.succeeded).length;
  const attacks = new Set(attempts.map(({ attack }) => attack.id)).size;
  console.warn(`${where}: ${attempts.length} attempts of ${attacks} attacks, ${succeeded} succeeded`);
};

describe('the battery', { timeout: 240_000 }, () => {
  it('names every attack once and says what it does', () => {
    expect(new Set(TABLE.map(({ id }) => id)).size).toBe(TABLE.length);
    for (const { how, success, from } of TABLE) expect([how, success, from.length > 0]).not.toContain('');
  });

  it('succeeds against a server without isolation, so that a refusal below means something', async () => {
    const ground = groundOf('sandbox');
    const weak = await startWeakServer(ground);
    const origins = { main: weak.origin, publish: weak.origin };
    const how = { vantages: ENOUGH, patience: 5_000 };
    const isOpen = ({ attack }: Attempt): boolean => attack.stoppedByBrowser === null;
    const attempts = await attackPatiently(isOpen, ground, origins, how, TABLE.map(onWeak));
    await weak.close();
    report('Without isolation', attempts);
    expect(names(attempts.filter(({ succeeded }) => !succeeded))).toEqual(
      names(attempts.filter(({ attack }) => attack.stoppedByBrowser !== null)),
    );
    expect(new Set(attempts.map(({ attack }) => attack.id)).size).toBe(TABLE.length);
    const stopped = attempts.filter(({ attack }) => attack.stoppedByBrowser !== null);
    expect(stopped.length).toBeLessThan(attempts.length * 0.1);
  });

  it.each(['subhost', 'sandbox'] as const)('has no success in %s mode', async (mode) => {
    const ground = groundOf(mode);
    const { baseUrl: main, publishOrigin: publish } = ground.product;
    const how = { vantages: VANTAGES, patience: 300 };
    const isOpen = ({ attack }: Attempt): boolean => mode === 'sandbox' && attack.openInSandbox !== null;
    const attempts = await attackPatiently(isOpen, ground, { main, publish }, how);
    report(`In ${mode} mode`, attempts);
    expect(attempts.filter((one) => !isOpen(one)).length).toBeGreaterThanOrEqual(LEAST_ATTEMPTS);
    expect(names(attempts.filter(({ succeeded }) => succeeded))).toEqual(names(attempts.filter(isOpen)));
  });
});
