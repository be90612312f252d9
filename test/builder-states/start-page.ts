import type { Stage } from './stage.ts';
import type { BuilderState } from './state.ts';

const build = async ({ page, site }: Stage): Promise<void> => {
  await page.goto(`${site.baseUrl}/build`);
  await page.getByRole('heading', { name: 'What do you want to build?' }).waitFor();
};

/** Three drafts that look as a person's do, one of them published. */
async function someDrafts(stage: Stage): Promise<void> {
  await stage.draft({}, 'Wedding guests');
  await stage.draft({}, 'قائمة ضيوف حفل الزفاف في الصيف');
  const app = await stage.draft({ 'index.html': '<h1>Poll</h1>' }, 'Lunch poll');
  const input = { draftId: app, revision: 2, name: 'Lunch poll', tags: ['lunch'] };
  await stage.mutate('publishDraft', 'PublishDraftInput', input, '{ app { appId } }');
}

async function remove({ page }: Stage, name: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('link', { name }).waitFor({ state: 'detached' });
}

/** The start page, in the order of a person's first days: it begins without drafts. */
export const START_PAGE: readonly BuilderState[] = [
  {
    name: 'start-empty',
    usual: true,
    async open(stage) {
      await build(stage);
      await stage.page.getByText('Your drafts will be listed here.').waitFor();
    },
  },
  {
    name: 'start-failed',
    // The browser names each request that met nobody.
    says: /ERR_FAILED|Failed to load resource|Failed to fetch/,
    async open(stage) {
      const cut = (query: string): boolean => query.includes('drafts(');
      await stage.page.route('**/graphql', (route) =>
        cut(route.request().postData() ?? '') ? route.abort() : route.continue(),
      );
      await build(stage);
      await stage.page.getByText('Your drafts could not be loaded:').waitFor();
      return () => stage.page.unroute('**/graphql');
    },
  },
  {
    name: 'start-drafts',
    usual: true,
    async open(stage) {
      await someDrafts(stage);
      await build(stage);
      await stage.page.getByRole('link', { name: 'Lunch poll' }).first().waitFor();
    },
  },
  {
    name: 'start-menu',
    async open(stage) {
      await build(stage);
      await stage.page.getByRole('button', { name: 'More for Lunch poll' }).click();
      await stage.page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'start-rename',
    async open(stage) {
      await build(stage);
      await stage.page.getByRole('button', { name: 'More for Lunch poll' }).click();
      await stage.page.getByRole('menuitem', { name: 'Rename' }).click();
      await stage.page.getByRole('dialog', { name: 'Rename the draft' }).waitFor();
    },
  },
  {
    name: 'start-deleted',
    usual: true,
    async open(stage) {
      await build(stage);
      await stage.page.getByText('Recently deleted').click();
      await stage.page.getByText('Nothing was deleted lately.').waitFor();
      await remove(stage, 'Wedding guests');
      // The list that is open already hears of it.
      await stage.page.getByRole('button', { name: 'Restore Wedding guests' }).waitFor();
      await stage.page.getByRole('button', { name: 'Restore Wedding guests' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'start-search',
    async open(stage) {
      for (let index = 0; index < 24; index += 1) await stage.draft({}, `Guest book ${index + 1}`);
      await build(stage);
      await stage.page.getByRole('searchbox', { name: 'Search your drafts' }).fill('no such draft');
      await stage.page.getByText('No draft is called “no such draft”.').waitFor();
    },
  },
  {
    name: 'start-many',
    async open(stage) {
      await build(stage);
      await stage.page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'start-bad-zip',
    async open(stage) {
      await build(stage);
      const file = { name: 'not.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') };
      await stage.page.getByLabel('Import a zip').setInputFiles(file);
      await stage.page.locator('[data-sonner-toast], [role=dialog], [role=alert]').first().waitFor();
    },
  },
];
