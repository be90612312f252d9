import type { SessionUser } from '../accounts/session-user.ts';
import type { ContentKinds, KindId } from '../content/kinds.ts';
import type { DataPlane, EvolutionPlan } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { App, AppVersion, Prisma } from '../db/generated/client.ts';
import { readFileEntries, type FileTable } from '../files/blobs.ts';
import { newId } from '../ids.ts';
import { readKind } from './entry.ts';
import { parseMembers, parsePublication, type Publication } from './input.ts';
import {
  contentFiles,
  filesOfContent,
  NO_STAMPS,
  requireCurrent,
  type Content,
  type Stamps,
} from './kinds.ts';
import type { Lineage } from './lineage.ts';
import { notInMarket, readOwnApp } from './own-app.ts';
import { requireWritable, storeApp, type StoreQuestion } from './store.ts';
import type { TagCounts } from './tags.ts';

export interface PublishResult extends EvolutionPlan {
  readonly app: App;
  readonly created: boolean;
}

/** A form or deck on its way into the market. */
export interface ContentPublication extends Content {
  readonly kind: KindId;
  /** The entry to publish to; null for a new one. */
  readonly appId: string | null;
  readonly stamps: Stamps;
  /** What a new entry is called when the request does not say. */
  readonly name: string | undefined;
  /** What else belongs to the same transaction. */
  also(tx: Prisma.TransactionClient, app: App): Promise<void>;
}

/** The ways into the market: all end in the same steps. */
export interface Publishing {
  /**
   * Publishes a new app or a new version of one's own. `lineage` is kept with a new app; it never comes from a
   * request's body.
   * @throws forbidden for somebody else's id, and for what was taken down; conflict for a form or deck
   */
  publish(user: SessionUser, input: unknown, lineage?: Lineage | null): Promise<PublishResult>;
  /**
   * Publishes a form or deck: new, or a new version of one's own. `input` is what the entry says about itself.
   * @throws invalid_document with diagnostics; as `publish`
   */
  publishContent(user: SessionUser, content: ContentPublication, input: unknown): Promise<PublishResult>;
  /**
   * Publishes the files and the data model of an earlier version again, as the next one.
   * @throws as `publish`; invalid_document for a document that today's schema does not take
   */
  restoreVersion(user: SessionUser, id: string, number: number): Promise<PublishResult>;
}

export interface PublishingDeps {
  readonly db: Database;
  readonly data: DataPlane;
  /** Says which schema version is the current one. */
  readonly kinds: ContentKinds;
  readonly tags: TagCounts;
  readVersion(
    id: string,
    number: number,
  ): Promise<{ readonly version: AppVersion; readonly files: FileTable }>;
}

export function createPublishing({ db, data, kinds, tags, readVersion }: PublishingDeps): Publishing {
  async function publish(
    user: SessionUser,
    publication: Publication,
    as: Pick<StoreQuestion, 'kind' | 'stamps' | 'lineage' | 'also'>,
  ): Promise<PublishResult> {
    const id = publication.id ?? newId();
    const before = await readOwnApp(db, user, id);
    requireWritable(before, user.id, as.kind);
    const aml = publication.aml ?? before?.aml ?? '';
    data.check(aml);
    const plan = await data.apply({ id, aml });
    const stored = await storeApp(db, { userId: user.id, id, publication, ...as });
    // What was read between the two is of the version before.
    await data.forget(id);
    tags.forget();
    return { ...stored, ...plan };
  }

  return {
    publish: (user, input, lineage = null) =>
      publish(user, parsePublication(input), { kind: 'app', stamps: NO_STAMPS, lineage }),

    async publishContent(user, { appId, kind, stamps, name, also, ...content }, input) {
      const given = parseMembers(input);
      requireCurrent(kinds[kind], content, stamps);
      const publication = {
        ...{ ...given, name: given.name ?? (appId === null ? name : undefined) },
        ...{ id: appId ?? undefined, aml: '', files: filesOfContent(content) },
      };
      return publish(user, publication, { kind, stamps, lineage: null, also });
    },

    async restoreVersion(user, id, number) {
      const app = await readOwnApp(db, user, id);
      if (!app) throw notInMarket();
      const { version, files } = await readVersion(id, number);
      const entries = await readFileEntries(db, files);
      const contents = new Map(entries.map(({ path, content }) => [path, content]));
      const { aml, schemaVersion, rendererSchemaVersion } = version;
      const [kind, stamps] = [readKind(app), { schemaVersion, rendererSchemaVersion }];
      if (kind !== 'app') requireCurrent(kinds[kind], contentFiles(contents), stamps);
      const publication = { ...parseMembers({}), id, aml, files: Object.fromEntries(contents) };
      return publish(user, publication, { kind, stamps, lineage: null });
    },
  };
}
