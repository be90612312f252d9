import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TurnMetadata } from '../web/src/lib/agent/message.ts';
import { answer, call } from '../web/src/lib/agent/testing/upstream.ts';
import { askAs, createDraft, messagesOf } from './agent-battery/api-draft.ts';
import { SOUND, type Fault } from './agent-battery/faults/fault.ts';
import { SEEN_RUNNING } from './agent-battery/faults/seen-running.ts';
import { startModelHost, type ModelHost, type Script } from './agent-battery/model-host.ts';
import { launchChromium } from './support/chromium.ts';
import type { Installation } from './support/installation.ts';
import { startSite, visit } from './support/site.ts';

let host: ModelHost;
let site: Installation;
let browser: Browser;

beforeAll(async () => {
  host = await startModelHost();
  site = await startSite('PGlite', {
    env: {
      OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
      LLM_OPENAI_BASE_URL: host.url,
      LLM_OPENAI_MODELS: 'fake',
    },
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await host.close();
});

it('tells the agent of what only the preview shows', { timeout: 240_000 }, async () => {
  const ada = await site.join('Ada');
  const ask = askAs(site.baseUrl, ada.token);
  const draftId = await createDraft(ask, SOUND);
  const { page, context } = await visit(browser, site, ada);
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  const box = page.getByRole('textbox', { name: 'Message to the agent' });
  const found: unknown[] = [];
  let turns = 0;

  async function build({
    files,
    aml = '',
    name,
    code,
  }: Fault): Promise<{ script: Script; end: TurnMetadata }> {
    const all = { 'index.html': SOUND['index.html'] ?? '', 'app.js': SOUND['app.js'] ?? '', ...files };
    const writes = Object.entries(all).map(([path, content]) => call('write_file', { path, content }));
    const script = host.script([
      answer('', [call('write_aml', { aml }), ...writes]),
      answer('Finished.'),
      // Whatever the model does then, it was told; this one goes away.
      (response) =>
        void response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":{"message":"No"}}'),
    ]);
    await box.fill(`${name}: ${script.mark}`);
    await box.press('Enter');
    turns += 1;
    // It takes seconds to know: meanwhile the status says what is waited for.
    if (code === 'hangs') await page.getByText(/^Looking at the preview ·/).waitFor();
    const newest = async (): Promise<TurnMetadata | undefined> => {
      const messages = await messagesOf(ask, `draft-${draftId}`);
      return messages.filter(({ role }) => role === 'assistant')[turns - 1]?.metadata;
    };
    await expect
      .poll(async () => (await newest())?.outcome ?? 'running', { timeout: 60_000, message: name })
      .not.toBe('running');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
    return { script, end: (await newest()) as TurnMetadata };
  }

  const sound = await build({
    name: 'Without a fault',
    files: { 'style.css': 'h1 { color: navy }' },
    code: '',
    told: /./,
  });
  expect(sound.end).toMatchObject({ outcome: 'completed', problems: [], seenRunning: true });
  for (const fault of SEEN_RUNNING) {
    const { script, end } = await build(fault);
    const told = JSON.stringify(script.requests[2]?.body.messages.at(-1)?.content ?? '');
    const isTold = told.includes('Not finished') && fault.told.test(told);
    if (!isTold) found.push([fault.name, end.outcome, told.slice(0, 400)]);
  }
  expect(found).toEqual([]);
  await context.close();
});
