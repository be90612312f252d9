import { Console } from 'node:console';
import { availableParallelism, loadavg } from 'node:os';
import type { CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { newPerson } from '../support/person.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startProduct } from '../support/product.ts';
import { onDatabase } from './data-plane/bench-app.ts';
import { median } from './data-plane/load.ts';
import { answerOf, formDocument } from './submissions/forms.ts';

/**
 * The owner's pages of a form with many answers, in Chromium: `FORM_ANSWERS=10000 node test/bench/form-answers.ts`.
 * Needs the built pages and a Chromium (CHROMIUM_PATH). Times are from the start of the navigation to the first moment at which what
 * was asked for is in the page, by the clock and by the processor time of the page's main thread.
 */
const ANSWERS = Number(process.env['FORM_ANSWERS'] ?? 10_000);
const ROUNDS = 5;
const screen = new Console(process.stdout);
const round = (value: number): number => Math.round(value);

/** Looked for in the page itself: the time since its navigation began, once it is there. */
type IsThere = () => number | false;
const table: IsThere = () => document.querySelectorAll('tbody tr').length >= 100 && performance.now();
const charts: IsThere = () =>
  document.body.innerText.includes('Again?') &&
  document.body.innerText.includes('small') &&
  performance.now();

/** The least of these pages, as a yardstick of what any page takes here. */
const list: IsThere = () => document.body.innerText.includes('Form 0') && performance.now();

interface Seen {
  readonly clock: number;
  readonly thread: number;
}

const postgres = await startPostgres({ fsync: true });
const site = await startProduct({
  DATABASE_URL: postgres.url,
  SESSION_SECRET: 'a secret for the benchmark only, long enough',
});
const base = site.baseUrl.replace('localhost', '127.0.0.1');
const browser = await launchChromium();
try {
  const { page } = await newPerson(site, browser, 'Ada');
  const token = await page.evaluate(() => localStorage.getItem('platform.session'));
  const authorization = `Bearer ${token}`;
  const saved = await fetch(`${base}/api/projects/many`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ kind: 'form', document: formDocument(0) }),
  });
  if (!saved.ok) throw new Error(await saved.text());
  await fill();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const address = `${site.baseUrl}/forms/many`;
  const scenes: readonly (readonly [string, () => Promise<Seen>])[] = [
    ['list of forms, loaded', () => load(page, cdp, `${site.baseUrl}/forms`, list)],
    ['charts, loaded', () => load(page, cdp, address, charts)],
    ['table of 100, loaded', () => load(page, cdp, `${address}?view=table`, table)],
    ['charts to table', () => press(page, cdp, address, charts, table)],
  ];
  const rows: object[] = [];
  for (const [scene, look] of scenes) {
    await look();
    const seen: Seen[] = [];
    for (let count = 0; count < ROUNDS; count++) seen.push(await look());
    rows.push({
      scene,
      'clock ms': round(median(seen.map(({ clock }) => clock))),
      'clock, highest': round(Math.max(...seen.map(({ clock }) => clock))),
      'page thread ms': round(median(seen.map(({ thread }) => thread))),
    });
  }
  screen.log(`${ANSWERS} answers on PostgreSQL; medians of ${ROUNDS}`);
  screen.table(rows);
  screen.log('Download of all');
  screen.table(await Promise.all(['csv', 'json'].map((format) => download(authorization, format))));
  const load1 = loadavg().map((value) => value.toFixed(1));
  screen.table([{ node: process.version, cores: availableParallelism(), load: load1.join(' ') }]);
} finally {
  await browser.close();
  await site.stop();
  await postgres.stop();
}

/** Straight into the table: what is measured begins afterwards. */
async function fill(): Promise<void> {
  await onDatabase(postgres.url, async (client) => {
    for (let from = 0; from < ANSWERS; from += 500) {
      const rows = Array.from({ length: Math.min(500, ANSWERS - from) }, (_, index) =>
        answerOf(from + index),
      );
      await client.query(
        `INSERT INTO "data_many" ("_id", "_created_at", "_schema_version", "c_serial", "c_name", "c_email", "c_note", "c_size", "c_days",
         "c_stars", "c_day", "c_again")
       SELECT 'n' || serial, now() - serial * interval '1 minute', 1, serial, name, email, note, size, days, stars, day, again
       FROM jsonb_to_recordset($1::jsonb) AS r(serial double precision, name text, email text, note text, size text, days jsonb,
         stars double precision, day text, again boolean)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query('ANALYZE');
  });
}

async function load(page: Page, cdp: CDPSession, address: string, isThere: IsThere): Promise<Seen> {
  await page.goto('about:blank');
  const before = await threadMs(cdp);
  await page.goto(address, { waitUntil: 'commit' });
  const clock = await untilThere(page, isThere);
  return { clock, thread: (await threadMs(cdp)) - before };
}

async function press(
  page: Page,
  cdp: CDPSession,
  address: string,
  from: IsThere,
  to: IsThere,
): Promise<Seen> {
  await load(page, cdp, address, from);
  const link = page.locator('a[href*="view=table"]').first();
  await link.waitFor();
  const before = await threadMs(cdp);
  const begin = Number(await link.evaluate((element: HTMLElement) => (element.click(), performance.now())));
  const clock = (await untilThere(page, to)) - begin;
  return { clock, thread: (await threadMs(cdp)) - before };
}

/** Milliseconds since the navigation began. */
async function untilThere(page: Page, isThere: IsThere): Promise<number> {
  const found = await page.waitForFunction(isThere, undefined, { polling: 'raf' });
  return Number(await found.jsonValue());
}

async function threadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

async function download(authorization: string, format: string): Promise<object> {
  const begin = performance.now();
  const response = await fetch(`${base}/api/forms/many/export.${format}`, {
    headers: { authorization },
  });
  const reader = response.body?.getReader();
  let [first, bytes] = [Number.NaN, 0];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (bytes === 0) first = performance.now() - begin;
    bytes += part.value.byteLength;
  }
  const all = performance.now() - begin;
  return {
    format,
    status: response.status,
    'first byte ms': round(first),
    'all ms': round(all),
    KB: round(bytes / 1_024),
  };
}
