import type { Stage } from './stage.ts';
import { APP, MODEL, type BuilderState } from './state.ts';

/** A draft of some versions, the last one not published. */
async function withHistory(stage: Stage): Promise<string> {
  const draft = await stage.draft(APP);
  const input = { draftId: draft, revision: 2, name: 'Guest list' };
  await stage.mutate('publishDraft', 'PublishDraftInput', input, '{ app { appId } }');
  await stage.save(draft, {
    'index.html': APP['index.html'].replace('<h1>Guests', '<h1>Our guests'),
    'app.js': `${APP['app.js']}const table = document.querySelector('table');\n`,
    'css/app.css': null,
    'new.css': 'table { width: 100% }\n',
  });
  return draft;
}

async function history(stage: Stage): Promise<void> {
  await stage.enter(await withHistory(stage), '?view=history');
  await stage.page.getByRole('checkbox', { name: 'Show every save' }).check();
  await stage.page.getByText('Version 2').waitFor();
}

async function differences(stage: Stage): Promise<void> {
  await history(stage);
  await stage.page.getByRole('button', { name: 'What changed' }).first().click();
  await stage.page.getByRole('dialog').getByText('const table').first().waitFor();
}

async function publishing(stage: Stage, draft: string): Promise<void> {
  await stage.enter(draft, '?view=preview');
  await stage.page.getByRole('button', { name: /^Publish/ }).click();
  await stage.page.getByRole('dialog').waitFor();
}

export const WORK: readonly BuilderState[] = [
  {
    name: 'data-none',
    async open(stage) {
      await stage.enter(await stage.draft(APP), '?view=data');
      await stage.page.getByText('This app stores nothing').waitFor();
    },
  },
  {
    name: 'data-model',
    usual: true,
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.save(draft, {}, MODEL);
      await stage.enter(draft, '?view=data');
      await stage.page.getByRole('heading', { name: 'Guest', exact: true }).waitFor();
    },
  },
  {
    name: 'data-mistakes',
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.save(draft, {}, 'model Guest {\n  name Strng\n}\n');
      await stage.enter(draft, '?view=data');
      await stage.page.getByText(/mistakes? in the data model/).waitFor();
    },
  },
  { name: 'history', usual: true, open: history },
  {
    name: 'history-failed',
    says: /ERR_FAILED|Failed to load resource/,
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.page.route('**/graphql', (route) =>
        /revisions\(/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
      );
      await stage.enter(draft, '?view=history');
      await stage.page.getByText('The history could not be loaded.').waitFor();
      return () => stage.page.unroute('**/graphql');
    },
  },
  {
    name: 'history-name',
    async open(stage) {
      await history(stage);
      await stage.page.getByRole('button', { name: 'Name', exact: true }).first().click();
      await stage.page.getByRole('dialog').getByRole('textbox').fill('Before the redesign');
    },
  },
  {
    name: 'history-restored',
    async open(stage) {
      await history(stage);
      await stage.page.getByRole('button', { name: 'Restore', exact: true }).first().click();
      await stage.page.getByText(/^Version \d is back\./).waitFor();
    },
  },
  { name: 'differences', usual: true, open: differences },
  {
    name: 'differences-unified',
    async open(stage) {
      await differences(stage);
      await stage.page.getByRole('button', { name: 'One below the other' }).click();
    },
  },
  {
    name: 'publish',
    usual: true,
    async open(stage) {
      await publishing(stage, await stage.draft(APP));
      await stage.page.getByText('The app stores no data.').waitFor();
      await stage.page.getByText('This is how it looks in the market.').waitFor();
    },
  },
  {
    name: 'publish-no-page',
    async open(stage) {
      await publishing(stage, await stage.draft({ 'notes.txt': 'Soon' }));
      await stage.page.getByText('The app has no index.html yet').waitFor();
    },
  },
  {
    name: 'publish-bad-tag',
    async open(stage) {
      await publishing(stage, await stage.draft(APP));
      await stage.page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^Tags/ })
        .fill(`fine, ${'long'.repeat(40)}`);
      await stage.page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('');
      await stage.page.getByText('It needs a name').waitFor();
    },
  },
  {
    name: 'publish-plan',
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.save(draft, {}, MODEL);
      await publishing(stage, draft);
      await stage.page.getByRole('dialog').getByRole('list').getByText(/Guest/).first().waitFor();
    },
  },
  {
    name: 'publish-refused',
    usual: true,
    says: /status of 422/,
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.save(draft, {}, 'model Guest {\n  name Strng\n  age Itn\n}\n');
      await publishing(stage, draft);
      await stage.page.getByText('The data model has mistakes').waitFor();
    },
  },
  {
    name: 'publish-again',
    async open(stage) {
      await publishing(stage, await withHistory(stage));
      await stage.page.getByText('What changes in the files').waitFor();
      await stage.page.getByText('This is how it looks in the market.').waitFor();
    },
  },
  {
    name: 'publish-lost-names',
    usual: true,
    async open(stage) {
      const draft = await stage.draft({
        ...APP,
        'app.js': `${APP['app.js']}platform.submit({ name: 'Ada', note: '' });\nplatform.query({ entity: 'Gift' }).catch(() => {});\n`,
      });
      const gift = 'model Gift {\n  id String @id @default(cuid())\n  what String\n}\n';
      await stage.save(draft, {}, MODEL + gift);
      const input = { draftId: draft, revision: 3, name: 'Guest list' };
      await stage.mutate('publishDraft', 'PublishDraftInput', input, '{ app { appId } }');
      await stage.save(draft, {}, MODEL.replace('note  String?', 'remark String? @was("note")'));
      await publishing(stage, draft);
      const dialog = stage.page.getByRole('dialog');
      await dialog.getByText('Guest.note is now remark.').waitFor();
      await dialog.getByRole('button', { name: 'Open app.js:4 in the editor' }).waitFor();
    },
  },
  {
    name: 'publish-differences',
    usual: true,
    async open(stage) {
      await publishing(stage, await withHistory(stage));
      await stage.page.getByRole('button', { name: 'Look at the differences' }).click();
      const dialog = stage.page.getByRole('dialog', { name: 'What differs from what is published' });
      await dialog.getByText('const table').first().waitFor();
    },
  },
  {
    name: 'published',
    async open(stage) {
      await publishing(stage, await stage.draft(APP));
      await stage.page.getByRole('button', { name: 'Publish', exact: true }).last().click();
      await stage.page.getByText('Guest list is published').waitFor();
    },
  },
];
