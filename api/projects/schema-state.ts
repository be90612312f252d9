import type { ContentKind, SchemaChange } from '../content/kind.ts';
import { schemaDiff, type SchemaDiff } from '../content/schema-diff.ts';
import type { Project } from '../db/generated/client.ts';
import type { Builder } from '../graphql/builder.ts';

/** How what a project holds stands to its kind's schema of today (spec 3, 9). */
export interface SchemaState {
  readonly currentSchemaVersion: number;
  /** Whether the document or the renderer was made for an older version. */
  readonly stale: boolean;
  /** What changed since the older of the two; nothing where neither is. */
  readonly schemaDiff: SchemaDiff;
}

type Stamps = Pick<Project, 'schemaVersion' | 'rendererSchemaVersion'>;

/** The kind's own page, which has no version, is never stale. */
export function schemaStateOf(
  { SCHEMA_VERSION: current, SCHEMA_CHANGELOG }: ContentKind,
  { schemaVersion, rendererSchemaVersion }: Stamps,
): SchemaState {
  const oldest = Math.min(schemaVersion, rendererSchemaVersion ?? current);
  return {
    currentSchemaVersion: current,
    stale: oldest < current,
    schemaDiff: schemaDiff(SCHEMA_CHANGELOG, oldest, current),
  };
}

/** The changes of a kind's schema as GraphQL shows them. */
export function addSchemaDiff(builder: Builder) {
  const kind = builder.enumType('SchemaChangeKind', {
    values: {
      ADD: { value: 'add' },
      REMOVE: { value: 'remove' },
      RENAME: { value: 'rename' },
      MODIFY: { value: 'modify' },
    } satisfies Record<string, { value: SchemaChange['kind'] }>,
  });
  const change = builder.objectRef<SchemaChange>('SchemaChange').implement({
    description: 'One change of what documents of a kind may hold.',
    fields: (t) => ({
      version: t.exposeInt('version', { description: 'The schema version that it came with.' }),
      kind: t.expose('kind', { type: kind }),
      target: t.exposeString('target', { description: 'A path in the schema: fields[].range.' }),
      breaking: t.exposeBoolean('breaking', {
        description: 'Whether documents of the version before may no longer be valid.',
      }),
      summary: t.exposeString('summary'),
      migrationHint: t.string({
        nullable: true,
        description: 'How to bring an older document along.',
        resolve: ({ migrationHint }) => migrationHint ?? null,
      }),
    }),
  });
  return builder.objectRef<SchemaDiff>('SchemaDiff').implement({
    description: "What changed in a kind's schema from one version to another.",
    fields: (t) => ({
      from: t.exposeInt('from'),
      to: t.exposeInt('to'),
      changes: t.field({ type: [change], resolve: ({ changes }) => [...changes] }),
      hasBreaking: t.exposeBoolean('hasBreaking'),
    }),
  });
}
