import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { startProduct, type Product } from './product.ts';

/** The files of a revision by path; null deletes one. */
export type Files = Readonly<Record<string, string | null>>;

/** The product in one isolation mode with a person who builds in it. */
export interface PreviewRooms {
  readonly product: Product;
  /** A draft whose first revision after the empty one has these files. */
  draftOf(files: Files): Promise<string>;
  /** Saves the next revision, as another device would. @returns its number */
  save(draftId: string, files: Files): Promise<number>;
  /** The draft's room in a browser profile of its own. */
  open(browser: Browser, draftId: string, options?: BrowserContextOptions): Promise<OpenRoom>;
  close(): Promise<void>;
}

export interface OpenRoom {
  readonly page: Page;
  /** What the console of the builder itself complained about. */
  readonly complaints: string[];
  /** The frame in view, once its page answers to a selector. */
  frame(selector: string): Promise<Frame>;
  close(): Promise<void>;
}

export async function startPreviewRooms(isolation: 'subhost' | 'sandbox'): Promise<PreviewRooms> {
  const product = await startProduct({ PUBLISH_ISOLATION: isolation });
  const { token } = await signUp(product);

  async function graphql<Data>(query: string, input: object): Promise<Data> {
    const answer = await fetch(`${product.baseUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  }

  const revisions = new Map<string, number>();
  async function save(draftId: string, files: Files): Promise<number> {
    const baseRevision = revisions.get(draftId) ?? 1;
    const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
    await graphql('mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { revision { number } } }', {
      draftId,
      baseRevision,
      changes,
    });
    revisions.set(draftId, baseRevision + 1);
    return baseRevision + 1;
  }

  return {
    product,
    save,
    async draftOf(files) {
      const { createDraft } = await graphql<{ createDraft: { draft: { draftId: string } } }>(
        'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { draft { draftId } } }',
        { name: 'Looked at' },
      );
      const { draftId } = createDraft.draft;
      await save(draftId, files);
      return draftId;
    },
    open: (browser, draftId, options) => openRoom(browser, product, token, draftId, options),
    close: async () => void (await product.stop()),
  };
}

const PATIENCE_MS = 30_000;
const IN_VIEW = 'iframe[title^="Preview of"]:not([inert])';

async function openRoom(
  browser: Browser,
  { baseUrl }: Product,
  token: string,
  draftId: string,
  options: BrowserContextOptions = {},
): Promise<OpenRoom> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  await context.addInitScript(
    ([origin, kept]) => {
      if (location.origin === origin) localStorage.setItem('platform.session', kept ?? '');
    },
    [baseUrl, token] as const,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOwn = message.location().url.startsWith(baseUrl);
    if (isOwn && /error|warning/.test(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${baseUrl}/build/${draftId}`);
  return {
    page,
    complaints,
    async frame(selector) {
      for (const end = Date.now() + PATIENCE_MS; ;) {
        try {
          const element = await page.waitForSelector(IN_VIEW);
          const frame = await element.contentFrame();
          await frame?.waitForSelector(selector, { state: 'attached', timeout: 2_000 });
          if (frame !== null) return frame;
        } catch (error) {
          // The next version takes the place of the one in view while one waits.
          if (Date.now() > end) throw error;
        }
      }
    },
    close: () => context.close(),
  };
}

async function signUp(product: Product): Promise<{ token: string }> {
  const email = 'ada@example.org';
  const post = async (path: string, body: object): Promise<unknown> =>
    (
      await fetch(product.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  await post('/api/auth/register', { email, password: 'a long enough password', name: 'Ada' });
  const [, mailed] = await product.waitFor(
    new RegExp(`Mail to ${email}:[\\s\\S]*?/verify\\?token=([\\w-]+)`),
  );
  return (await post('/api/auth/verify', { token: mailed })) as { token: string };
}
