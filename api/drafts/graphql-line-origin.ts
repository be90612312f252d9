import type { Builder } from '../graphql/builder.ts';
import type { DraftTypes } from './graphql-types.ts';
import { lineOrigin } from './line-origin.ts';

/** Which revision made a line of a file. */
export function addLineOrigin(builder: Builder, { revision }: DraftTypes): void {
  builder.prismaObjectFields(revision, (t) => ({
    lineOrigin: t.prismaField({
      type: revision,
      nullable: true,
      description: 'The revision that made a line of a file of this one; lines count from 1.',
      args: { path: t.arg.string(), line: t.arg.int() },
      select: { draftId: true, number: true },
      resolve: async (query, { draftId, number: at }, { path, line }, { services: { db } }) => {
        const number = await lineOrigin(db, { draftId, revision: at, path, line });
        if (number === null) return null;
        const where = { draftId_number: { draftId, number } };
        return db.prisma.draftRevision.findUnique({ ...query, where });
      },
    }),
  }));
}
