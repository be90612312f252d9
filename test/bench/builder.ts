import { Console } from 'node:console';
import { availableParallelism, loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { startLlmUpstream } from '../support/llm-upstream.ts';
import { newPerson } from '../support/person.ts';
import { startProduct } from '../support/product.ts';
import { callsSlowly, inTurn, says } from '../support/scripted-answers.ts';
import { tasksWhile, type Task } from './builder/tasks.ts';
import { FILES_OF, longAnswer } from './builder/texts.ts';

/**
 * The longest tasks of the builder's page while answers stream, files of 5,000 lines are edited and large drafts are
 * opened, by the processor time of the page's main thread and by the clock: `node test/bench/builder.ts [scene …]`.
 * Needs the built pages (`npx vite build` in web) and a Chromium (CHROMIUM_PATH).
 */
const LONG_MS = 50;
const LINES = 5_000;
const CHARACTERS = Number(process.env['STREAM_CHARACTERS'] ?? 40_000);
/** 200 tokens of 4 characters a second. */
const PACE = { ms: 5, characters: 4 };
const screen = new Console(process.stdout);
const wanted = process.argv.slice(2);

const upstream = await startLlmUpstream();
const product = await startProduct({
  OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
  LLM_OPENAI_BASE_URL: upstream.url,
  LLM_OPENAI_MODELS: 'gpt-5.1',
  LIMIT_LLM_REQUESTS_PER_MINUTE: '1000',
});
const browser: Browser = await launchChromium();
const { page } = await newPerson(product, browser, 'Ada');
page.setDefaultTimeout(120_000);
const token = await page.evaluate(() => localStorage.getItem('platform.session'));
const rows: Record<string, string | number>[] = [];

interface Answer {
  readonly data?: { readonly createDraft?: { readonly draft: { readonly draftId: string } } };
  readonly errors?: unknown;
}

async function post(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(product.baseUrl.replace('localhost', '127.0.0.1') + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok || answer.errors !== undefined) throw new Error(JSON.stringify(answer).slice(0, 500));
  return answer;
}

async function newDraft(files: Readonly<Record<string, string>>): Promise<string> {
  const query = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { draft { draftId } } }';
  const { data } = await post('/graphql', { query, variables: { input: { name: 'A draft' } } });
  const draftId = data?.createDraft?.draft.draftId ?? '';
  const { 'model.aml': aml, ...rest } = files;
  const changes = Object.entries(rest).map(([path, content]) => ({ path, content }));
  const input = { draftId, baseRevision: 1, cause: 'USER_EDIT', changes, ...(aml !== undefined && { aml }) };
  const save = 'mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { revision { number } } }';
  await post('/graphql', { query: save, variables: { input } });
  return draftId;
}

