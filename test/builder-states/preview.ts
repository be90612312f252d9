import type { Files, Stage } from './stage.ts';
import { APP, type BuilderState } from './state.ts';

const IN_VIEW = 'iframe[title^="Preview of"]:not([inert])';
const frame = ({ page }: Stage) => page.frameLocator(IN_VIEW);

/** The preview of a draft of these files. */
async function look(stage: Stage, files: Files): Promise<string> {
  const draft = await stage.draft(files);
  await stage.enter(draft, '?view=preview');
  return draft;
}

/** The preview of the app once it has started. */
async function running(stage: Stage): Promise<string> {
  const draft = await look(stage, APP);
  await frame(stage).locator('[data-ready]').waitFor();
  return draft;
}

const console_ = ({ page }: Stage) => page.getByRole('button', { name: /^Console/ }).first();

const TALKING = {
  ...APP,
  'app.js': `for (let i = 0; i < 3; i += 1) console.log('again', { deep: { list: [1, 2n] } });
console.warn('careful');
console.error('A very long word: ${'word'.repeat(40)}');
fetch('about.html');
platform.query({ entity: 'Nothing' }).catch(() => {});
document.querySelector('#list').dataset.ready = 'yes';
`,
};

/** Long enough to be told and looked at; a script without end would hold up the browser's tools for ever. */
const HANGING = {
  ...APP,
  'app.js': 'setTimeout(() => { for (const end = Date.now() + 14_000; Date.now() < end;); }, 300);\n',
};

export const PREVIEW: readonly BuilderState[] = [
  {
    name: 'preview-none',
    async open(stage) {
      await stage.enter(await stage.draft(), '?view=preview');
      await stage.page.locator('section[aria-label=Preview]').waitFor();
    },
  },
  {
    name: 'preview-ok',
    usual: true,
    open: async (stage) => void (await running(stage)),
  },
  {
    name: 'preview-phone',
    async open(stage) {
      await running(stage);
      await stage.page.getByRole('radio', { name: /^Phone/ }).click();
    },
  },
  {
    name: 'preview-broken',
    usual: true,
    async open(stage) {
      const draft = await running(stage);
      await stage.save(draft, { 'app.js': 'noSuchThing();\n' });
      await stage.page.getByText(/does not start$/).waitFor();
      await stage.page.getByText('You still see version 2').waitFor();
    },
  },
  {
    name: 'preview-error',
    async open(stage) {
      await look(stage, { ...APP, 'app.js': 'noSuchThing();\n' });
      await stage.page.getByText('The preview reports an error').waitFor();
    },
  },
  {
    name: 'preview-blank',
    async open(stage) {
      await look(stage, { 'index.html': '<!doctype html><title>B</title><script>1;</script>' });
      await stage.page.getByText('The page shows nothing').waitFor();
    },
  },
  {
    name: 'preview-empty-page',
    async open(stage) {
      await look(stage, { 'index.html': '<!doctype html><title>E</title>' });
      await stage.page.getByText('This page is empty').waitFor();
    },
  },
  {
    name: 'preview-hung',
    hangs: true,
    async open(stage) {
      await look(stage, HANGING);
      await stage.page.getByText('The page does not answer').waitFor();
      return () => stage.page.getByText('The page does not answer').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'preview-stopped',
    async open(stage) {
      await look(stage, HANGING);
      await stage.page.getByRole('button', { name: 'Stop the page' }).click();
      await stage.page.getByText('The page was stopped').waitFor();
    },
  },
  {
    name: 'preview-unreached',
    says: /ERR_|Failed to load resource/,
    async open(stage) {
      const draft = await stage.draft(APP);
      const publishing = (url: URL): boolean => url.port === new URL(stage.site.publishOrigin).port;
      await stage.context.route(publishing, (route) => route.abort('connectionrefused'));
      await stage.context.route('**/healthz', (route) => route.abort('connectionrefused'));
      await stage.enter(draft, '?view=preview');
      await stage.page.getByText('The preview could not be reached').waitFor();
      return () => stage.context.unrouteAll();
    },
  },
  {
    name: 'preview-picker',
    usual: true,
    async open(stage) {
      await running(stage);
      await stage.page.getByRole('button', { name: /^Change this/ }).click();
      await stage.page.getByText('<main>').waitFor();
    },
  },
  {
    name: 'preview-picked',
    async open(stage) {
      await running(stage);
      await stage.page.keyboard.press('ControlOrMeta+.');
      await stage.page.getByText('<main>').waitFor();
      await frame(stage).locator('#sign').click();
      await stage.page.getByRole('region', { name: 'Chosen part' }).waitFor();
    },
  },
  {
    name: 'preview-console',
    usual: true,
    async open(stage) {
      await look(stage, TALKING);
      await frame(stage).locator('[data-ready]').waitFor();
      await console_(stage).click();
      await stage.page.getByRole('list', { name: 'Messages of the page' }).getByText('careful').waitFor();
    },
  },
  {
    name: 'preview-console-none',
    async open(stage) {
      await running(stage);
      await console_(stage).click();
      await stage.page.getByText('The page has reported nothing.').waitFor();
    },
  },
  {
    name: 'preview-network',
    async open(stage) {
      await look(stage, TALKING);
      await frame(stage).locator('[data-ready]').waitFor();
      await console_(stage).click();
      await stage.page.getByRole('tab', { name: 'Console' }).press('ArrowRight');
      await stage.page.getByRole('button', { name: '_data/query' }).click();
      await stage.page.getByText('"entity": "Nothing"').waitFor();
    },
  },
  {
    name: 'preview-older',
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.save(draft, { 'css/app.css': 'h1 { color: red }\n' });
      await stage.enter(draft, '?view=history');
      await stage.page.getByRole('checkbox', { name: 'Show every save' }).check();
      await stage.page.getByRole('button', { name: 'Look', exact: true }).first().click();
      await stage.page.getByText(/You are looking at version/).waitFor();
    },
  },
];
