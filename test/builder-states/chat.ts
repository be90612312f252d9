import { calls, holds, holdsCall, inTurn, says } from '../support/scripted-answers.ts';
import { jsonOf } from '../support/llm-upstream.ts';
import { answer, LONG_ANSWER, question, refused, words, wrote } from './messages.ts';
import { png } from '../support/png.ts';
import type { Stage } from './stage.ts';
import { APP, FOR_EVER, type BuilderState } from './state.ts';

const box = ({ page }: Stage) => page.getByRole('textbox', { name: 'Message to the agent' });

async function say(stage: Stage, text: string): Promise<void> {
  await box(stage).fill(text);
  await box(stage).press('Enter');
}

/** A draft with one turn behind it that ended so. */
async function ended(stage: Stage, turn: object, parts = [words('I began with the page.')]): Promise<void> {
  const draft = await stage.draft(APP);
  await stage.said(draft, [question('Make a guest list'), answer(parts, turn)]);
  await stage.enter(draft, '?view=chat');
}

export const CHAT: readonly BuilderState[] = [
  {
    name: 'chat-empty',
    async open(stage) {
      await stage.enter(await stage.draft(), '?view=chat');
      await stage.page.getByRole('list', { name: 'Examples that work' }).waitFor();
    },
  },
  {
    name: 'chat-idle',
    usual: true,
    async open(stage) {
      const parts = [words('I look at it.'), wrote('index.html', APP['index.html']), refused('app.js')];
      await ended(stage, {}, [...parts, words(LONG_ANSWER)]);
      await stage.page.getByText('Say when you want').first().waitFor();
    },
  },
  {
    name: 'chat-tool-details',
    async open(stage) {
      await ended(stage, {}, [wrote('index.html', APP['index.html'].repeat(4)), refused('app.js')]);
      await stage.page.getByText(/Wrote index\.html/).click();
      await stage.page.getByRole('button', { name: /^Show all/ }).waitFor();
    },
  },
  {
    name: 'chat-streaming',
    usual: true,
    async open(stage) {
      stage.upstream.reply = holds('I begin with the page of the guests, and then', FOR_EVER);
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page.getByText('I begin with the page').waitFor();
    },
  },
  {
    name: 'chat-tool-running',
    async open(stage) {
      const begun = '{"path":"index.html","content":"<!doctype html>\\n<title>Guests</title>\\n<h1>Gue';
      stage.upstream.reply = inTurn(
        calls({ name: 'list_files', input: {} }),
        holdsCall('write_file', begun, FOR_EVER),
      );
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page
        .getByText(/Writing index\.html/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'chat-interrupted',
    usual: true,
    async open(stage) {
      await ended(stage, { outcome: 'running', endedAt: null, inputTokens: null, outputTokens: null });
      await stage.page.getByRole('button', { name: 'Continue' }).waitFor();
    },
  },
  {
    name: 'chat-stopped',
    async open(stage) {
      await ended(stage, { outcome: 'stopped', reason: 'You stopped it. What was saved is kept.' });
      await stage.page.getByRole('button', { name: 'Continue' }).waitFor();
    },
  },
  {
    name: 'chat-failed',
    says: /status of 400|status of 502/,
    async open(stage) {
      stage.upstream.reply = jsonOf(400, { error: { message: 'No such thing' } });
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page
        .getByText(/^Failed/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'chat-429',
    says: /status of 429/,
    async open(stage) {
      const body = { error: { message: 'Too many requests.' } };
      stage.upstream.reply = jsonOf(429, body, { 'retry-after': '900' });
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page
        .getByText(/Try again in 15 minutes/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'chat-busy',
    usual: true,
    says: /status of 429/,
    async open(stage) {
      const body = { error: { message: 'Too many requests.' } };
      stage.upstream.reply = jsonOf(429, body, { 'retry-after': '90' });
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page.getByText(/^The agent goes on by itself in \d+ s\.$/).waitFor();
    },
  },
  {
    name: 'chat-waiting',
    async open(stage) {
      stage.upstream.reply = () => FOR_EVER;
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page.getByText(/^Waiting for the model/).waitFor();
    },
  },
  {
    name: 'chat-problems-left',
    async open(stage) {
      const problem = { path: 'app.js', line: 3, col: 1, severity: 'error', message: 'There is no list.js.' };
      await ended(stage, { problems: [problem], notes: ['The picture was too large for the model.'] });
      await stage.page.getByRole('button', { name: 'Fix it' }).waitFor();
    },
  },
  {
    name: 'chat-no-model',
    async open(stage) {
      await stage.page.route('**/graphql', async (route) => {
        if (!(route.request().postData() ?? '').includes('llmProviders')) return route.continue();
        await route.fulfill({ json: { data: { llmProviders: [] } } });
      });
      await stage.enter(await stage.draft(), '?view=chat');
      await stage.page.getByText('No model is set up on this server').waitFor();
      return () => stage.page.unroute('**/graphql');
    },
  },
  {
    name: 'chat-demo-model',
    async open(stage) {
      await stage.enter(await stage.draft(), '?view=chat');
      await stage.page.evaluate(() => localStorage.setItem('builder.model', 'demo/demo'));
      await stage.page.reload();
      await stage.page.getByText('The demo is a script, not an AI').first().waitFor();
      return () => stage.page.evaluate(() => localStorage.removeItem('builder.model'));
    },
  },
  {
    name: 'chat-models',
    async open(stage) {
      await stage.enter(await stage.draft(), '?view=chat');
      await stage.page.getByRole('button', { name: 'OpenAI' }).click();
      await stage.page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'chat-queue',
    usual: true,
    async open(stage) {
      stage.upstream.reply = holds('Nearly there', FOR_EVER);
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page.getByText('Nearly there').waitFor();
      await say(stage, 'And make it blue');
      await say(stage, `And then ${'a longer thing, '.repeat(12)}please`);
      await stage.page.getByText('Sent when this turn ends').waitFor();
    },
  },
  {
    name: 'chat-queue-held',
    async open(stage) {
      stage.upstream.reply = holds('Nearly there', FOR_EVER);
      await stage.enter(await stage.draft(APP), '?view=chat');
      await say(stage, 'Make a guest list');
      await stage.page.getByText('Nearly there').waitFor();
      await say(stage, 'And make it blue');
      await stage.page.getByText('Sent when this turn ends').waitFor();
      await box(stage).press('Escape');
      await stage.page.getByRole('button', { name: 'Send now' }).waitFor();
    },
  },
  {
    name: 'chat-pictures',
    async open(stage) {
      await stage.enter(await stage.draft(), '?view=chat');
      const picture = (name: string, width: number) => ({
        name,
        mimeType: 'image/png',
        buffer: png(width, 80),
      });
      const names = ['wide.png', 'a picture with a long name that says a lot about it.png', 'صورة.png'];
      await stage.page
        .locator('input[type=file][accept*=image]')
        .setInputFiles(names.map((name, at) => picture(name, 60 + 60 * at)));
      await stage.page.getByRole('img', { name: 'صورة.png' }).waitFor();
      await box(stage).fill('Make it look like these');
    },
  },
  {
    name: 'chat-too-long',
    async open(stage) {
      await stage.enter(await stage.draft(APP), '?view=chat');
      await box(stage).fill('far too much. '.repeat(1_800));
      await stage.page.getByText('A message can have 20,000 characters; this one has 25,199.').waitFor();
    },
  },
  {
    name: 'chat-mention',
    async open(stage) {
      await stage.enter(await stage.draft(APP), '?view=chat');
      await box(stage).fill('Make @');
      await box(stage).press('End');
      await stage.page.getByRole('listbox', { name: 'Files' }).waitFor();
    },
  },
  {
    name: 'chat-market',
    async open(stage) {
      const app = await stage.draft({ 'index.html': '<h1>Clock</h1>' }, 'Tiny clock');
      const input = {
        draftId: app,
        revision: 2,
        name: 'Tiny clock',
        description: 'Shows the time',
        tags: ['time'],
      };
      await stage.mutate('publishDraft', 'PublishDraftInput', input, '{ app { appId } }');
      stage.upstream.reply = inTurn(
        calls({ name: 'market_search', input: { q: 'clock' } }),
        says('One found.'),
      );
      await stage.enter(await stage.draft(), '?view=chat');
      await say(stage, 'Find a clock');
      await stage.page.getByText('One found.', { exact: true }).waitFor();
      await stage.page.getByText(/^Done/).first().waitFor();
    },
  },
];
