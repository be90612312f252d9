import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { bundle } from './faults/bundle.ts';
import { checkHistory } from './faults/check-history.ts';
import type * as Driver from './faults/driver.ts';
import { randomCalls } from './faults/random-calls.ts';
import { startHostSite, type HostSite } from './host-site.ts';
import { openHost, type HostPage } from './open-host.ts';

const CALLS = Number(process.env['STUDIO_CALLS'] ?? 1_500);
const SEED = process.env['SEED'] ?? '9';

/** What the page of the host has in its window. */
interface HostWindow {
  readonly driver: typeof Driver;
  readonly createStudio: (frame: string, options: object) => StudioHandle;
  handles: StudioHandle[];
}

let host: HostSite;
let product: Product;
let browser: Browser;
let script: string;

beforeAll(async () => {
  script = await bundle('./driver.ts', 'driver');
  host = await startHostSite(() => product.baseUrl);
  product = await startProduct({ EMBED_ORIGINS: host.origin });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await host.close();
});

/** A host with so many handles of its one Studio, and with a wire to it. */
async function open(handles: number, weather: Driver.Weather, sandbox?: string): Promise<HostPage> {
  const at = await openHost(browser, host, {
    kinds: ['form'],
    ...(sandbox === undefined ? {} : { sandbox }),
  });
  await at.drive(async (studio) => studio.destroy());
  await at.page.addScriptTag({ content: script });
  await at.page.evaluate(`(async () => {
    const { createStudio } = await import('${product.baseUrl}/studio-sdk.js');
    driver.lay(document.querySelector('#s0'), ${JSON.stringify(weather)});
    window.handles = Array.from({ length: ${handles} }, () => createStudio('#s0', { timeout: 120_000 }));
  })()`);
  return at;
}

const sentIn = ({ page }: HostPage): Promise<readonly Driver.Envelope[]> => page.evaluate('driver.sent');

describe.each([
  { name: 'of another site', sandbox: undefined, calls: CALLS },
  { name: 'with a sandboxed frame', sandbox: 'allow-scripts', calls: Math.min(CALLS, 300) },
])('two hosts in a page $name, on a bad line', ({ sandbox, calls }) => {
  it(
    `lose no answer and do nothing twice in ${calls} random calls: late, lost, doubled, reordered`,
    { timeout: 600_000 },
    async () => {
      const at = await open(2, { seed: SEED, lost: 0.12, doubled: 0.15, late: 40 }, sandbox);
      const outcomes = await at.page.evaluate(
        ([given, atATime]) => {
          const { driver, handles } = window as unknown as HostWindow;
          return driver.run(handles, given, atATime);
        },
        [randomCalls(calls, 2, SEED), 40] as const,
      );
      expect(outcomes).toHaveLength(calls);
      const sent = await sentIn(at);
      const { changes, requests, answers, last } = checkHistory(sent, outcomes);
      expect(requests).toBe(calls);
      expect(changes).toBeGreaterThan(calls / 6);
      // The wire was bad indeed: some were asked, and answered, more often than once.
      expect(answers).toBeGreaterThan(calls);
      const state = await at.page.evaluate('handles[0].getState()');
      expect(state).toMatchObject({ version: last.version, document: last.text });
      await at.close();
    },
  );
});

it('ends every call when the frame is loaded anew in the middle, and begins again at version 0', async () => {
  const at = await open(2, { seed: SEED, lost: 0.1, doubled: 0.1, late: 30 });
  const ROUNDS = 8;
  const [first] = await at.events('ready');
  const outcomes: Driver.Outcome[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await at.page.evaluate(
      async ([calls, wait]) => {
        const { driver, handles } = window as unknown as HostWindow;
        const frame = document.querySelector('iframe') as HTMLIFrameElement;
        const under = driver.run(handles, calls, calls.length);
        await new Promise((resolve) => setTimeout(resolve, wait));
        const address = frame.src;
        frame.src = address;
        return under;
      },
      // At the time of the first answers, and a little before and after it.
      [randomCalls(20, 2, `${SEED}-${round}`), round * 6] as const,
    );
    expect(made).toHaveLength(20);
    outcomes.push(...made);
    await expect.poll(async () => new Set((await sentIn(at)).map(loadOf)).size - 1).toBe(round + 1);
  }
  const codes = new Set(outcomes.map(({ ok, code }) => (ok ? 'ok' : code)));
  expect(codes).toContain('reloaded');
  expect(codes).not.toContain('timeout');
  await at.page.evaluate('handles[0].getState()');
  const loads = splitByLoad(await sentIn(at), first?.payload['instance']);
  expect(loads).toHaveLength(ROUNDS + 1);
  // What one load of the Studio answers is a whole history of its own.
  for (const [load, sent] of loads.entries()) checkHistory(sent, [], load < ROUNDS);
  await at.close();
});

/** The load that said `ready`; null for other messages. */
const loadOf = ({ data }: Pick<Driver.Envelope, 'data'>): unknown =>
  data['event'] === 'ready' ? (data['payload'] as { readonly instance: unknown }).instance : null;

/** What each load of the Studio posted, from the first one on, with all requests that there were. */
function splitByLoad(
  sent: readonly Driver.Envelope[],
  first: unknown,
): readonly (readonly Driver.Envelope[])[] {
  const requests = sent.filter(({ direction }) => direction === 'toStudio');
  const loads = [[...requests]];
  let current = first;
  for (const envelope of sent.filter(({ direction }) => direction === 'toHost')) {
    const load = loadOf(envelope) ?? current;
    if (load !== current) loads.push([...requests]);
    current = load;
    loads.at(-1)?.push(envelope);
  }
  return loads;
}

it('has exactly one winner for each version, however many ask for it', async () => {
  const at = await open(3, { seed: SEED, lost: 0.1, doubled: 0.2, late: 20 });
  const rounds = await at.page.evaluate(async () => {
    const { driver, handles } = window as unknown as HostWindow;
    const all: string[][] = [];
    for (let version = 0; version < 40; version += 1) {
      const tries = handles.map((handle, index) =>
        handle.setDocument(`{"title":"${version}-${index}","fields":[]}`, { baseVersion: version }).then(
          (result) => `version ${result.version}`,
          (error: { code: string; details: { currentVersion: number } }) =>
            `${error.code} ${error.details.currentVersion}`,
        ),
      );
      all.push((await Promise.all(tries)).toSorted());
    }
    return [driver.sent.length, all] as const;
  });
  expect(rounds[1]).toEqual(
    Array.from({ length: 40 }, (_, n) => [
      `stale_version ${n + 1}`,
      `stale_version ${n + 1}`,
      `version ${n + 1}`,
    ]),
  );
  checkHistory(await sentIn(at), []);
  await at.close();
});