async function converse(draftId: string, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, at) => ({
    id: `old-${at}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: at % 2 === 0 ? `Question ${at}` : longAnswer(1_500) }],
  }));
  for (let at = 0; at < all.length; at += 100)
    await post(`/api/conversations/draft-${draftId}/messages`, { messages: all.slice(at, at + 100) });
}

// Selectors of CSS and looks of our own: those by role and text read the whole page, in the very thread that is measured.
const box = page.locator('textarea[aria-label="Message to the agent"]');
const editor = (path: string) => page.locator(`.cm-content[aria-label="Text of ${path}"]`);

async function enter(draftId: string, query = ''): Promise<void> {
  await page.goto(`${product.baseUrl}/build/${draftId}${query}`);
  await box.waitFor();
}

/** Waits for as many messages, for the chat to be busy or not, for everything to be saved. */
const drawn = (count: number) =>
  until((least) => document.querySelectorAll('[role=log] article').length >= least, count);
const busy = (now: boolean) =>
  until((is) => document.querySelector('[role=log]')?.ariaBusy === String(is), now);
const saved = () =>
  until((text) => document.querySelector('header [role=status]')?.textContent.trim() === text, 'Saved');

async function until<Value>(isSo: (value: Value) => boolean, value: Value): Promise<void> {
  await page.waitForFunction(isSo as (value: unknown) => boolean, value, { polling: 100 });
}

/** Until the main thread has had nothing to do for a while. */
async function rest(on: Page): Promise<void> {
  await on.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let calm = 0;
        let last = performance.now();
        const tick = (): void => {
          const now = performance.now();
          calm = now - last < 60 ? calm + 1 : 0;
          last = now;
          if (calm > 60) resolve();
          else setTimeout(tick, 25);
        };
        tick();
      }),
  );
}

async function scene(name: string, work: () => Promise<void>): Promise<void> {
  const { tasks, yardstick } = await tasksWhile(browser, page, work);
  const byCpu = tasks.toSorted((a, b) => b.cpu - a.cpu);
  const long = (time: (task: Task) => number): number => tasks.filter((task) => time(task) > LONG_MS).length;
  rows.push({
    scene: name,
    tasks: tasks.length,
    'over 50 ms CPU': long(({ cpu }) => cpu),
    'over 50 ms wall': long(({ wall }) => wall),
    'longest CPU': round(byCpu[0]?.cpu ?? 0),
    'longest wall': round(Math.max(0, ...tasks.map(({ wall }) => wall))),
    'in yardsticks': round((byCpu[0]?.cpu ?? 0) / yardstick),
    yardstick: round(yardstick),
    'all CPU': round(tasks.reduce((sum, { cpu }) => sum + cpu, 0)),
  });
  screen.log(
    `${name}: ${byCpu
      .slice(0, 8)
      .map(({ cpu, wall }) => `${round(cpu)}/${round(wall)}`)
      .join(' ')}`,
  );
  for (const task of byCpu.slice(0, 4).filter(({ where }) => where.length > 0))
    screen.log(`  ${round(task.cpu)} of ${round(task.wall)} ms\n    ${task.where.join('\n    ')}`);
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

async function stream(): Promise<void> {
  await busy(true);
  await busy(false);
}

async function say(text: string): Promise<void> {
  await box.fill(text);
  await box.press('Enter');
}

const SCENES: Readonly<Record<string, () => Promise<void>>> = {
  async answer() {
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>' });
    await converse(draftId, 200);
    await enter(draftId);
    await drawn(200);
    await rest(page);
    upstream.reply = says(`${longAnswer(CHARACTERS)}\n\nThe very end.`, PACE);
    await scene(`answer of ${CHARACTERS} characters`, async () => {
      await say('Write a lot');
      await stream();
    });
  },
  async code() {
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>' });
    await enter(draftId);
    await rest(page);
    const block = `\`\`\`js\n${'const value = compute(input);\n'.repeat(CHARACTERS / 30)}\`\`\`\n\n`;
    const list = '- a point with **bold** and `code` in it\n'.repeat(CHARACTERS / 2 / 41);
    upstream.reply = says(`${list}\n\n${block.slice(0, CHARACTERS / 2)}`, PACE);
    await scene(`one list and one code block of ${CHARACTERS / 2} characters`, async () => {
      await say('Write a lot');
      await stream();
    });
  },
  async write() {
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>', 'app.js': 'let a = 1;\n' });
    await enter(draftId, '?view=code&file=app.js');
    await editor('app.js').waitFor();
    await rest(page);
    const content = FILES_OF['big.js'](CHARACTERS / 75).slice(0, CHARACTERS);
    upstream.reply = inTurn(
      callsSlowly('write_file', { path: 'app.js', content: `${content}\n` }, PACE),
      callsSlowly('write_file', { path: 'index.html', content: `<h1>Hello</h1>\n` }, PACE),
      says('Done.'),
    );
    await scene(`write_file of ${CHARACTERS} characters, its editor open`, async () => {
      await say('Write it');
      await stream();
    });
  },
  async large() {
    const part = FILES_OF['big.js'](100);
    const files = Array.from({ length: 199 }, (_, at) => [`part-${at % 12}/file-${at}.js`, part]);
    const long = Object.entries(FILES_OF).map(([path, make]) => [path, make(LINES)]);
    const draftId = await newDraft(Object.fromEntries([['index.html', '<h1>Hi</h1>'], ...files, ...long]));
    await enter(draftId);
    await rest(page);
    const content = FILES_OF['big.js'](50);
    upstream.reply = inTurn(
      callsSlowly('write_file', { path: 'app.js', content }, PACE),
      callsSlowly('write_file', { path: 'style.css', content: 'body { color: teal }\n' }, PACE),
      says('Done.'),
    );
    await scene('two write_file in an app of 200 files and 5 of 5,000 lines', async () => {
      await say('Write it');
      await stream();
    });
  },
  async size() {
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>' });
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      const ours =
        response.url().startsWith(product.baseUrl) && response.request().resourceType() === 'script';
      if (ours) scripts.push(response.body());
    });
    await enter(draftId);
    const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    page.removeAllListeners('response');
    screen.log(
      `JavaScript before the chat is there: ${round(bytes / 1024)} KB gzip in ${scripts.length} files`,
    );
  },
  async type() {
    const made = Object.entries(FILES_OF).map(([path, make]) => [path, make(LINES)] as const);
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>', ...Object.fromEntries(made) });
    for (const [path] of made) {
      await enter(draftId, `?view=code&file=${path}`);
      await editor(path).waitFor();
      await rest(page);
      await editor(path).click();
      await page.keyboard.press('ControlOrMeta+Home');
      for (let down = 0; down < 20; down += 1) await page.keyboard.press('ArrowDown');
      await rest(page);
      await scene(`typing 60 keys, ${path}`, async () => {
        for (let key = 0; key < 60; key += 1) await page.keyboard.press('x', { delay: 60 });
        await saved();
        await rest(page);
      });
    }
  },
  async paste() {
    const made = Object.entries(FILES_OF).map(([path, make]) => [path, make(LINES)] as const);
    const empty = made.map(([path]) => [path, path === 'model.aml' ? '' : '\n'] as const);
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>', ...Object.fromEntries(empty) });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [path, text] of made) {
      await enter(draftId, `?view=code&file=${path}`);
      await editor(path).waitFor();
      await rest(page);
      await page.evaluate((all) => navigator.clipboard.writeText(all), text);
      await editor(path).click();
      await scene(`paste of 5,000 lines, ${path}`, async () => {
        await page.keyboard.press('ControlOrMeta+V');
        await saved();
        await rest(page);
      });
      await scene(`undo of it, ${path}`, async () => {
        await page.keyboard.press('ControlOrMeta+Z');
        await rest(page);
      });
    }
  },
  async open() {
    const made = Object.entries(FILES_OF).map(([path, make]) => [path, make(LINES)] as const);
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>', ...Object.fromEntries(made) });
    await enter(draftId, '?view=code&file=index.html');
    await editor('index.html').waitFor();
    await rest(page);
    for (const again of [false, true])
      for (const [path] of made)
        await scene(`${again ? 'coming back to' : 'opening'} ${path}`, async () => {
          await page.locator(`[role=treeitem][data-path="${path}"]`).click();
          await editor(path).waitFor();
          await rest(page);
        });
  },
  async enter() {
    const files = Object.fromEntries(
      Array.from({ length: 199 }, (_, at) => [`part-${at % 12}/file-${at}.js`, FILES_OF['big.js'](100)]),
    );
    const draftId = await newDraft({ 'index.html': '<h1>Hi</h1>', ...files });
    await converse(draftId, 500);
    for (const view of ['', '?view=code'])
      await scene(`entering: 500 messages, 200 files${view}`, async () => {
        await enter(draftId, view);
        await drawn(500);
        await rest(page);
      });
  },
};

try {
  for (const [name, run] of Object.entries(SCENES))
    if (wanted.length === 0 || wanted.includes(name)) await run();
} finally {
  await browser.close();
  await product.stop();
  await upstream.close();
}
screen.table(rows);
screen.table([{ node: process.version, cores: availableParallelism(), load: round(loadavg()[0] ?? 0) }]);
