import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from '../web/src/lib/agent/testing/upstream.ts';
import { disagreements, replayed } from './agent-battery/agreement.ts';
import { askAs, createDraft, draftOf, messagesOf, revisionsOf, type Ask } from './agent-battery/api-draft.ts';
import { startKillableSite, type KillableSite } from './agent-battery/killable-site.ts';
import { startModelHost, type ModelHost } from './agent-battery/model-host.ts';
import { editPage, PAGE, write, writePage } from './agent-battery/scenarios/page.ts';
import { launchChromium } from './support/chromium.ts';

/** `BUILDER_KILLS=300` for a long run; `SEED` gives other moments. */
const KILLS = Number(process.env['BUILDER_KILLS'] ?? 9);
const SEED = Number(process.env['SEED'] ?? 20_261_122);
const KINDS = ['tab', 'server', 'network'] as const;
/** Milliseconds of typing and a turn in which the kill falls. */
const SPAN = 1_600;

const BEFORE = { 'index.html': PAGE, 'notes.txt': 'end' };

let host: ModelHost;
let site: KillableSite;
let browser: Browser;
let ask: Ask;

beforeAll(async () => {
  host = await startModelHost();
  site = await startKillableSite({
    OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
    LLM_OPENAI_BASE_URL: host.url,
    LLM_OPENAI_MODELS: 'fake',
    LLM_DAILY_TOKENS: '1000000000',
    LIMIT_LLM_STREAMS_PER_USER: '100',
    LIMIT_LLM_DAILY_REQUESTS: '100000',
  });
  ask = askAs(site.baseUrl, site.token);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await host.close();
});

/** The same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of notes.txt' });
const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the agent' });

interface Room {
  readonly page: Page;
  /** The longest text of notes.txt that a save of this page was answered for. */
  readonly acknowledged: () => string;
}

async function open(context: BrowserContext, draftId: string): Promise<Room> {
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  let longest = '';
  page.on('requestfinished', (request) => {
    const body = request.postDataJSON() as { variables?: { input?: { changes?: Changes } } } | null;
    const text = body?.variables?.input?.changes?.find(({ path }) => path === 'notes.txt')?.content ?? '';
    if (text.length <= longest.length) return;
    void isAccepted(request).then((yes) => {
      if (yes && text.length > longest.length) longest = text;
    });
  });
  await page.goto(`${site.baseUrl}/build/${draftId}?view=code&file=notes.txt`);
  await editor(page).waitFor();
  await box(page).waitFor();
  return { page, acknowledged: () => longest };
}
type Changes = readonly { readonly path: string; readonly content: string }[];

/** Whether the page has an answer without errors; none when it went before it had read it. */
async function isAccepted(request: Request): Promise<boolean> {
  try {
    const response = await request.response();
    if (response?.ok() !== true) return false;
    const { errors } = (await response.json()) as { errors?: unknown };
    return errors === undefined;
  } catch {
    // The page went, and with it what it had heard.
    return false;
  }
}

/** Types words until it is told to end or the page is gone. @returns everything that was typed */
function typing(page: Page): { readonly end: () => Promise<string> } {
  const hands = new AbortController();
  let typed = '';
  const run = (async () => {
    await editor(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    for (let word = 0; !hands.signal.aborted; word += 1) {
      typed += `w${word} `;
      await page.keyboard.insertText(`w${word} `);
      await sleep(70);
    }
  })().catch((error: unknown) => {
    if (!hands.signal.aborted) throw error;
  });
  return {
    end: async () => {
      hands.abort();
      await run;
      return typed;
    },
  };
}

/** A turn of three steps that takes about as long as the kill may. */
function turnOf() {
  const slow = { betweenMs: 15 };
  return [
    answer('I begin with the page. ', [write('app.js', 'export const one = 1;\n'), writePage()], slow),
    answer('Then the rest. ', [editPage(), write('data/a.json', '{"a":1}')], slow),
    answer('It is done, and here is what I did in some more words. ', [], slow),
  ];
}

/** One kill. @returns what is wrong afterwards */
async function killOnce(kind: (typeof KINDS)[number], at: number): Promise<readonly string[]> {
  const draftId = await createDraft(ask, BEFORE);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ([origin, token]) => {
      if (location.origin === origin) localStorage.setItem('platform.session', token ?? '');
    },
    [site.baseUrl, site.token],
  );
  let room = await open(context, draftId);
  const script = host.script(turnOf());
  await box(room.page).fill(`Go on with ${script.mark}`);
  await box(room.page).press('Enter');
  const hands = typing(room.page);
  await sleep(at);

  let typed: string;
  if (kind === 'tab') {
    const [all] = await Promise.all([hands.end(), room.page.close({ runBeforeUnload: false })]);
    typed = all;
    const acknowledged = room.acknowledged();
    room = await open(context, draftId);
    // What had not reached this browser's storage is lost with the tab; what was answered for is not.
    await expect
      .poll(() => room.page.getByText('Saved', { exact: true }).count(), { timeout: 30_000 })
      .toBe(1);
    const text = (await draftOf(ask, draftId)).files.get('notes.txt') ?? '';
    const kept = text.replace(/end$/, '');
    if (!typed.startsWith(kept) || text.length < acknowledged.length)
      return [`typed "${typed}", answered for "${acknowledged}", there is "${text}"`];
  } else {
    if (kind === 'server') await site.killAndRestart();
    else {
      await context.setOffline(true);
      await sleep(200 + at / 4);
      await context.setOffline(false);
    }
    typed = await hands.end();
    await expect
      .poll(async () => (await draftOf(ask, draftId)).files.get('notes.txt'), { timeout: 30_000 })
      .toBe(`${typed}end`);
  }
  const flaws = await afterwards(room.page, draftId);
  await context.close();
  return [...flaws, ...script.flaws];
}

