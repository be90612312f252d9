import type { ContentKind } from '../content/kind.ts';
import { isKindId, kindOf, KINDS, type KindId } from '../content/kinds.ts';
import { rendererDiagnostics } from '../content/renderer-diagnostics.ts';
import { validateDocument } from '../content/validate.ts';
import { ApiError, type StudioDiagnostic } from '../errors.ts';
import { hashFiles } from '../files/blobs.ts';
import { schemaStateOf } from '../projects/schema-state.ts';

/** What an entry of the market is: an app with its files, or a document of a content kind. */
export type EntryKind = 'app' | KindId;

/** Every kind of entry; the first is the one that spec 2.1 knows. */
export const ENTRY_KINDS: readonly EntryKind[] = ['app', ...(Object.keys(KINDS) as KindId[])];

export function isEntryKind(value: unknown): value is EntryKind {
  return value === 'app' || isKindId(value);
}

/** What a kind is called in a sentence. */
export const KIND_NAMES: Readonly<Record<EntryKind, string>> = {
  app: 'an app',
  form: 'a form',
  slides: 'a deck of slides',
};

const DOCUMENT_PATH = 'document.json';
const RENDERER_PATH = 'index.html';

/** The schema versions that an artifact is stamped with (spec 9.3). */
export interface Stamps {
  readonly schemaVersion: number | null;
  readonly rendererSchemaVersion: number | null;
}

export const NO_STAMPS: Stamps = { schemaVersion: null, rendererSchemaVersion: null };

/** A form or deck as the market keeps it. */
export interface Content {
  /** The document's JSON text. */
  readonly document: string;
  /** A whole index.html; null for the kind's own page. */
  readonly renderer: string | null;
}

/**
 * The files of a form or deck: its document, written so that people can read and compare it, and its renderer when it
 * has one of its own.
 */
export function filesOfContent({ document, renderer }: Content): Readonly<Record<string, string>> {
  return {
    [DOCUMENT_PATH]: `${JSON.stringify(JSON.parse(document), null, 2)}\n`,
    ...(renderer === null ? {} : { [RENDERER_PATH]: renderer }),
  };
}

/** Whether files that were published are those of this content; compared by their hashes. */
export function isContentOf(
  content: Content,
  published: readonly { readonly path: string; readonly blobHash: string }[],
): boolean {
  const now = hashFiles(filesOfContent(content));
  const there = new Map(published.map(({ path, blobHash }) => [path, blobHash]));
  return now.length === there.size && now.every(({ path, hash }) => there.get(path) === hash);
}

/** The other way round, for a fork and for the page that shows it. `T` is a file's content or its hash. */
export function contentFiles<T>(files: ReadonlyMap<string, T>): { document: T; renderer: T | null } {
  const document = files.get(DOCUMENT_PATH);
  if (document === undefined) throw new Error('A form or deck of the market has no document.');
  return { document, renderer: files.get(RENDERER_PATH) ?? null };
}

/**
 * What REST adds to the files of an entry whose renderer is the kind's own, since every entry contains an
 * `index.html` (spec 2.1).
 */
export function ownPageOf(kind: EntryKind): Readonly<Record<string, string>> {
  return kind === 'app' ? {} : { [RENDERER_PATH]: kindOf(kind).defaultRenderer };
}

/**
 * Others begin from what is in the market, so only what fits today's schema goes there.
 * @throws ApiError invalid_document with a diagnostic for each mistake, and for what is older than the schema (spec 9.3)
 */
export function requireCurrent(kind: ContentKind, { document, renderer }: Content, stamps: Stamps): void {
  const mistakes = [
    ...validateDocument(kind, JSON.parse(document) as unknown),
    ...(renderer === null ? [] : rendererDiagnostics(renderer)),
  ];
  const diagnostics = [...mistakes, ...staleDiagnostics(kind, stamps)];
  if (diagnostics.length === 0) return;
  const message =
    mistakes.length > 0
      ? 'The document or its renderer is not valid; nothing was published.'
      : "This was made for an earlier version of its kind's schema; nothing was published.";
  throw new ApiError('invalid_document', message, { diagnostics });
}

function staleDiagnostics(kind: ContentKind, given: Stamps): readonly StudioDiagnostic[] {
  const current = kind.SCHEMA_VERSION;
  const stamps = { ...given, schemaVersion: given.schemaVersion ?? current };
  const { stale, schemaDiff } = schemaStateOf(kind, stamps);
  if (!stale) return [];
  const what = stamps.schemaVersion < current ? 'document' : 'renderer';
  return [
    {
      code: `stale_${what}`,
      path: '',
      message: `The ${what} was made for schema version ${schemaDiff.from}; version ${current} is the current one.`,
      hint: `Save the ${what} again, brought up to version ${current}.`,
    },
    ...schemaDiff.changes.map(({ summary, migrationHint }) => ({
      code: 'schema_change',
      path: '',
      message: summary,
      ...(migrationHint === undefined ? {} : { hint: migrationHint }),
    })),
  ];
}
