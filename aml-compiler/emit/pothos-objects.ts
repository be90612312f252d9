import type { IrModel, IrRelationField, IrValueField } from '../ir.ts';
import type { AppEdge, AppPage, AppPageInfo, AppPageLimits, AppResolvers, AppRights } from './pothos-api.ts';
import type { AppBuilder, AppFieldBuilder, AppInterface, AppObject, AppRow } from './pothos-builder.ts';
import type { Inputs } from './pothos-inputs.ts';
import type { SchemaParts } from './pothos-types.ts';
import { described } from './pothos-types.ts';

/** The object types of an app: one for each model, with its edge and connection. */
export class Objects {
  readonly node: AppInterface<AppRow>;
  private readonly models: ReadonlyMap<string, AppObject<AppRow>>;
  private readonly connections = new Map<string, AppObject<AppPage>>();
  private readonly parts: SchemaParts;
  private readonly inputs: Inputs;
  private readonly resolvers: AppResolvers;
  private readonly rights: AppRights;
  private readonly limits: AppPageLimits;
  private readonly pageInfo: AppObject<AppPageInfo>;

  constructor(
    parts: SchemaParts,
    inputs: Inputs,
    resolvers: AppResolvers,
    rights: AppRights,
    limits: AppPageLimits,
  ) {
    this.parts = parts;
    this.inputs = inputs;
    this.resolvers = resolvers;
    this.rights = rights;
    this.limits = limits;
    const { builder } = parts;
    this.node = builder.interfaceRef<AppRow>('Node');
    this.node.implement({
      description: 'Anything that `node` finds again.',
      resolveType: (row) => modelOf(row),
      fields: (t) => ({
        nodeId: t.field({
          type: 'ID',
          nullable: false,
          description: 'Global id of the row.',
          resolve: () => '',
        }),
      }),
    });
    this.pageInfo = addPageInfo(builder);
    this.models = new Map(
      parts.ir.models.map((model) => [model.name, builder.objectRef<AppRow>(model.name)]),
    );
    const operations = ['read', 'create', 'update', 'delete'] as const;
    const used = parts.ir.models.filter((model) =>
      operations.some((operation) => rights.may(model, operation)),
    );
    for (const model of used) this.implement(model);
  }

  of(name: string): AppObject<AppRow> {
    const ref = this.models.get(name);
    if (!ref) throw new Error(`The IR has no model ${name}.`);
    return ref;
  }

  /** `TaskConnection` */
  connection(model: IrModel): AppObject<AppPage> {
    const known = this.connections.get(model.name);
    if (known) return known;
    const { builder } = this.parts;
    const edge = builder.objectRef<AppEdge>(`${model.name}Edge`);
    edge.implement({
      fields: (t) => ({
        cursor: t.exposeString('cursor', { nullable: false }),
        node: t.field({ type: this.of(model.name), nullable: false, resolve: (row) => row.node }),
      }),
    });
    const ref = builder.objectRef<AppPage>(`${model.name}Connection`);
    this.connections.set(model.name, ref);
    ref.implement({
      fields: (t) => ({
        edges: t.field({
          type: [edge],
          nullable: { list: false, items: false },
          resolve: (page) => page.edges(),
        }),
        nodes: t.field({
          type: [this.of(model.name)],
          nullable: { list: false, items: false },
          description: 'The rows alone, for whoever needs no cursors.',
          resolve: (page) => page.nodes,
        }),
        pageInfo: t.field({ type: this.pageInfo, nullable: false, resolve: (page) => page.pageInfo() }),
        totalCount: t.int({
          nullable: false,
          description: 'All rows that match; counted only when asked for.',
          resolve: (page) => page.totalCount(),
        }),
      }),
    });
    return ref;
  }

  pageDescription(model: IrModel): string {
    const { defaultFirst, maxFirst } = this.limits;
    return `Rows of ${model.name}, ${defaultFirst} unless \`first\` or \`last\` says otherwise, ${maxFirst} at most.`;
  }

  private implement(model: IrModel): void {
    this.of(model.name).implement({
      ...described(model.doc),
      interfaces: [this.node],
      fields: (t) => {
        const fields = model.fields.flatMap((field) => {
          const made =
            field.kind === 'relation' ? this.relation(t, model, field) : this.value(t, model, field);
          return made ? [[field.name, made] as const] : [];
        });
        const nodeId = t.field({
          type: 'ID',
          nullable: false,
          resolve: (row) => this.resolvers.nodeId(model, row),
        });
        return { nodeId, ...Object.fromEntries(fields) };
      },
    });
  }

  private value(t: AppFieldBuilder, model: IrModel, field: IrValueField) {
    const type = this.parts.types.of(model, field);
    const resolve = (row: AppRow): never => row[field.name] as never;
    if (field.list) {
      return t.field({
        ...described(field.doc),
        type: [type] as never,
        nullable: { list: false, items: false } as never,
        resolve,
      });
    }
    return t.field({
      ...described(field.doc),
      type: type as never,
      nullable: field.optional as never,
      resolve,
    });
  }

  /** What may not be read has no field; that is said once, here, and asked again where rows are fetched. */
  private relation(t: AppFieldBuilder, model: IrModel, field: IrRelationField) {
    const related = this.parts.ir.models.find((candidate) => candidate.name === field.type);
    if (!related || !this.rights.may(related, 'read')) return null;
    if (!field.list) {
      return t.field({
        ...described(field.doc),
        type: this.of(field.type),
        nullable: field.optional || field.fields.length === 0,
        resolve: (row) => this.resolvers.relatedOne(model, field, row) as never,
      });
    }
    return t.field({
      description: field.doc ?? this.pageDescription(related),
      type: this.connection(related),
      nullable: false,
      args: this.inputs.pageArgs(t.arg, related),
      resolve: (row, args, context, info) =>
        this.resolvers.relatedPage(model, field, row, args, info, context),
    });
  }
}

/** Rows of a `Node` say which model they are of; rows of a typed field need not. */
const MODEL = Symbol('model');

export function asNode(model: IrModel, row: AppRow): AppRow {
  return { ...row, [MODEL]: model.name };
}

function modelOf(row: object): string | undefined {
  return (row as { readonly [MODEL]?: string })[MODEL];
}

function addPageInfo(builder: AppBuilder): AppObject<AppPageInfo> {
  const ref = builder.objectRef<AppPageInfo>('PageInfo');
  ref.implement({
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { nullable: false }),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage', { nullable: false }),
      startCursor: t.exposeString('startCursor', { nullable: true }),
      endCursor: t.exposeString('endCursor', { nullable: true }),
    }),
  });
  return ref;
}
