import { Console } from 'node:console';
import { availableParallelism, loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startHostSite } from '../studio/host-site.ts';

/**
 * Round trips of a host's calls of a Studio, by the clock: `node test/bench/studio.ts`. The host's page is of another
 * site, so that browser and messages are as in the field, and drives the Studio by the SDK that is served; each call
 * begins when the one before was answered. Beside it stands a frame that sends back what comes: what a round trip takes
 * where nothing is done. Target: a median under 5 ms. Needs the built pages and a Chromium.
 */
const CALLS = 300;
const WARM_UP = 50;
const LARGE = 200_000;
const TARGET_MS = 5;

interface Subject {
  readonly kind: 'form' | 'slides';
  readonly size: string;
  readonly text: string;
  /** Finds the last entry in the rendered page. */
  readonly lastEntry: string;
}

/** A document of `entries` entries that share `bytes` letters; written as the Studio's own, two spaces deep. */
function formOf(entries: number, bytes: number): string {
  const fields = Array.from({ length: entries }, (_, at) => ({
    type: 'text',
    key: `field_${at}`,
    label: `Question ${at} ${'letters '.repeat(bytes / entries / 8)}`,
  }));
  return JSON.stringify({ title: 'Title A', fields }, null, 2);
}
function deckOf(entries: number, bytes: number): string {
  const slides = Array.from({ length: entries }, (_, at) => ({
    layout: 'text',
    heading: `Slide ${at}`,
    body: 'letters '.repeat(bytes / entries / 8),
  }));
  return JSON.stringify({ title: 'Title A', slides }, null, 2);
}

const SUBJECTS: readonly Subject[] = [
  { kind: 'form', size: 'small', text: formOf(5, 100), lastEntry: 'text=Question 4' },
  { kind: 'slides', size: 'small', text: deckOf(5, 500), lastEntry: '[id="5"]' },
  // As many fields as a form may have.
  { kind: 'form', size: '200 KB', text: formOf(200, LARGE - 19_000), lastEntry: 'text=Question 199' },
  { kind: 'slides', size: '200 KB', text: deckOf(100, LARGE - 9_000), lastEntry: '[id="100"]' },
];

interface Globals {
  readonly studios: readonly StudioHandle[];
  readonly echo: (data: unknown) => Promise<unknown>;
}

/** Puts the echoing frame into the host's page; `echo(data)` is one round trip to it. */
async function addEcho(page: Page, address: string): Promise<void> {
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe');
    frame.title = 'Echo';
    frame.src = src;
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve);
      document.body.append(frame);
    });
    const echo = (data: unknown): Promise<unknown> =>
      new Promise((resolve) => {
        addEventListener('message', function hear({ source, data: back }) {
          if (source !== frame.contentWindow) return;
          removeEventListener('message', hear);
          resolve(back);
        });
        frame.contentWindow?.postMessage(data, '*');
      });
    Object.assign(window, { echo });
  }, address);
}

const other = "at % 2 === 0 ? ['A', 'B'] : ['B', 'A']";
/** As source text, for they run in the host's page. Edits go to and fro, so that the document keeps its size. */
const CALLS_OF: Readonly<Record<string, (kind: Subject['kind']) => string>> = {
  'echo of a word': () => '({ echo }, at) => echo({ at })',
  'echo of the document': () => '({ echo }, at, text) => echo({ at, text })',
  getState: () => '({ studios }) => studios[0].getState()',
  getDocument: () => '({ studios }) => studios[0].getDocument()',
  applyEdit: () =>
    `({ studios }, at) => { const [from, to] = ${other}; return studios[0].applyEdit('Title ' + from, 'Title ' + to); }`,
  'invoke (update)': (kind) =>
    kind === 'form'
      ? `({ studios }, at) => studios[0].invoke('updateField', { key: 'field_2', changes: { label: 'Label ' + at } })`
      : `({ studios }, at) => studios[0].invoke('update', { index: 2, changes: { heading: 'Heading ' + at } })`,
};

/** @returns ms of each round trip */
function measure(page: Page, source: string, text: string): Promise<number[]> {
  return page.evaluate(`(async (run, text) => {
    const times = [];
    for (let at = 0; at < ${WARM_UP + CALLS}; at += 1) {
      const start = performance.now();
      const answer = await run(window, at, text);
      times.push(performance.now() - start);
      if (Object(answer).ok === false) throw new Error(JSON.stringify(answer).slice(0, 500));
    }
    return times.slice(${WARM_UP});
  })(${source}, ${JSON.stringify(text)})`);
}

const screen = new Console(process.stdout);
const rows: Record<string, string | number | boolean>[] = [];
const round = (ms: number): number => Math.round(ms * 100) / 100;
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

// The host's origin has to be known before the product starts, and the product's before a page is asked for.
let product: Product | null = null;
const host = await startHostSite(() => product?.baseUrl ?? '', '127.0.0.1');
product = await startProduct({ EMBED_ORIGINS: host.origin });
const browser = await launchChromium();
try {
  for (const { kind, size, text, lastEntry } of SUBJECTS) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(host.page({ kinds: [kind] }));
    await page.waitForFunction('window.studios');
    await addEcho(page, host.echo);
    await page.evaluate(async (document) => {
      const [studio] = (window as never as Globals).studios;
      await studio?.ready({ timeout: 60_000 });
      const { ok, diagnostics } = (await studio?.setDocument(document)) ?? { ok: false };
      if (!ok) throw new Error(JSON.stringify(diagnostics));
    }, text);
    const last = page.frameLocator('#s0').frameLocator('iframe.shown').locator(lastEntry);
    await last.waitFor({ state: 'attached', timeout: 60_000 });
    let bare = Number.NaN;
    for (const [call, source] of Object.entries(CALLS_OF)) {
      const sorted = (await measure(page, source(kind), text)).toSorted((a, b) => a - b);
      const median = at(sorted, 0.5);
      if (call === 'echo of a word') bare = median;
      screen.log(`${kind}, ${size}: ${call} ${round(median)} ms`);
      rows.push({
        document: `${kind}, ${size}`,
        KB: round(text.length / 1000),
        call,
        'median ms': round(median),
        'p95 ms': round(at(sorted, 0.95)),
        'of the echo': round(median / bare),
        'in target': median < TARGET_MS,
      });
    }
    await page.close();
  }
} finally {
  await browser.close();
  await product.stop();
  await host.close();
}
screen.table(rows);
screen.table([{ node: process.version, cores: availableParallelism(), load: round(loadavg()[0] ?? 0) }]);
