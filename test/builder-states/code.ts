import { zipSync, strToU8 } from 'fflate';
import type { Stage } from './stage.ts';
import { APP, MODEL, type BuilderState } from './state.ts';

const editor = ({ page }: Stage, path: string) => page.getByRole('textbox', { name: `Text of ${path}` });

/** The code of a draft with this file open. @returns the draft */
async function open(stage: Stage, file: string, files = APP): Promise<string> {
  const draft = await stage.draft(files);
  await stage.enter(draft, `?view=code&file=${encodeURIComponent(file)}`);
  await editor(stage, file).waitFor();
  return draft;
}

async function searching(stage: Stage): Promise<void> {
  await open(stage, 'css/app.css');
  await stage.page.keyboard.press('ControlOrMeta+Shift+F');
  await stage.page.getByRole('textbox', { name: 'Search', exact: true }).fill('list');
  await stage.page.getByText(/matches in \d files/).waitFor();
  await stage.page.getByRole('button', { name: 'Show the field for replacing' }).click();
  await stage.page.getByRole('textbox', { name: 'Replace' }).fill('guests');
}

const DATA_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const CODE: readonly BuilderState[] = [
  {
    name: 'code-none',
    async open(stage) {
      await stage.enter(await stage.draft(), '?view=code');
      await stage.page.getByRole('tree').waitFor();
    },
  },
  {
    name: 'code-tree',
    usual: true,
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.getByText('No problems').waitFor();
    },
  },
  {
    name: 'code-problems',
    async open(stage) {
      await open(stage, 'app.js', { ...APP, 'app.js': "import { x } from './lost.js';\nx(;\n" } as never);
      await stage.page.getByRole('button', { name: /^\d problem/ }).click();
      await stage.page.getByRole('list', { name: 'Problems in app.js' }).waitFor();
    },
  },
  {
    name: 'code-model',
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.save(draft, {}, `${MODEL}\nmodel Table {\n  seats Itn\n}\n`);
      await stage.enter(draft, '?view=code&file=model.aml');
      await stage.page.getByRole('button', { name: /^\d problem/ }).click();
    },
  },
  {
    name: 'code-picture',
    async open(stage) {
      await stage.enter(await stage.draft({ ...APP, 'dot.png': DATA_PICTURE }), '?view=code&file=dot.png');
      await stage.page.getByText('dot.png, 70 B').waitFor();
    },
  },
  {
    name: 'code-agent-writes',
    async open(stage) {
      const { holdsCall } = await import('../support/scripted-answers.ts');
      const { FOR_EVER } = await import('./state.ts');
      stage.upstream.reply = holdsCall('write_file', '{"path":"app.js","content":"const a = 1;\\n', FOR_EVER);
      await open(stage, 'app.js');
      await stage.page.getByRole('textbox', { name: 'Message to the agent' }).fill('Write it');
      await stage.page.getByRole('textbox', { name: 'Message to the agent' }).press('Enter');
      await stage.page.getByText('The agent is writing this file').waitFor();
    },
  },
  {
    name: 'code-find',
    usual: true,
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.getByRole('button', { name: 'Find in this file' }).click();
      await stage.page.getByRole('textbox', { name: 'Find' }).fill('list');
    },
  },
  {
    name: 'code-go-to-line',
    async open(stage) {
      await open(stage, 'index.html');
      await editor(stage, 'index.html').click();
      await stage.page.keyboard.press('ControlOrMeta+Alt+G');
      await stage.page.locator('.cm-panel').waitFor();
    },
  },
  {
    name: 'code-completion',
    async open(stage) {
      await open(stage, 'css/app.css');
      await editor(stage, 'css/app.css').click();
      await stage.page.keyboard.press('ControlOrMeta+End');
      await stage.page.keyboard.type('.x { col');
      await stage.page.keyboard.press('Control+Space');
      await stage.page.locator('.cm-tooltip-autocomplete').waitFor();
    },
  },
  {
    name: 'code-menu',
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.getByRole('treeitem', { name: 'app.js' }).focus();
      await stage.page.keyboard.press('Shift+F10');
      await stage.page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'code-rename',
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.getByRole('treeitem', { name: 'app.js' }).focus();
      await stage.page.keyboard.press('F2');
      await stage.page.getByRole('textbox', { name: 'Rename app.js' }).fill('../evil.js');
      await stage.page.keyboard.press('Enter');
      await stage.page.getByText('write it relative').waitFor();
    },
  },
  {
    name: 'code-search',
    usual: true,
    open: searching,
  },
  {
    name: 'code-search-wrong',
    async open(stage) {
      await searching(stage);
      await stage.page.getByRole('button', { name: 'Regular expression' }).click();
      await stage.page.getByRole('textbox', { name: 'Search', exact: true }).fill('(');
      await stage.page.getByText('This is no regular expression').waitFor();
    },
  },
  {
    name: 'code-quick-open',
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.keyboard.press('ControlOrMeta+P');
      await stage.page.getByRole('combobox', { name: 'Open a file' }).waitFor();
    },
  },
  {
    name: 'code-palette',
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.keyboard.press('ControlOrMeta+K');
      await stage.page.getByRole('combobox', { name: 'Actions' }).waitFor();
    },
  },
  {
    name: 'code-shortcuts',
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.getByRole('treeitem', { name: 'index.html' }).focus();
      await stage.page.keyboard.press('?');
      await stage.page.getByRole('dialog').getByText('Search in all files').waitFor();
    },
  },
  {
    name: 'code-import',
    async open(stage) {
      await open(stage, 'index.html');
      const zip = zipSync({ 'index.html': strToU8('<p>new</p>'), 'extra.js': strToU8('1;\n') });
      const file = { name: 'more.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) };
      await stage.page.getByLabel('Import a zip…').and(stage.page.locator('input')).setInputFiles(file);
      await stage.page.getByRole('dialog').getByText('1 new file').waitFor();
    },
  },
  {
    name: 'code-deleted',
    async open(stage) {
      await open(stage, 'index.html');
      await stage.page.getByRole('treeitem', { name: 'app.js' }).focus();
      await stage.page.keyboard.press('Delete');
      await stage.page.getByText('app.js is deleted.').waitFor();
    },
  },
];
