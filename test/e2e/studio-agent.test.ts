import { mkdirSync } from 'node:fs';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, call, type Reply } from '../../web/src/lib/agent/testing/upstream.ts';
import { startModelHost, type ModelHost, type Script } from '../agent-battery/model-host.ts';
import { MODEL } from '../agent-battery/play-on-server.ts';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { newPerson, type Person } from '../support/person.ts';
import { startProduct, type Product } from '../support/product.ts';

// The agent beside the Studio on a project's page: its tools work in the frame, and all of it is kept.

/** Pictures to look at, when a folder is named. */
const PICTURES = process.env['STUDIO_AGENT_PICTURES'];

let host: ModelHost;
let product: Product;
let browser: Browser;
let ada: Person;

beforeAll(async () => {
  host = await startModelHost();
  product = await startProduct({
    OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
    LLM_OPENAI_BASE_URL: host.url,
    LLM_OPENAI_MODELS: MODEL,
  });
  browser = await launchChromium();
  ada = await newPerson(product, browser, 'Ada');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await host.close();
});

const studioOf = (page: Page): FrameLocator => page.frameLocator('iframe[title$="editor"]');
const titleOf = (page: Page) => studioOf(page).getByLabel('Title', { exact: true });
const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the agent' });
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });

/** A new project's page, made by the pages. @returns its id */
async function make(page: Page, kind: 'forms' | 'slides', starter: RegExp): Promise<string> {
  await page.goto(`${product.baseUrl}/${kind}`);
  await page.getByRole('button', { name: kind === 'forms' ? 'New form' : 'New deck' }).click();
  await page.getByRole('dialog').getByRole('button', { name: starter }).click();
  await page.waitForURL(/\/edit$/);
  await titleOf(page).waitFor();
  return page.url().split('/').at(-2) ?? '';
}

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** The conversation says it. */
const says = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('log').getByText(text).waitFor();

