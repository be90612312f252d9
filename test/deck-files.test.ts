import { request } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { unzipSync, strFromU8 } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SlidesDocument } from '../api/content/slides/document.ts';
import { deckPptx } from '../api/decks/pptx/package.ts';
import { launchChromium } from './support/chromium.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';
import { randomDeck } from './support/random-decks.ts';

const DECK: SlidesDocument = {
  title: 'Flüsse: "2026"',
  theme: '4:3 dark blue',
  slides: [
    { layout: 'title', heading: 'What the rivers told us', subtitle: 'Ten years', body: 'May' },
    {
      layout: 'bullets',
      heading: 'Points',
      bullets: ['One & <two>', 'Three\nfour'],
      body: 'Lead.\n\nNotes:\nSay it.',
    },
    { layout: 'text', body: 'A river is not a line.' },
    { layout: 'bullets', heading: 'ما تعلمناه', bullets: ['الماء', '川 👩‍👩‍👧'] },
    { layout: 'text', heading: 'Bad \u0000\u000b\ud800 signs' },
    { layout: 'title' },
  ],
};

/** Parts of a file by their path, as text. */
function partsOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  return new Map(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]));
}

/**
 * What is wrong with a package: parts that are no XML or have no type, relations that lead nowhere, ids that are there twice.
 * The parser is a browser's.
 */
async function mistakesIn(page: Page, parts: ReadonlyMap<string, string>): Promise<readonly string[]> {
  return page.evaluate(
    `((parts) => {
      const wrong = [];
      const parse = (path) => {
        const tree = new DOMParser().parseFromString(parts[path], 'application/xml');
        if (tree.querySelector('parsererror')) wrong.push(path + ': ' + tree.querySelector('parsererror').textContent.slice(0, 200));
        return tree;
      };
      const types = parse('[Content_Types].xml');
      const known = new Set([...types.querySelectorAll('Override')].map((one) => one.getAttribute('PartName')));
      for (const path of known) if (!(path.slice(1) in parts)) wrong.push('no part ' + path);
      for (const path of Object.keys(parts)) {
        const tree = parse(path);
        if (path !== '[Content_Types].xml' && !path.endsWith('.rels') && !known.has('/' + path)) wrong.push('no type of ' + path);
        const ids = [...tree.getElementsByTagName('p:cNvPr')].map((one) => one.getAttribute('id'));
        if (new Set(ids).size !== ids.length) wrong.push('ids twice in ' + path);
        const used = [...tree.querySelectorAll('*')].flatMap((one) => one.getAttribute('r:id') ?? []);
        const [, folder, name] = /^(.*?)([^/]*)$/.exec(path);
        const beside = folder + '_rels/' + name + '.rels';
        const own = new Set(beside in parts ? [...parse(beside).querySelectorAll('Relationship')].map((one) => one.id || one.getAttribute('Id')) : []);
        for (const id of used) if (!own.has(id)) wrong.push(path + ' uses ' + id);
        if (!path.endsWith('.rels')) continue;
        const base = new URL('http://x/' + path.replace('_rels/', ''));
        for (const one of tree.querySelectorAll('Relationship')) {
          const target = new URL(one.getAttribute('Target'), base).pathname.slice(1);
          if (!(target in parts)) wrong.push(path + ' leads to ' + target);
        }
      }
      return wrong;
    })(${JSON.stringify(Object.fromEntries(parts))})`,
  );
}

/** The texts of a slide, in order, as a reader of the file finds them. */
function textsOf(xml: string): string {
  const plain = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return [...xml.matchAll(/<a:t>([^<]*)<\/a:t>|<a:br>/g)].map(([, text]) => plain(text ?? '')).join('');
}

const squeezed = (texts: readonly (string | undefined)[]): string =>
  texts.map((text) => (text ?? '').replaceAll(/[\s\u0000-\u001f\ud800-\udfff\ufffe\uffff]/gu, '')).join('');

