import type { PlannedChange } from '../data/contract.ts';
import type { StudioDiagnostic } from '../errors.ts';
import type { Builder } from './builder.ts';

/** A file of an app or of a revision: both tables have these columns. */
interface FileRow {
  readonly path: string;
  readonly blobHash: string;
}

/** Output types that several domains use. */
export function addSharedTypes(builder: Builder) {
  const diagnostic = builder.objectRef<StudioDiagnostic>('Diagnostic').implement({
    description: 'A problem in something that was sent, such as an AML source (spec 2.6).',
    fields: (t) => ({
      code: t.exposeString('code'),
      message: t.exposeString('message'),
      hint: t.exposeString('hint', { nullable: true }),
      severity: t.exposeString('severity', { nullable: true }),
      line: t.exposeInt('line', { nullable: true }),
      col: t.exposeInt('col', { nullable: true }),
      path: t.exposeString('path', { nullable: true, description: 'JSON pointer.' }),
    }),
  });
  const plannedChange = builder.objectRef<PlannedChange>('PlannedChange').implement({
    description: "One step of what publishing does to an app's data.",
    fields: (t) => ({
      class: t.exposeString('class', { description: 'free, backfill, checked, parked or refused.' }),
      change: t.exposeString('change'),
      rows: t.exposeInt('rows', { nullable: true }),
      sentence: t.exposeString('sentence'),
    }),
  });
  const file = builder.objectRef<FileRow>('AppFile').implement({
    fields: (t) => ({
      path: t.exposeString('path'),
      content: t.string({
        description: 'Text; a binary asset is a data: URL.',
        resolve: ({ blobHash }, _args, { blobs }) => blobs.content.load(blobHash),
      }),
      size: t.int({
        description: 'Bytes of the stored text.',
        resolve: ({ blobHash }, _args, { blobs }) => blobs.size.load(blobHash),
      }),
    }),
  });
  return { diagnostic, plannedChange, file };
}

export type SharedTypes = ReturnType<typeof addSharedTypes>;