/** The document as the server has it. */
async function stored(page: Page, id: string): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('platform.session'));
  const response = await fetch(`${product.baseUrl.replace('localhost', '127.0.0.1')}/api/projects/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { project: { document: unknown } }).project.document;
}

const PARTY = {
  title: 'Summer party',
  fields: [{ type: 'number', key: 'guests', label: 'How many come?', range: { min: 1, max: 9 } }],
};

it(
  'writes a form in the frame: seen, stored, taken back and brought again',
  { timeout: 120_000 },
  async () => {
    const { page, complaints } = ada;
    const id = await make(page, 'forms', /^Contact/);
    const before = await stored(page, id);
    const script = host.script([
      answer('A form for the party.', [call('studio_set_document', { document: PARTY })]),
      answer('', [
        call('studio_invoke', {
          op: 'addField',
          params: { field: { type: 'bool', key: 'music', label: 'Do you bring music?' } },
        }),
      ]),
      answer('Two questions now.'),
    ]);
    await say(page, `Make a party form, ${script.mark}`);
    await says(page, 'Two questions now.');
    await studioOf(page).getByText('Do you bring music?').first().waitFor();
    expect(script.flaws).toEqual([]);
    const made = {
      ...PARTY,
      fields: [...PARTY.fields, { type: 'bool', key: 'music', label: 'Do you bring music?' }],
    };
    expect(JSON.stringify(await stored(page, id))).toBe(JSON.stringify(made));
    await page.getByText('Added a question').waitFor();

    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect.poll(() => titleOf(page).inputValue()).toBe('Contact');
    await expect.poll(() => stored(page, id)).toEqual(before);
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect.poll(() => titleOf(page).inputValue()).toBe('Summer party');
    await expect.poll(() => stored(page, id)).toEqual(made);

    // All of it is there after a reload; what a person does then is not taken back with it.
    await page.reload();
    await says(page, 'Two questions now.');
    await page.getByRole('button', { name: 'Take it back' }).waitFor();
    await titleOf(page).fill('Winter party');
    await page.getByRole('button', { name: 'Take it back' }).waitFor({ state: 'detached' });
    await lookAt(page, 'after-a-turn');
    expect(complaints).toEqual([]);
  },
);

it('looks at a slide, where the model sees', { timeout: 120_000 }, async () => {
  const { page, complaints } = ada;
  await make(page, 'slides', /^Talk/);
  const script = host.script([
    answer('', [call('studio_screenshot', { target: 'slide:1' })]),
    answer('It reads well.'),
  ]);
  await say(page, `How does it look, ${script.mark}`);
  await says(page, 'It reads well.');
  const seen = JSON.stringify(script.requests[1]?.body.messages.at(-1)?.content);
  const picture = /data:image\/jpeg;base64,[A-Za-z0-9+/=]+/.exec(seen)?.[0] ?? '';
  expect(picture.length).toBeGreaterThan(2_000);
  const [width = 0, height = 0] = await page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, picture);
  expect(width / height).toBeGreaterThan(1);
  expect(script.flaws).toEqual([]);
  expect(complaints).toEqual([]);
});

it('keeps what a person types while a turn runs', { timeout: 120_000 }, async () => {
  const { page, complaints } = ada;
  const id = await make(page, 'forms', /^Contact/);
  let go: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => (go = resolve));
  const late: Reply = async (response, request) => {
    await typed;
    await answer('', [call('studio_apply_edit', { find: 'Your message', replace: 'Your question' })])(
      response,
      request,
    );
  };
  const script = host.script([
    late,
    answer('', [call('studio_get_state', {})]),
    answer('', [call('studio_apply_edit', { find: 'Your message', replace: 'Your question' })]),
    answer('It asks for a question.'),
  ]);
  await say(page, `Ask for a question, ${script.mark}`);
  await expect.poll(() => script.requests.length).toBe(1);
  await titleOf(page).fill('Write to us');
  await page.getByRole('heading', { level: 1, name: 'Write to us' }).waitFor();
  go();
  await says(page, 'It asks for a question.');
  expect(JSON.stringify(script.requests[1]?.body.messages)).toContain('stale_version');
  expect(await stored(page, id)).toMatchObject({
    title: 'Write to us',
    fields: [{}, {}, { label: 'Your question' }],
  });
  expect(complaints).toEqual([]);
});

it('stops, and shows a turn that its page left as cut off', { timeout: 120_000 }, async () => {
  const { page } = ada;
  const id = await make(page, 'forms', /^Contact/);
  const never: Reply = () => new Promise(() => undefined);
  const first: Script = host.script([
    answer('', [call('studio_apply_edit', { find: '"Contact"', replace: '"Hello"' })]),
    never,
  ]);
  await say(page, `Rename it, ${first.mark}`);
  await expect.poll(() => titleOf(page).inputValue()).toBe('Hello');
  await expect.poll(() => first.requests.length).toBe(2);
  await stopButton(page).click();
  await says(page, 'You stopped this turn.');
  expect(await stored(page, id)).toMatchObject({ title: 'Hello' });

  const second: Script = host.script([
    answer('', [call('studio_apply_edit', { find: '"Hello"', replace: '"Good day"' })]),
    never,
  ]);
  await say(page, `Again, ${second.mark}`);
  await expect.poll(() => second.requests.length).toBe(2);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await says(page, /This turn was cut off|The page was closed or reloaded/);
  await expect.poll(() => titleOf(page).inputValue()).toBe('Good day');
  expect(await stored(page, id)).toMatchObject({ title: 'Good day' });
});

/** What axe finds in both themes and at both widths; with pictures in all four combinations. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await titleOf(page).waitFor({ state: 'attached' });
      expect([name, width, scheme, await axeViolations(page)]).toEqual([name, width, scheme, []]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([name, width, overflow]).toEqual([name, width, 0]);
      if (PICTURES === undefined) continue;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${scheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
