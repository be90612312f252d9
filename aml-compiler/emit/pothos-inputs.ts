import { changeableFields, creatableFields } from '../client-settable.ts';
import type { IrModel, IrValueField } from '../ir.ts';
import type {
  AppArgBuilder,
  AppArgFields,
  AppEnum,
  AppInputFields,
  AppInputRef,
  AppInputShape,
} from './pothos-builder.ts';
import type { AppRights } from './pothos-api.ts';
import { Links, type LinkPurpose } from './pothos-links.ts';
import type { Filters } from './pothos-filters.ts';
import type { SchemaParts } from './pothos-types.ts';
import { described } from './pothos-types.ts';

/** Whether a new row has to give this field; stricter than the IR where old rows lack it (design 5). */
export type RequiredOnCreate = (model: IrModel, field: IrValueField) => boolean;

/** The inputs of a model beside its filter: order, data of a new row, changes of a row, arguments of a page. */
export class Inputs {
  private readonly parts: SchemaParts;
  private readonly filters: Filters;
  private readonly orders = new Map<string, AppInputRef | null>();
  private readonly rows = new Map<string, AppInputRef>();
  private readonly keys = new Map<string, AppInputRef>();
  private readonly links: Links;
  private readonly requiredOnCreate: RequiredOnCreate;
  private direction: AppEnum | null = null;

  constructor(parts: SchemaParts, filters: Filters, rights: AppRights, requiredOnCreate: RequiredOnCreate) {
    this.parts = parts;
    this.filters = filters;
    this.requiredOnCreate = requiredOnCreate;
    this.links = new Links(parts, rights, this);
  }

  /** Arguments of a connection (design 6). */
  pageArgs(t: AppArgBuilder, model: IrModel): AppArgFields {
    const orderBy = this.orderBy(model);
    return {
      where: t({ type: this.filters.where(model) }),
      ...(orderBy ? { orderBy: t({ type: [orderBy] }) } : {}),
      first: t.int(),
      after: t.string(),
      last: t.int(),
      before: t.string(),
    };
  }

  /** The key of a row as arguments: `id`, or one argument for each part of a composite key. */
  keyArgs(t: AppArgBuilder, model: IrModel): AppArgFields {
    const fields = keyFields(model).map((field) => [
      field.name,
      t({ type: this.parts.types.of(model, field), required: true }),
    ]);
    return Object.fromEntries(fields) as AppArgFields;
  }

  /** `TaskCreateInput`; null when there is nothing to give. */
  create(model: IrModel): AppInputRef | null {
    return this.data(model, 'create', creatableFields(model));
  }

  /** `TaskUpdateInput`: what is left out stays as it is. */
  update(model: IrModel): AppInputRef | null {
    return this.data(model, 'update', changeableFields(model));
  }

  /** `TaskKey` */
  key(model: IrModel): AppInputRef {
    const known = this.keys.get(model.name);
    if (known) return known;
    const { builder, names, types } = this.parts;
    const ref = builder.inputRef<AppInputShape>(names.type(`${model.name}Key`, `${model.name} key`));
    this.keys.set(model.name, ref);
    ref.implement({
      fields: (t) =>
        Object.fromEntries(
          keyFields(model).map((field) => [
            field.name,
            t.field({ type: types.of(model, field), required: true }),
          ]),
        ) as AppInputFields,
    });
    return ref;
  }

  private data(model: IrModel, purpose: LinkPurpose, fields: readonly IrValueField[]): AppInputRef | null {
    const name = `${model.name}${purpose === 'create' ? 'Create' : 'Update'}Input`;
    const known = this.rows.get(name);
    if (known) return known;
    if (!this.links.hasInput(model, purpose)) return null;
    const links = this.links.of(model, purpose);
    // A foreign key may be given by its relation instead.
    const linked = new Set(links.filter((link) => link.held === 'here').flatMap((link) => link.fields));
    const ref = this.parts.builder.inputRef<AppInputShape>(name);
    this.rows.set(name, ref);
    ref.implement({
      fields: (t) => {
        const entries = fields.map((field) => {
          const type = this.parts.types.of(model, field);
          const required =
            purpose === 'create' && !linked.has(field.name) && this.requiredOnCreate(model, field);
          const options = { required, ...described(field.doc) };
          return [field.name, t.field({ ...options, type: field.list ? [type] : type })] as const;
        });
        return {
          ...(Object.fromEntries(entries) as AppInputFields),
          ...this.links.fields(t, model, purpose),
        };
      },
    });
    return ref;
  }

  private orderBy(model: IrModel): AppInputRef | null {
    const known = this.orders.get(model.name);
    if (known !== undefined) return known;
    const sortable = model.fields.filter(
      (field) =>
        field.kind !== 'relation' && !field.list && !(field.kind === 'scalar' && field.type === 'Json'),
    );
    const ref =
      sortable.length === 0 ? null : this.parts.builder.inputRef<AppInputShape>(`${model.name}OrderBy`);
    this.orders.set(model.name, ref);
    ref?.implement({
      fields: (t) =>
        Object.fromEntries(sortable.map((field) => [field.name, t.field({ type: this.sortOrder() })])),
    });
    return ref;
  }

  private sortOrder(): AppEnum {
    this.direction ??= this.parts.builder.enumType(this.parts.names.type('SortOrder'), {
      values: { asc: { value: 'asc' }, desc: { value: 'desc' } },
    }) as AppEnum;
    return this.direction;
  }
}

function keyFields(model: IrModel): readonly IrValueField[] {
  return model.primaryKey.map((name) => {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (!field || field.kind === 'relation')
      throw new Error(`${model.name} has no stored key field ${name}.`);
    return field;
  });
}
