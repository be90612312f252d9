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
import type { Filters } from './pothos-filters.ts';
import type { SchemaParts } from './pothos-types.ts';
import { described } from './pothos-types.ts';

/** The inputs of a model beside its filter: order, data of a new row, changes of a row, arguments of a page. */
export class Inputs {
  private readonly parts: SchemaParts;
  private readonly filters: Filters;
  private readonly orders = new Map<string, AppInputRef | null>();
  private direction: AppEnum | null = null;

  constructor(parts: SchemaParts, filters: Filters) {
    this.parts = parts;
    this.filters = filters;
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
    const fields = model.primaryKey.map((name) => {
      const field = model.fields.find((candidate) => candidate.name === name);
      if (!field || field.kind === 'relation')
        throw new Error(`${model.name} has no stored key field ${name}.`);
      return [name, t({ type: this.parts.types.of(model, field), required: true })] as const;
    });
    return Object.fromEntries(fields) as AppArgFields;
  }

  /** `TaskCreateInput`; null when there is nothing to give. */
  create(model: IrModel, required: (field: IrValueField) => boolean): AppInputRef | null {
    return this.data(model, `${model.name}CreateInput`, creatableFields(model), required);
  }

  /** `TaskUpdateInput`: what is left out stays as it is. */
  update(model: IrModel): AppInputRef | null {
    return this.data(model, `${model.name}UpdateInput`, changeableFields(model), () => false);
  }

  private data(
    model: IrModel,
    name: string,
    fields: readonly IrValueField[],
    required: (field: IrValueField) => boolean,
  ): AppInputRef | null {
    if (fields.length === 0) return null;
    const ref = this.parts.builder.inputRef<AppInputShape>(name);
    ref.implement({
      fields: (t) => {
        const entries = fields.map((field) => {
          const type = this.parts.types.of(model, field);
          const options = { required: required(field), ...described(field.doc) };
          return [field.name, t.field({ ...options, type: field.list ? [type] : type })] as const;
        });
        return Object.fromEntries(entries) as AppInputFields;
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
