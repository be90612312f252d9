import type { Builder } from '../graphql/builder.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import { requireSession } from '../http/session.ts';
import type { DraftTypes } from './graphql-types.ts';
import type { Compared } from './history.ts';

interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two revisions, and between a revision and what is published. */
export function addDraftChanges(builder: Builder, { draft }: DraftTypes, shared: SharedTypes): void {
  const fileChange = builder.objectRef<FileChange>('DraftFileChange').implement({
    description: 'A file that came, went or changed.',
    fields: (t) => ({
      path: t.exposeString('path'),
      before: t.field({
        type: shared.file,
        nullable: true,
        resolve: ({ path, before }) => (before === null ? null : { path, blobHash: before }),
      }),
      after: t.field({
        type: shared.file,
        nullable: true,
        resolve: ({ path, after }) => (after === null ? null : { path, blobHash: after }),
      }),
    }),
  });
  const changes = builder.objectRef<Compared>('DraftChanges').implement({
    description: 'Two states of a draft side by side; files that are the same are left out.',
    fields: (t) => ({
      amlBefore: t.string({ resolve: ({ before }) => before.aml }),
      amlAfter: t.string({ resolve: ({ after }) => after.aml }),
      files: t.field({ type: [fileChange], resolve: (compared) => fileChanges(compared) }),
    }),
  });
  builder.prismaObjectFields(draft, (t) => ({
    changes: t.field({
      type: changes,
      args: {
        from: t.arg.int({ description: '0 is the draft before its first revision.' }),
        to: t.arg.int(),
      },
      select: { id: true },
      resolve: ({ id }, { from, to }, { services, user }) =>
        services.drafts.compare(requireSession(user), id, [from, to]),
    }),
    changesToPublished: t.field({
      type: changes,
      nullable: true,
      description: 'From what the app has in the market to a revision; null while nothing is published.',
      args: { revision: t.arg.int() },
      select: { id: true },
      resolve: ({ id }, { revision }, { services, user }) =>
        services.drafts.compareToPublished(requireSession(user), id, revision),
    }),
  }));
}

function fileChanges({ before, after }: Compared): FileChange[] {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort();
  return paths
    .map((path) => ({
      path,
      before: before.files.get(path) ?? null,
      after: after.files.get(path) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}
