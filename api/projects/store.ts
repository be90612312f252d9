import type { FormDocument } from '../content/form/document.ts';
import type { ContentKind } from '../content/kind.ts';
import { rendererDiagnostics } from '../content/renderer-diagnostics.ts';
import { isKindId, type ContentKinds, type KindId } from '../content/kinds.ts';
import { validateDocument } from '../content/validate.ts';
import type { Database } from '../db/database.ts';
import { Prisma, type Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { ensureFormTable } from '../submissions/form-table.ts';
import { claimHosts, readHosts } from './host-claims.ts';
import type { PlatformHosts } from './host-name.ts';
import { parseProjectInput, type ProjectInput } from './input.ts';
import { collects } from './project.ts';
import { newWebhookSecret, readSettings, type ProjectSettings } from './settings.ts';
import { readSlug } from './slug.ts';

export interface StoreQuestion {
  readonly id: string;
  readonly ownerId: string;
  /** As it came. */
  readonly input: unknown;
  /** The version that the change was made for; null for whatever is there. */
  readonly baseVersion: number | null;
  readonly platform: PlatformHosts;
  readonly kinds: ContentKinds;
}

/** @throws ApiError forbidden when the id is, or before a delete was, somebody else's (design 4) */
export function requireOwner(row: Project | null, userId: string): void {
  if (row && row.ownerId !== userId)
    throw new ApiError('forbidden', 'This project belongs to somebody else.');
}

/** Nobody overwrites what they have not seen. @throws ApiError not_found, conflict with the version that there is */
function requireVersion(live: Project | null, baseVersion: number): void {
  if (live === null) throw new ApiError('not_found', 'This project was deleted.');
  if (live.version === baseVersion) return;
  throw new ApiError(
    'conflict',
    `This project is at version ${live.version}, not ${baseVersion}. Nothing was overwritten: load it and apply your change to that.`,
    { details: { currentVersion: live.version } },
  );
}

/**
 * Creates or updates a project with the hosts it claims, in one transaction; a deleted one begins anew.
 * @returns whether it was created now
 */
export async function storeProject({ prisma }: Database, question: StoreQuestion): Promise<boolean> {
  const { id, ownerId, input, baseVersion, platform, kinds } = question;
  // Whose it is comes before what is wrong with it: nobody is told about another's project.
  requireOwner(await prisma.project.findUnique({ where: { id } }), ownerId);
  const given = parseProjectInput(input);
  const slug = given.slug == null ? given.slug : readSlug(given.slug);
  const hosts = given.hosts && readHosts(given.hosts, platform);
  try {
    return await prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`project:${id}`}, 0))`;
        const before = await tx.project.findUnique({ where: { id } });
        requireOwner(before, ownerId);
        const live = before?.deletedAt === null ? before : null;
        if (baseVersion !== null) requireVersion(live, baseVersion);
        const members = {
          ...readContent(given, live, kinds),
          slug: slug === undefined ? (live?.slug ?? null) : slug,
          ...settingsOf(given, live),
        };
        await tx.project.upsert({
          where: { id },
          create: { id, ownerId, ...members },
          update: {
            ...members,
            version: { increment: 1 },
            // What begins anew under an old id has nothing to do with what was published of that.
            ...(live ? {} : { createdAt: new Date(), deletedAt: null, wipedAt: null, appId: null }),
          },
        });
        await ensureTable(tx, id, members);
        await ensureNotice(tx, id, members.settings);
        if (hosts ?? !live) await claimHosts(tx, { projectId: id, ownerId, hosts: hosts ?? [] });
        return live === null;
      },
      { timeout: 30_000 },
    );
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new ApiError('conflict', `The slug "${slug ?? ''}" is taken. Choose another.`, { cause: error });
    }
    throw error;
  }
}

/** The table for the records of a kind that collects (spec 4.5). */
async function ensureTable(
  tx: Prisma.TransactionClient,
  id: string,
  { kind, document }: { readonly kind: KindId; readonly document: string },
): Promise<void> {
  if (collects(kind)) await ensureFormTable(tx, id, JSON.parse(document) as FormDocument);
}

/** The settings as they shall be. What is sent to a webhook is signed from the first message on. */
function settingsOf({ settings: given = {} }: ProjectInput, live: Project | null) {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings: ProjectSettings = { ...readSettings({ settings: live?.settings }), ...set };
  const secret = live?.webhookSecret ?? null;
  return {
    settings,
    webhookSecret: secret === null && settings.webhookUrl !== null ? newWebhookSecret() : secret,
  };
}

/** Mail tells of answers from the moment on at which it is switched on. */
async function ensureNotice(
  tx: Prisma.TransactionClient,
  projectId: string,
  { notify }: ProjectSettings,
): Promise<void> {
  if (!notify) await tx.formNotice.deleteMany({ where: { projectId } });
  else
    await tx.$executeRaw`INSERT INTO "FormNotice" ("projectId", "upTo", "nextAt") VALUES (${projectId}, now(), now())
      ON CONFLICT DO NOTHING`;
}

/** What the project shall be: what was given, else what it is, else the kind's own. */
function readContent(given: ProjectInput, live: Project | null, kinds: ContentKinds) {
  const kind = readKind(given, live);
  const current = kinds[kind].SCHEMA_VERSION;
  const schemaVersion =
    given.schemaVersion ?? (given.document === undefined && live ? live.schemaVersion : current);
  if (schemaVersion > current) {
    throw new ApiError(
      'invalid_request',
      `schemaVersion may be ${current} at most: that is the kind's current one.`,
    );
  }
  const renderer = given.renderer === undefined ? (live?.renderer ?? null) : given.renderer;
  if (renderer !== null && renderer !== live?.renderer) requireRenderer(renderer);
  return {
    kind,
    document:
      given.document === undefined && live ? live.document : readDocument(kinds[kind], given.document),
    renderer,
    published: given.published ?? live?.published ?? collects(kind),
    schemaVersion,
    rendererSchemaVersion:
      renderer === null ? null : renderer === live?.renderer ? live.rendererSchemaVersion : current,
  };
}

function readKind(given: ProjectInput, live: Project | null): KindId {
  if (live === null || !isKindId(live.kind)) {
    if (given.kind === undefined)
      throw new ApiError('invalid_request', 'kind is required for a new project.');
    return given.kind;
  }
  if (given.kind !== undefined && given.kind !== live.kind) {
    throw new ApiError(
      'invalid_request',
      `This project is of the kind ${live.kind}; a kind does not change.`,
    );
  }
  return live.kind;
}

function readDocument(kind: ContentKind, document: unknown): string {
  if (document === undefined)
    throw new ApiError('invalid_request', 'document is required for a new project.');
  const diagnostics = validateDocument(kind, document);
  if (diagnostics.length > 0) {
    throw new ApiError('invalid_document', 'The document is not valid; nothing was stored.', { diagnostics });
  }
  const text = JSON.stringify(document);
  if (Buffer.byteLength(text) > LIMITS.documentBytes) {
    throw new ApiError(
      'too_large',
      `A document may have ${LIMITS.documentBytes.toLocaleString('en')} bytes at most.`,
    );
  }
  return text;
}

function requireRenderer(renderer: string): void {
  const diagnostics = rendererDiagnostics(renderer);
  if (diagnostics.length === 0) return;
  throw new ApiError('invalid_document', 'The renderer is not valid; nothing was stored.', { diagnostics });
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