/** Goes on with the conversation as a person does, and compares all there is. */
async function afterwards(page: Page, draftId: string): Promise<readonly string[]> {
  await page
    .getByRole('button', { name: 'Stop', exact: true })
    .waitFor({ state: 'detached', timeout: 45_000 });
  const before = await messagesOf(ask, `draft-${draftId}`);
  // The agent's part of the page could not come: a browser asks for it again only after a reload, and the turn says so.
  // With the server away only the page has these words.
  const isMissing = (await page.getByText(/the agent could not be loaded/i).count()) > 0;
  if (isMissing || /reload/i.test(before.at(-1)?.metadata?.reason ?? '')) {
    await page.reload();
    await box(page).waitFor();
  }
  const following = host.script([answer('Going on.')]);
  await box(page).fill(`Continue ${following.mark}`);
  await box(page).press('Enter');
  const ended = async (): Promise<string> => {
    const messages = await messagesOf(ask, `draft-${draftId}`);
    // The turn before may have ended as well as this one should.
    if (messages.length <= before.length) return 'not begun';
    const { outcome, reason } = messages.at(-1)?.metadata ?? {};
    return `${outcome} ${reason}`;
  };
  await expect.poll(ended, { timeout: 45_000 }).toBe('completed null');
  const messages = await messagesOf(ask, `draft-${draftId}`);
  const [made, draft] = [await revisionsOf(ask, draftId), await draftOf(ask, draftId)];
  const flaws = [...following.flaws];
  const lost = before.filter(({ id }) => messages.every((message) => message.id !== id));
  if (lost.length > 0) flaws.push(`${lost.length} messages are lost`);
  const answers = messages.filter(({ role }) => role === 'assistant');
  // A save that was cut off may be carried out late: only by its number the server knows that it is an old one.
  if (answers.some(({ metadata }) => typeof metadata?.save !== 'number')) flaws.push('a save has no number');
  for (const said of answers) flaws.push(...disagreements(said, made));
  const { 'notes.txt': _typed, ...files } = Object.fromEntries(draft.files);
  const { 'notes.txt': _end, ...wanted } = answers.reduce<Record<string, string>>(replayed, BEFORE);
  if (JSON.stringify(sorted(files)) !== JSON.stringify(sorted(wanted)))
    flaws.push(`files ${JSON.stringify(files)}, by the calls ${JSON.stringify(wanted)}`);
  const agents = made.filter(({ messageId }) => messageId !== null);
  if (agents.some(({ messageId }) => answers.every(({ id }) => id !== messageId)))
    flaws.push('a revision of an answer that is not there');
  return flaws;
}

const sorted = (files: Record<string, string>) => Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));

it(
  `loses nothing in ${KILLS} kills of the tab, the server and the network`,
  async () => {
    const random = randomFrom(SEED);
    const found: string[] = [];
    const count = { tab: 0, server: 0, network: 0 };
    for (let round = 0; round < KILLS; round += 1) {
      const kind = KINDS[round % KINDS.length] ?? 'tab';
      const at = Math.floor(random() * SPAN);
      const flaws = await killOnce(kind, at);
      count[kind] += 1;
      found.push(...flaws.map((flaw) => `${kind} after ${at} ms (round ${round}): ${flaw}`));
      if (process.env['BUILDER_KILLS'])
        process.stdout.write(`${round} ${kind} ${at} ${flaws.join('; ') || 'fine'}\n`);
    }
    expect(found).toEqual([]);
    expect(count.tab + count.server + count.network).toBe(KILLS);
  },
  KILLS * 60_000,
);
