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

/** Whether a client may set a field: nothing that is generated is (spec 2.5). */
export function isSettable(field: IrValueField): boolean {
  return field.default?.kind !== 'generated' && !(field.kind === 'scalar' && field.updatedAt);
}

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
    return this.data(model, `${model.name}CreateInput`, settable(model), required);
  }

  /** `TaskUpdateInput`: what is left out stays as it is. */
  update(model: IrModel): AppInputRef | null {
    const fields = settable(model).filter((field) => !model.primaryKey.includes(field.name));
    return this.data(model, `${model.name}UpdateInput`, fields, () => false);
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

function settable(model: IrModel): readonly IrValueField[] {
  return model.fields.filter((field) => field.kind !== 'relation').filter(isSettable);
}
