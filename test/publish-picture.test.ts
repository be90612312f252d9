import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import type { Installation, Person } from './support/installation.ts';
import { startSite, visit } from './support/site.ts';

const MOST_BYTES = 100_000;

let site: Installation;
let browser: Browser;
let ada: Person;

beforeAll(async () => {
  site = await startSite('PGlite');
  browser = await launchChromium();
  ada = await site.join('Ada');
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function draftOf(html: string): Promise<string> {
  const made = await site.graphql(
    'mutation { createDraft(input: { name: "Pictured" }) { draft { draftId } } }',
    {},
    ada.token,
  );
  const { draftId } = made.json.data.createDraft.draft;
  const input = { draftId, baseRevision: 1, changes: [{ path: 'index.html', content: html }] };
  const saved = await site.graphql(
    'mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { revision { number } } }',
    { input },
    ada.token,
  );
  expect(saved.status).toBe(200);
  return draftId;
}

async function openDialog(page: Page, draftId: string): Promise<void> {
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Picture in the market').waitFor();
}

it(
  'takes the picture of what is published, as small as the market wants it',
  { timeout: 90_000 },
  async () => {
    const draftId = await draftOf(
      '<!doctype html><title>Red</title><link rel="icon" href="data:,"><style>html{background:rgb(200,30,40)}h1{color:white;font:bold 120px sans-serif}</style><h1>Hello</h1>',
    );
    const { context, page, complaints } = await visit(browser, site, ada);
    await openDialog(page, draftId);
    await page.getByText('This is how it looks in the market.').waitFor();
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/publish-dialog.png` });
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Pictured is published').waitFor();
    await page.goto(`${site.baseUrl}/`);
    const image = page.getByRole('article').locator('img');
    await image.waitFor();
    const address = (await image.getAttribute('src')) ?? '';
    const answer = await fetch(site.baseUrl + address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(MOST_BYTES);
    const drawn = await image.evaluate((element) => {
      const picture = element as HTMLImageElement;
      const canvas = document.createElement('canvas');
      canvas.width = picture.naturalWidth;
      canvas.height = picture.naturalHeight;
      const pen = canvas.getContext('2d');
      pen?.drawImage(picture, 0, 0);
      const pixels = pen?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      let white = 0;
      for (let at = 0; at < pixels.length; at += 4) if ((pixels[at + 1] ?? 0) > 220) white += 1;
      return { size: [canvas.width, canvas.height], corner: [...pixels.slice(-4, -1)], white };
    });
    expect(drawn.size).toEqual([640, 400]);
    const [red = 0, green = 0, blue = 0] = drawn.corner;
    expect([Math.abs(red - 200) < 12, Math.abs(green - 30) < 12, Math.abs(blue - 40) < 12]).toEqual([
      true,
      true,
      true,
    ]);
    // The heading is in it, in its place.
    expect(drawn.white).toBeGreaterThan(1_000);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it('publishes without a picture when the page gives none, and says so', { timeout: 90_000 }, async () => {
  const draftId = await draftOf(
    `<!doctype html><title>Liar</title><link rel="icon" href="data:,"><p>I draw nothing</p>
     <script>HTMLCanvasElement.prototype.toDataURL = () => '<svg onload=alert(1)>';
       setInterval(() => parent.postMessage({ source: 'platform-preview', kind: 'capture', nonce: 'guessed-guessed-guessed', picture: 'data:image/png;base64,' }, '*'), 50);</script>`,
  );
  const { context, page } = await visit(browser, site, ada);
  await openDialog(page, draftId);
  await page.getByText('No picture could be taken.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Pictured is published').waitFor();
  const { json } = await site.graphql('{ apps(first: 1) { edges { node { previewUrl } } } }');
  expect(json.data.apps.edges).toEqual([{ node: { previewUrl: null } }]);
  await context.close();
});
