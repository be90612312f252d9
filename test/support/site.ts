import type { BrowserContext, BrowserContextOptions, Browser, Page } from 'playwright-core';
import type { PageHandler } from '../../api/http/listener.ts';
import { loadPages } from '../../api/http/pages.ts';
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
  type Person,
} from './installation.ts';
import type { DatabaseKind } from './databases.ts';

/** Where browsers keep the session (web/src/lib/session.svelte.ts). */
const SESSION_KEY = 'platform.session';

/**
 * An installation that serves the built pages too. The pages read their origin when they are first loaded, so a test
 * file starts one of these.
 */
export async function startSite(
  kind: DatabaseKind,
  options: Omit<InstallationOptions, 'pages'> = {},
): Promise<Installation> {
  let loaded: ReturnType<typeof loadPages> | null = null;
  const pages: PageHandler = (req, res) => {
    loaded ??= loadPages({ ...installation, embedOrigins: [installation.baseUrl] });
    loaded.then(
      (handle) => {
        if (handle === null) throw new Error('The pages are not built: run `npx vite build` in web.');
        handle(req, res);
      },
      (error: unknown) => res.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  };
  const installation = await startInstallation(kind, { ...options, pages });
  return installation;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console complained about, and errors nobody caught. */
  readonly complaints: string[];
}

/** A browser profile of its own, signed in when a person is given. */
export async function visit(
  browser: Browser,
  site: Installation,
  person: Person | null,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  if (person !== null) {
    await context.addInitScript(
      ([origin, key, token]) => {
        if (location.origin === origin) localStorage.setItem(key ?? '', token ?? '');
      },
      [site.baseUrl, SESSION_KEY, person.token],
    );
  }
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { context, page, complaints };
}
