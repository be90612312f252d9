import type { DataPlane, SpaceRef } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import { draftSpaceId } from '../drafts/space.ts';
import { readFileEntries } from '../files/blobs.ts';
import type { Submissions } from '../submissions/service.ts';
import { toPublicUser } from './public-user.ts';
import type { SessionUser } from './session-user.ts';

export interface AccountExport {
  /** Everything that is kept of a person, as the text of one JSON object, piece by piece. */
  exportAccount(user: SessionUser): AsyncGenerator<string>;
}

/** The person's own data to take away (design 8): nothing of it is held in memory as a whole. */
export function createAccountExport({
  db,
  data,
  submissions,
}: {
  db: Database;
  data: DataPlane;
  submissions: Submissions;
}): AccountExport {
  const { prisma } = db;

  async function* ofSpace(space: SpaceRef): AsyncGenerator<string> {
    yield '{';
    if (space.aml.trim() !== '') {
      const rows = data.owner(space);
      const { models } = await rows.describe();
      for (const [index, { ir }] of models.entries()) {
        const { name } = ir;
        yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
        yield* await rows.export(name, { format: 'json' });
      }
    }
    yield '}';
  }

  async function filesText(files: readonly { path: string; blobHash: string }[]): Promise<string> {
    const entries = await readFileEntries(db, new Map(files.map(({ path, blobHash }) => [path, blobHash])));
    return JSON.stringify(Object.fromEntries(entries.map(({ path, content }) => [path, content])));
  }

  /** One object from its plain members and those that are text already. */
  async function* object(
    members: object,
    texts: Readonly<Record<string, AsyncIterable<string> | Iterable<string>>>,
  ): AsyncGenerator<string> {
    yield JSON.stringify(members).slice(0, -1);
    for (const [name, text] of Object.entries(texts)) {
      yield `${Object.keys(members).length > 0 ? ',' : ''}${JSON.stringify(name)}:`;
      yield* text;
    }
    yield '}\n';
  }

  async function* list(
    items: AsyncIterable<AsyncIterable<string> | Iterable<string>>,
  ): AsyncGenerator<string> {
    yield '[';
    let first = true;
    for await (const item of items) {
      if (!first) yield ',';
      first = false;
      yield* item;
    }
    yield ']';
  }

  async function* apps(ownerId: string): AsyncGenerator<AsyncIterable<string>> {
    const ids = await prisma.app.findMany({
      where: { ownerId, wipedAt: null },
      select: { id: true },
      orderBy: { createdAt: 'asc' },
    });
    for (const { id } of ids) {
      const { files, ...app } = await prisma.app.findUniqueOrThrow({
        where: { id },
        omit: { searchText: true, ownerId: true, previewRef: true },
        include: {
          files: { select: { path: true, blobHash: true } },
          versions: { select: { number: true, name: true, createdAt: true } },
        },
      });
      yield object(app, { files: [await filesText(files)], rows: ofSpace({ id, aml: app.aml }) });
    }
  }

  async function* drafts(ownerId: string): AsyncGenerator<AsyncIterable<string>> {
    const rows = await prisma.draft.findMany({
      where: { ownerId },
      omit: { ownerId: true, previewToken: true },
      include: {
        revisions: {
          select: { number: true, cause: true, createdAt: true },
          orderBy: { number: 'desc' },
        },
      },
      orderBy: { createdAt: 'asc' },
    });
    for (const draft of rows) {
      const latest = await prisma.draftRevision.findFirst({
        where: { draftId: draft.id },
        orderBy: { number: 'desc' },
        include: { files: { select: { path: true, blobHash: true } } },
      });
      const aml = latest?.aml ?? '';
      yield object(
        { ...draft, aml },
        { files: [await filesText(latest?.files ?? [])], rows: ofSpace({ id: draftSpaceId(draft.id), aml }) },
      );
    }
  }

  async function* conversations(ownerId: string): AsyncGenerator<AsyncIterable<string>> {
    const ids = await prisma.conversation.findMany({
      where: { ownerId },
      select: { id: true },
      orderBy: { createdAt: 'asc' },
    });
    for (const { id } of ids) {
      const { messages, ...conversation } = await prisma.conversation.findUniqueOrThrow({
        where: { id },
        omit: { ownerId: true },
        include: {
          messages: {
            select: { id: true, role: true, createdAt: true, body: true },
            orderBy: { position: 'asc' },
          },
        },
      });
      yield object(conversation, { messages: [JSON.stringify(messages)] });
    }
  }

  async function* projects(ownerId: string): AsyncGenerator<AsyncIterable<string>> {
    const ids = await prisma.project.findMany({
      where: { ownerId, wipedAt: null },
      select: { id: true },
      orderBy: { createdAt: 'asc' },
    });
    for (const { id } of ids) {
      const { document, hosts, ...project } = await prisma.project.findUniqueOrThrow({
        where: { id },
        omit: { ownerId: true, version: true, wipedAt: true, webhookSecret: true },
        include: { hosts: { where: { removedAt: null }, select: { host: true, verifiedAt: true } } },
      });
      const answers = list(each(submissions.each({ ...project, document })));
      yield object({ ...project, hosts }, { document: [document], answers });
    }
  }

  async function* each(items: AsyncIterable<object>): AsyncGenerator<Iterable<string>> {
    for await (const item of items) yield [JSON.stringify(item)];
  }

  return {
    async *exportAccount(user) {
      const where = { userId: user.id };
      const [account, sessions, identities, reports, usage] = await Promise.all([
        prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
        prisma.session.findMany({ where, omit: { userId: true }, orderBy: { createdAt: 'asc' } }),
        prisma.oAuthIdentity.findMany({ where, omit: { userId: true } }),
        prisma.appReport.findMany({ where: { reporterId: user.id }, omit: { reporterId: true } }),
        prisma.llmUsage.findMany({ where, omit: { userId: true }, orderBy: { day: 'asc' } }),
      ]);
      yield* object(
        {
          exportedAt: new Date(),
          account: toPublicUser(account),
          sessions,
          identities,
          reports,
          languageModelUsage: usage.map((row) => ({
            ...row,
            inputTokens: Number(row.inputTokens),
            outputTokens: Number(row.outputTokens),
          })),
        },
        {
          apps: list(apps(user.id)),
          drafts: list(drafts(user.id)),
          conversations: list(conversations(user.id)),
          projects: list(projects(user.id)),
        },
      );
    },
  };
}
