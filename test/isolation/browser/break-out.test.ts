import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { startInstallation, type Installation, type Person } from '../../support/installation.ts';

// A document is data. Whoever writes it, or has an agent write it, must not have it run or end its element.

const RUN = 'window.broke = true';
/** What has ended a script element, or a text put into a page, somewhere. */
const TEXTS: readonly string[] = [
  `</script><script>${RUN}</script>`,
  `</SCRIPT ><img src=x onerror="${RUN}">`,
  `</script/x><svg onload="${RUN}">`,
  `</script\n><script>${RUN}</script>`,
  `<!--<script>${RUN}</script>`,
  `--></script><script>${RUN}</script>`,
  `<!--<script></script></script><script>${RUN}</script>`,
  `]]></script><script>${RUN}</script>`,
  `\u2028${RUN}//\u2029`,
  `\\u003c/script><script>${RUN}</script>`,
  `&lt;/script&gt;&#60;/script&#62;<img src=x onerror="${RUN}">`,
  `"><img src=x onerror="${RUN}">`,
  `'"/onfocus="${RUN}" autofocus x="`,
  `$&$\`$'$1</script><script>${RUN}</script>`,
  `<iframe srcdoc="<script>parent.broke = true</script>"></iframe>`,
  `javascript:${RUN}`,
];

const form = (texts: readonly string[]) => ({
  title: texts.join(' '),
  desc: texts.join(''),
  fields: texts.flatMap((text) => {
    const key = text.replaceAll('\n', ' ');
    return [
      { type: 'text', key, label: text },
      { type: 'choice', key: `${key}c`, label: text, options: [text, `${text}2`] },
      { type: 'multi', key: `${key}m`, label: text, options: [text, `${text}2`] },
    ];
  }),
});
const slides = (texts: readonly string[]) => ({
  title: texts.join(' '),
  theme: texts.join(''),
  slides: texts.flatMap((text) => [
    { layout: 'title', heading: text, subtitle: text, body: text },
    { layout: 'bullets', heading: text, bullets: [text, text] },
  ]),
});

const SHOWS = `<script>window.doc = JSON.parse(document.getElementById('platform-doc').textContent)</script>`;
/** Pages of their own: the element in another spelling, none, in a comment, with text before it. */
const RENDERERS = [
  null,
  `<!doctype html><script id="platform-doc" type="application/json">{}</script>${SHOWS}`,
  `<!doctype html><SCRIPT type=application/json id=platform-doc>old</SCRIPT >${SHOWS}`,
  `<!doctype html><title>none</title>${SHOWS}`,
  `<!-- <script id="platform-doc"></script> --><p>${SHOWS}`,
  '',
] as const;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});
afterAll(() => browser.close());

interface Seen {
  readonly broke: boolean;
  readonly doc: string;
  readonly images: number;
}

/** What the page made of its document; the icons of a page's own buttons are hidden from assistive technology. */
async function look(): Promise<Seen> {
  await page.waitForTimeout(30);
  return page.evaluate<Seen>(`({ broke: 'broke' in window, images: document.querySelectorAll('img, iframe, svg:not([aria-hidden=true])').length,
    doc: document.getElementById('platform-doc')?.textContent ?? '' })`);
}

it('most texts break out of an element that is filled without a thought', { timeout: 60_000 }, async () => {
  let broken = 0;
  for (const text of TEXTS) {
    const json = JSON.stringify(form([text]));
    await page.goto('about:blank');
    await page.setContent(`<script id="platform-doc" type="application/json">${json}</script>`);
    const { broke, images, doc } = await look();
    if (broke || images > 0 || doc !== json) broken += 1;
  }
  console.warn(`${broken} of ${TEXTS.length} texts break out of a careless page`);
  expect(broken).toBeGreaterThanOrEqual(10);
});

describe.each(['subhost', 'sandbox'] as const)('a document stays in its element, %s', (isolation) => {
  let at: Installation;
  let author: Person;
  beforeAll(async () => {
    at = await startInstallation('PGlite', { env: { PUBLISH_ISOLATION: isolation } });
    author = await at.join();
  });
  afterAll(() => at.stop());

  const put = async (id: string, body: object): Promise<void> => {
    const path = `/api/projects/${id}`;
    const { status, text } = await at.call({ method: 'PUT', path, body, token: author.token });
    expect([text, [200, 201].includes(status)]).toEqual([text, true]);
  };

  it.each(RENDERERS)('of %j', { timeout: 60_000 }, async (renderer) => {
    // Whatever one text does to those behind it, in the other order it does not.
    for (const texts of [TEXTS, TEXTS.toReversed()]) {
      for (const [kind, document] of [
        ['form', form(texts)],
        ['slides', slides(texts)],
      ] as const) {
        await put(kind, { kind, document, renderer: null, published: true });
        // As stored by earlier versions too: today a renderer without the element is refused.
        await at.server.services.db.pool.query(
          'UPDATE "Project" SET "renderer" = $2, "version" = "version" + 1 WHERE "id" = $1',
          [kind, renderer],
        );
        await page.goto(`${at.publishOrigin}/f/${kind}`);
        const seen = await look();
        expect({ ...seen, doc: JSON.parse(seen.doc) }).toEqual({ broke: false, images: 0, doc: document });
        expect(seen.doc).not.toMatch(/[<>&\u2028\u2029]/);
      }
    }
  });
});