describe('a deck as a file', () => {
  let at: Installation;
  let ada: Person;
  let eve: Person;
  let browser: Browser;
  let page: Page;
  let folder: string;
  beforeAll(async () => {
    at = await startInstallation('PGlite');
    [ada, eve] = [await at.join(), await at.join('Eve')];
    const put = (id: string, body: object) =>
      at.call({ method: 'PUT', path: `/api/projects/${id}`, body, token: ada.token });
    const { slides, ...rest } = DECK;
    // A database takes no NUL and no half of a pair.
    const document = { ...rest, slides: slides.filter((slide) => !slide.heading?.includes('Bad')) };
    expect((await put('deck', { kind: 'slides', document })).status).toBe(201);
    const renderer =
      '<!doctype html><title>Own</title><script id="platform-doc" type="application/json"></script>';
    await put('own', { kind: 'slides', document: { title: 'Own', slides: [{ layout: 'title' }] }, renderer });
    await put('form', { kind: 'form', document: { title: 'F', fields: [] } });
    const many = Array.from({ length: 1_001 }, () => ({ layout: 'title' }));
    await put('many', { kind: 'slides', document: { title: 'Many', slides: many } });
    browser = await launchChromium();
    page = await browser.newPage();
    folder = await mkdtemp(join(tmpdir(), 'deck-'));
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
    await rm(folder, { recursive: true });
  });

  const get = (path: string, token?: string) => at.call({ path, ...(token ? { token } : {}) });

  function bytesAt(path: string): Promise<Buffer> {
    return new Promise((done, fail) => {
      const headers = { authorization: `Bearer ${ada.token}` };
      request({ host: '127.0.0.1', port: at.server.port, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(Buffer.concat(chunks)));
        response.on('error', fail);
      })
        .on('error', fail)
        .end();
    });
  }

  it.each(['html', 'pptx'])('is its owner’s (.%s)', async (format) => {
    const of = (id: string, token?: string) => get(`/api/slides/${id}/export.${format}`, token);
    const statuses = [of('deck'), of('deck', eve.token), of('nowhere', ada.token), of('form', ada.token)];
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 403, 404, 400]);
    expect((await get(`/api/slides/deck/export.${format}?x=1`, ada.token)).status).toBe(400);
    const { status, headers } = await of('deck', ada.token);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; .*%C3%BCsse/);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('is refused as a presentation with more slides than the limit', async () => {
    const { status, json } = await get('/api/slides/many/export.pptx', ada.token);
    expect([status, json.error.code]).toEqual([413, 'too_large']);
    expect(json.error.message).toContain('1000');
    expect((await get('/api/slides/many/export.html', ada.token)).status).toBe(200);
  });

  it('as HTML stands alone: from a disk, without a network, with all that the page can do', async () => {
    const file = join(folder, 'deck.html');
    await writeFile(file, await bytesAt('/api/slides/deck/export.html'));
    const context = await browser.newContext({ offline: true, reducedMotion: 'reduce' });
    const shown = await context.newPage();
    const [asked, problems]: [string[], string[]] = [[], []];
    shown.on('request', (one) => asked.push(one.url()));
    shown.on('console', ({ text }) => problems.push(text()));
    shown.on('pageerror', (error) => problems.push(String(error)));
    await shown.goto(pathToFileURL(file).href);
    await shown.getByText('1 / 5').waitFor();
    await shown.keyboard.press('ArrowRight');
    await shown.getByText('2 / 5').waitFor();
    const opening = context.waitForEvent('page');
    await shown.keyboard.press('s');
    const speaker = await opening;
    await speaker.getByText('Say it.').waitFor();
    await speaker.keyboard.press('End');
    await shown.getByText('5 / 5').waitFor();
    const plain = await browser.newContext({ offline: true, javaScriptEnabled: false });
    const read = await plain.newPage();
    await read.goto(pathToFileURL(file).href);
    expect(await read.getByText('A river is not a line.').isVisible()).toBe(true);
    expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
    expect(problems).toEqual([]);
    const { text } = await get('/api/slides/own/export.html', ada.token);
    expect(text).toContain('<title>Own</title>');
    expect(text).toContain('"slides":[{"layout":"title"}]');
    await Promise.all([context.close(), plain.close()]);
  });

  it('as a presentation is a sound package with every text in order, in places that can be edited', async () => {
    const parts = partsOf(await bytesAt('/api/slides/deck/export.pptx'));
    expect(await mistakesIn(page, parts)).toEqual([]);
    expect([...parts.keys()][0]).toBe('[Content_Types].xml');
    const slide = (n: number): string => parts.get(`ppt/slides/slide${n}.xml`) ?? '';
    expect(textsOf(slide(1))).toBe('What the rivers told usTen yearsMay');
    expect(textsOf(slide(2))).toBe('PointsLead.One & <two>Threefour');
    expect(slide(2)).toMatch(/<a:t>Three<\/a:t><\/a:r><a:br>/);
    expect(slide(2).match(/<p:ph /g)).toHaveLength(2);
    expect(slide(4)).toContain('algn="r" rtl="1"');
    expect(parts.get('ppt/slides/_rels/slide4.xml.rels')).toContain('slideLayout');
    expect(textsOf(parts.get('ppt/notesSlides/notesSlide2.xml') ?? '')).toBe('Say it.');
    expect(parts.get('ppt/presentation.xml')).toContain('<p:sldSz cx="12192000" cy="9144000"/>');
    expect(parts.get('docProps/core.xml')).toContain('<dc:title>Flüsse: &quot;2026&quot;</dc:title>');
    // The same deck is the same file.
    const again = await bytesAt('/api/slides/deck/export.pptx');
    expect(again.equals(await bytesAt('/api/slides/deck/export.pptx'))).toBe(true);
  });

  it(
    'as a presentation leaves out only what XML cannot hold, of random decks too',
    { timeout: 60_000 },
    async () => {
      const decks = [DECK, ...fc.sample(randomDeck, { numRuns: 25, seed: Number(process.env['SEED'] ?? 1) })];
      for (const deck of decks) {
        const parts = partsOf(deckPptx(deck, { accent: null, changed: new Date(0) }));
        expect(await mistakesIn(page, parts)).toEqual([]);
        deck.slides.forEach(({ heading, subtitle, body = '', bullets = [] }, index) => {
          const [shown = ''] = body.split(/^[ \t]*notes:[ \t]*$/im);
          const wanted = squeezed([heading, subtitle, shown, ...bullets]);
          expect(squeezed([textsOf(parts.get(`ppt/slides/slide${index + 1}.xml`) ?? '')])).toBe(wanted);
        });
      }
    },
  );
});
