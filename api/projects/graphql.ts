import type { ViewerRef } from '../accounts/graphql.ts';
import { KINDS, type KindId } from '../content/kinds.ts';
import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import { requireSession } from '../http/session.ts';
import { isProjectId, newId } from '../ids.ts';
import { addProjectSettings } from './graphql-settings.ts';
import { challengeName } from './host-proof.ts';
import { readContent } from './project.ts';
import { addSchemaDiff } from './schema-state.ts';
import { readSettings } from './settings.ts';

/** What the title and the record's schema are worked out from. */
const CONTENT = { kind: true, document: true } as const;
const STAMPS = { kind: true, schemaVersion: true, rendererSchemaVersion: true } as const;

/** The GraphQL face of projects (spec 4.5): all of it is the viewer's own. */
export function addProjects(builder: Builder, viewer: ViewerRef) {
  const kind = builder.enumType('ContentKind', {
    description: 'What a project holds.',
    values: Object.fromEntries(Object.keys(KINDS).map((id) => [id.toUpperCase(), { value: id }])) as Record<
      Uppercase<KindId>,
      { value: KindId }
    >,
  });

  const settings = addProjectSettings(builder);
  const diff = addSchemaDiff(builder);

  const host = builder.prismaObject('ProjectHost', {
    description: 'A custom host name. It is served once DNS shows the TXT record.',
    select: { host: true, verifiedAt: true },
    fields: (t) => ({
      host: t.exposeString('host', { description: 'In lower case; other scripts as punycode.' }),
      verified: t.boolean({ resolve: ({ verifiedAt }) => verifiedAt !== null }),
      txtName: t.string({ resolve: (row) => challengeName(row.host) }),
      txtValue: t.exposeString('token'),
      checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true }),
      problem: t.exposeString('problem', { nullable: true, description: 'What the last check found wrong.' }),
    }),
  });

  const project = builder.prismaNode('Project', {
    description: 'A content document with its page.',
    id: { field: 'id' },
    nullable: true,
    findUnique: (id, { user }) => ({ id, ownerId: user?.id ?? '', deletedAt: null }),
    select: { id: true },
    fields: (t) => ({
      projectId: t.exposeString('id'),
      kind: t.field({ type: kind, select: { kind: true }, resolve: (row) => row.kind as KindId }),
      title: t.string({ select: CONTENT, resolve: (row) => readContent(row).title }),
      document: t.field({ type: 'JSON', select: CONTENT, resolve: (row) => readContent(row).document }),
      recordSchema: t.field({
        type: 'JSON',
        nullable: true,
        description: 'JSON Schema of a record; null when the kind collects none.',
        select: CONTENT,
        resolve: (row) => readContent(row).recordSchema,
      }),
      renderer: t.exposeString('renderer', {
        nullable: true,
        description: "Null means the kind's own page.",
      }),
      slug: t.exposeString('slug', { nullable: true }),
      hosts: t.relation('hosts', {
        type: host,
        query: { where: { removedAt: null }, orderBy: { host: 'asc' } },
      }),
      published: t.exposeBoolean('published'),
      version: t.exposeInt('version', { description: 'Counts the saves; `baseVersion` of the next one.' }),
      settings: t.field({
        type: settings.object,
        select: { settings: true },
        resolve: readSettings,
      }),
      schemaVersion: t.exposeInt('schemaVersion'),
      rendererSchemaVersion: t.exposeInt('rendererSchemaVersion', { nullable: true }),
      currentSchemaVersion: t.int({
        description: "The kind's schema version of today.",
        select: STAMPS,
        resolve: (row, _args, { services }) => services.projects.schemaState(row).currentSchemaVersion,
      }),
      stale: t.boolean({
        description: 'Whether the document or the renderer was made for an older schema version.',
        select: STAMPS,
        resolve: (row, _args, { services }) => services.projects.schemaState(row).stale,
      }),
      schemaDiff: t.field({
        type: diff,
        description: 'What changed in the schema since the older of the document and the renderer.',
        select: STAMPS,
        resolve: (row, _args, { services }) => services.projects.schemaState(row).schemaDiff,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
      url: t.string({
        description: 'Where it is shown while it is published.',
        resolve: ({ id }, _args, { services }) => services.addresses.project(id),
      }),
      slugUrl: t.string({
        nullable: true,
        select: { slug: true },
        resolve: ({ slug }, _args, { services }) => (slug === null ? null : services.addresses.slug(slug)),
      }),
    }),
  });

  builder.prismaObjectFields(viewer, (t) => ({
    projects: t.relatedConnection('projects', {
      type: project,
      cursor: 'id',
      maxSize: maxPageSize,
      totalCount: true,
      args: { kind: t.arg({ type: kind, required: false }) },
      query: ({ kind: of }) => ({
        where: { deletedAt: null, ...(of && { kind: of }) },
        orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      }),
    }),
    deletedProjects: t.field({
      type: [project],
      description: 'Own projects that were deleted and can still be restored, last deleted first.',
      select: (_args, _context, nested) => ({
        projects: nested({
          where: { deletedAt: { not: null }, wipedAt: null },
          orderBy: { deletedAt: 'desc' },
        }),
      }),
      resolve: ({ projects }) => projects,
    }),
    project: t.prismaField({
      type: project,
      nullable: true,
      args: { id: t.arg.string() },
      resolve: (query, { id: ownerId }, { id }, { services }) =>
        isProjectId(id)
          ? services.db.prisma.project.findFirst({ ...query, where: { id, ownerId, deletedAt: null } })
          : null,
    }),
  }));

  // The services answer with an id; what the query asks for is read in one go with its selection.
  const payload = builder.objectRef<{ readonly id: string }>('ProjectPayload').implement({
    fields: (t) => ({
      project: t.prismaField({
        type: project,
        resolve: (query, { id }, _args, { services }) =>
          services.db.prisma.project.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });
  const restoreInput = builder.inputType('RestoreProjectInput', { fields: (t) => ({ id: t.string() }) });
  const verifyInput = builder.inputType('VerifyProjectHostInput', {
    fields: (t) => ({ id: t.string(), host: t.string() }),
  });
  builder.mutationFields((t) => ({
    restoreProject: t.field({
      type: payload,
      description: 'Brings back what was deleted within 30 days.',
      args: { input: t.arg({ type: restoreInput }) },
      resolve: (_root, { input }, { services, user }) =>
        services.projects.restore(requireSession(user), input.id),
    }),
    verifyProjectHost: t.field({
      type: payload,
      description: 'Asks DNS now for the TXT record of a custom host.',
      args: { input: t.arg({ type: verifyInput }) },
      resolve: (_root, { input }, { services, user }) =>
        services.projects.verifyHost(requireSession(user), input.id, input.host),
    }),
  }));

  builder.relayMutationField(
    'saveProject',
    {
      inputFields: (t) => ({
        id: t.string({ required: false, description: 'Left out, a new project gets an id of ours.' }),
        kind: t.field({ type: kind, required: false, description: 'Required for a new project.' }),
        document: t.field({ type: 'JSON', required: false, description: 'Required for a new project.' }),
        renderer: t.string({ required: false }),
        slug: t.string({ required: false }),
        hosts: t.stringList({ required: false }),
        published: t.boolean({ required: false }),
        baseVersion: t.int({
          required: false,
          description:
            'The `version` that the change was made for; any other is `conflict` with `currentVersion`.',
        }),
        schemaVersion: t.int({ required: false }),
        settings: t.field({
          type: settings.input,
          required: false,
          description: 'What is left out of them stays.',
        }),
      }),
    },
    {
      description:
        'Creates or updates a project; what is left out of an update stays, null takes renderer and slug away.',
      resolve: async (_root, { input }, { services, user }) => {
        const {
          id,
          kind: kindId,
          document,
          hosts,
          published,
          schemaVersion,
          settings: set,
          baseVersion,
          ...nullable
        } = input;
        const given = { kind: kindId, document, hosts, published, schemaVersion, settings: set };
        const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
        const content = { ...nullable, ...present };
        return services.projects.save(requireSession(user), id ?? newId(), content, baseVersion);
      },
    },
    {
      outputFields: (t) => ({
        created: t.exposeBoolean('created'),
        project: t.prismaField({
          type: project,
          resolve: (query, saved, _args, { services }) =>
            services.db.prisma.project.findUniqueOrThrow({ ...query, where: { id: saved.project.id } }),
        }),
      }),
    },
  );

  builder.relayMutationField(
    'deleteProject',
    { inputFields: (t) => ({ id: t.string() }) },
    {
      description: 'Takes a project away; it can be restored for 30 days.',
      resolve: async (_root, { input }, { services, user }) => {
        await services.projects.remove(requireSession(user), input.id);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );
  return project;
}

export type ProjectRef = ReturnType<typeof addProjects>;
