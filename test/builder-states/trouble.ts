import type { Stage } from './stage.ts';
import { APP, type BuilderState } from './state.ts';

const editor = ({ page }: Stage) => page.getByRole('textbox', { name: 'Text of app.js' });

async function typing(stage: Stage, text: string): Promise<void> {
  await editor(stage).click();
  await stage.page.keyboard.press('ControlOrMeta+Home');
  await stage.page.keyboard.insertText(text);
}

async function inCode(stage: Stage): Promise<string> {
  const draft = await stage.draft(APP);
  await stage.enter(draft, '?view=code&file=app.js');
  await editor(stage).waitFor();
  return draft;
}

async function conflict(stage: Stage): Promise<() => Promise<void>> {
  const draft = await inCode(stage);
  // Held back until somebody else has changed the same file.
  let held = true;
  await stage.page.route('**/graphql', async (route) => {
    const saving = (route.request().postData() ?? '').includes('saveDraft');
    if (saving && held) {
      held = false;
      await stage.save(draft, { 'app.js': 'const elsewhere = true;\n' });
    }
    await route.continue();
  });
  await typing(stage, '// typed here\n');
  await stage.page.getByRole('button', { name: 'Keep mine' }).waitFor();
  return () => stage.page.unroute('**/graphql');
}

export const TROUBLE: readonly BuilderState[] = [
  {
    name: 'offline',
    usual: true,
    says: /ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/,
    async open(stage) {
      await inCode(stage);
      await stage.context.setOffline(true);
      await typing(stage, '// typed in the train\n');
      await stage.page.getByText('Offline, kept here').waitFor();
      return () => stage.context.setOffline(false);
    },
  },
  {
    name: 'conflict',
    says: /status of 409/,
    open: conflict,
  },
  {
    name: 'conflict-compare',
    usual: true,
    says: /status of 409/,
    async open(stage) {
      const leave = await conflict(stage);
      await stage.page.getByRole('button', { name: 'Compare' }).click();
      const dialog = stage.page.getByRole('dialog', { name: 'Two texts of app.js' });
      await dialog.getByText('// typed here').waitFor();
      await dialog.getByText('const elsewhere').waitFor();
      return leave;
    },
  },
  {
    name: 'not-saved',
    async open(stage) {
      await inCode(stage);
      await stage.page.route('**/graphql', async (route) => {
        if (!(route.request().postData() ?? '').includes('saveDraft')) return route.continue();
        const error = {
          message: 'The draft is full: an app may have 24 MB.',
          extensions: { code: 'too_large', http: { status: 413 } },
        };
        await route.fulfill({ json: { errors: [error] } });
      });
      await typing(stage, '// too much\n');
      await stage.page.getByText(/^Not saved/).waitFor();
      return () => stage.page.unroute('**/graphql');
    },
  },
  {
    name: 'missing',
    async open(stage) {
      await stage.page.goto(`${stage.site.baseUrl}/build/nosuchdraft`);
      await stage.page.getByText('This draft is not here').waitFor();
    },
  },
  {
    name: 'not-opened',
    says: /ERR_FAILED|Failed to load resource/,
    async open(stage) {
      const draft = await stage.draft(APP);
      await stage.page.route('**/graphql', (route) =>
        /draft\(/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
      );
      await stage.page.goto(`${stage.site.baseUrl}/build/${draft}`);
      await stage.page.getByText('The draft could not be opened').waitFor();
      return () => stage.page.unroute('**/graphql');
    },
  },
  {
    name: 'deleted-elsewhere',
    async open(stage) {
      const draft = await inCode(stage);
      await stage.mutate('deleteDraft', 'DeleteDraftInput', { draftId: draft }, '{ ok }');
      await stage.page.getByText('This draft was deleted elsewhere').first().waitFor();
    },
  },
  // The last one: the session of the stage is over then.
  {
    name: 'session-ended',
    usual: true,
    says: /status of 401/,
    async open(stage) {
      await inCode(stage);
      const { token } = stage.person;
      // The page hears of the end by itself, and has no editor any more then.
      await typing(stage, '// too late\n');
      await stage.site.call({ method: 'POST', path: '/api/auth/logout', token, body: {} });
      await stage.page.waitForURL(/\/signin\?/);
      await stage.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  },
];
