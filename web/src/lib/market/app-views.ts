import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import {
  appChangesDocument,
  appFileDocument,
  appVersionDocument,
  appVersionsDocument,
  marketAppsDocument,
} from '#lib/graphql/market-documents.ts';
import type { AppVersionsQuery, MarketAppQuery } from '#lib/gql/graphql.ts';
import { PAGE_SIZE, appPageOf } from './app-card.ts';
import type { AppPage } from './app-card.ts';
import type { TextDiff } from './file-diff.ts';
import { MODEL_PATH, fileViewOf } from './source-file.ts';

/** The ways of looking at an app that its address can name; without one it runs. */
export const APP_VIEWS = ['app', 'source', 'versions', 'changes', 'forks'] as const;
export type AppViewName = (typeof APP_VIEWS)[number];

type App = NonNullable<MarketAppQuery['app']>;

interface FileBody {
  readonly size: number;
  readonly content: string;
}

/** The files of an app, or of one of its versions, and the one that is looked at. */
export interface AppSource {
  /** Null while the app as it is now is looked at. */
  readonly version: number | null;
  readonly aml: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly path: string;
  readonly file: FileBody | null;
}

export interface AppChanges {
  /** Null when there is nothing to compare with. */
  readonly sourceVersion: number | null;
  readonly files: readonly { readonly path: string; readonly change: string }[];
  readonly path: string;
  readonly body: TextDiff | 'binary' | 'too-long';
}

export type AppView =
  | { readonly kind: 'app' }
  | { readonly kind: 'source'; readonly source: AppSource }
  | { readonly kind: 'versions'; readonly versions: NonNullable<AppVersionsQuery['app']>['versions'] }
  | { readonly kind: 'changes'; readonly changes: AppChanges }
  | { readonly kind: 'forks'; readonly list: AppPage };

/** What `view` an address asks for; unknown words show the app. */
export function viewNameOf(params: URLSearchParams): AppViewName {
  const named = params.get('view');
  return APP_VIEWS.find((name) => name === named) ?? 'app';
}

/**
 * Loads one way of looking at an app; each asks only for what it shows.
 * @returns null when what the address names is not there
 * @throws {Failure} as `ask`
 */
export async function loadView(
  app: App,
  params: URLSearchParams,
  fetch: typeof globalThis.fetch,
): Promise<AppView | null> {
  const context = { ...ANONYMOUS, fetch };
  const id = app.appId;
  const path = params.get('file') ?? MODEL_PATH;
  const name = viewNameOf(params);
  switch (name) {
    case 'app':
      return { kind: name };
    case 'versions': {
      const answer = await ask(appVersionsDocument, { id }, context);
      return { kind: name, versions: answer.app?.versions ?? [] };
    }
    case 'forks': {
      const { apps } = await ask(
        marketAppsDocument,
        { forksOf: id, first: PAGE_SIZE, after: null, withTags: false },
        context,
      );
      return { kind: name, list: appPageOf(apps) };
    }
    case 'source': {
      const source = await loadSource(app, params.get('version'), path, context);
      return source === null ? null : { kind: name, source };
    }
    case 'changes':
      return { kind: name, changes: await loadChanges(app, params.get('file'), context) };
  }
}

type Context = typeof ANONYMOUS & { readonly fetch: typeof globalThis.fetch };

async function loadSource(
  app: App,
  version: string | null,
  path: string,
  context: Context,
): Promise<AppSource | null> {
  const id = app.appId;
  if (version === null) {
    const { aml, files } = app;
    const answer = path === MODEL_PATH ? null : await ask(appFileDocument, { id, path }, context);
    return { version: null, aml, files, path, file: answer?.app?.file ?? null };
  }
  if (!/^[1-9]\d{0,8}$/.test(version)) return null;
  const answer = await ask(appVersionDocument, { id, number: Number(version), path }, context);
  const found = answer.app?.versionOf;
  if (found === null || found === undefined) return null;
  return { version: found.number, aml: found.aml, files: found.files, path, file: found.file ?? null };
}

async function loadChanges(app: App, wanted: string | null, context: Context): Promise<AppChanges> {
  const id = app.appId;
  const first = await ask(appChangesDocument, { id, path: wanted ?? MODEL_PATH }, context);
  const lineage = first.app?.lineageChanges;
  const nothing = { hunks: [], added: 0, removed: 0 };
  if (!lineage) return { sourceVersion: null, files: [], path: MODEL_PATH, body: nothing };
  const hasModel = lineage.source.aml !== first.app?.aml;
  const files = [...(hasModel ? [{ path: MODEL_PATH, change: 'changed' }] : []), ...lineage.files];
  const path = wanted ?? files[0]?.path ?? MODEL_PATH;
  const { sourceVersion } = lineage;
  // The address names no file: the first that differs is shown, and its contents are asked for.
  const answer =
    wanted === null && path !== MODEL_PATH ? await ask(appChangesDocument, { id, path }, context) : first;
  const [before, after] =
    path === MODEL_PATH
      ? [answer.app?.lineageChanges?.source.aml ?? '', answer.app?.aml ?? '']
      : [answer.app?.lineageChanges?.source.file?.content ?? '', answer.app?.file?.content ?? ''];
  return { sourceVersion, files, path, body: await bodyOf(before, after) };
}

async function bodyOf(before: string, after: string): Promise<AppChanges['body']> {
  if ([before, after].some((text) => fileViewOf(text).kind !== 'text')) return 'binary';
  const { diffOf } = await import('./file-diff.ts');
  return diffOf(before, after) ?? 'too-long';
}
