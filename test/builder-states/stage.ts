import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Installation, Person } from '../support/installation.ts';
import { startLlmUpstream, type LlmUpstream } from '../support/llm-upstream.ts';
import { startSite } from '../support/site.ts';

/** Files by path; null deletes one. */
export type Files = Readonly<Record<string, string | null>>;

/** Where the recipes of the builder's states are played: the real server, a provider that says what it is told, one page. */
export interface Stage {
  readonly site: Installation;
  readonly upstream: LlmUpstream;
  readonly person: Person;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console said against the builder since it was last asked; an app's own words are the app's. */
  complaints(): readonly string[];
  /** A draft of this person, with one version of these files over the empty one. */
  draft(files?: Files, name?: string): Promise<string>;
  /** Saves the next version, as another device would. */
  save(draftId: string, files: Files, aml?: string): Promise<void>;
  mutate<Data>(field: string, type: string, input: object, select: string): Promise<Data>;
  /** Puts messages into a draft's conversation, as if they had been said. */
  said(draftId: string, messages: readonly object[]): Promise<void>;
  /** Goes into a draft, its room being open. @param place what stands behind `?` */
  enter(draftId: string, place?: string): Promise<void>;
  close(): Promise<void>;
}

/** Where browsers keep the session (web/src/lib/session.svelte.ts). */
const SESSION_KEY = 'platform.session';

/** @param site shared by all stages of a file: the pages read their origin once */
export async function openStage(
  browser: Browser,
  site: Installation,
  upstream: LlmUpstream,
  name = 'Ada',
): Promise<Stage> {
  const person = await site.join(name);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ([origin, key, token]) => {
      // Once: who was signed out stays so.
      if (location.origin !== origin || sessionStorage.getItem('stage') !== null) return;
      sessionStorage.setItem('stage', 'set');
      localStorage.setItem(key ?? '', token ?? '');
    },
    [site.baseUrl, SESSION_KEY, person.token],
  );
  let complaints: string[] = [];
  const apps = new URL(site.publishOrigin).port;
  const isApps = (url: string): boolean => URL.canParse(url) && new URL(url).port === apps;
  context.on('console', (message) => {
    if (!/error|warning/.test(message.type()) || isApps(message.location().url)) return;
    complaints.push(message.text());
  });
  context.on('weberror', (error) => {
    if (!isApps(error.location().url)) complaints.push(String(error.error()));
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const numbers = new Map<string, number>();

  async function mutate<Data>(field: string, type: string, input: object, select: string): Promise<Data> {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) ${select} }`;
    const { json } = await site.graphql(query, { input }, person.token);
    if (json.errors !== undefined) throw new Error(`${field}: ${JSON.stringify(json.errors)}`);
    return json.data[field] as Data;
  }

  async function save(draftId: string, files: Files, aml?: string): Promise<void> {
    const baseRevision = numbers.get(draftId) ?? 1;
    const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
    const input = { draftId, baseRevision, changes, ...(aml !== undefined && { aml }) };
    await mutate('saveDraft', 'SaveDraftInput', input, '{ revision { number } }');
    numbers.set(draftId, baseRevision + 1);
  }

  return {
    site,
    upstream,
    person,
    context,
    page,
    complaints() {
      const heard = complaints;
      complaints = [];
      return heard;
    },
    mutate,
    save,
    async draft(files = {}, title = 'Guest list') {
      const made = await mutate<{ draft: { draftId: string } }>(
        'createDraft',
        'CreateDraftInput',
        { name: title },
        '{ draft { draftId } }',
      );
      const { draftId } = made.draft;
      if (Object.keys(files).length > 0) await save(draftId, files);
      return draftId;
    },
    async said(draftId, messages) {
      const path = `/api/conversations/draft-${draftId}/messages`;
      const { status, text } = await site.call({
        method: 'POST',
        path,
        token: person.token,
        body: { messages },
      });
      if (status >= 300) throw new Error(text);
    },
    async enter(draftId, place = '') {
      await page.goto(`${site.baseUrl}/build/${draftId}${place}`);
      // By its place and not by its role: on a phone the box is there behind the other panes.
      await page.locator('textarea[aria-label="Message to the agent"]').waitFor({ state: 'attached' });
    },
    close: () => context.close(),
  };
}

/** The installation of a file of states: a model of a fake provider beside the demo. */
export async function startStages(): Promise<{
  readonly site: Installation;
  readonly upstream: LlmUpstream;
}> {
  const upstream = await startLlmUpstream();
  const site = await startSite('PGlite', {
    env: {
      OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
      LLM_OPENAI_BASE_URL: upstream.url,
      LLM_OPENAI_MODELS: 'gpt-5.1',
      LIMIT_LLM_REQUESTS_PER_MINUTE: '1000',
      LLM_DEMO_PACE: '0',
    },
  });
  return { site, upstream };
}
