import type { IrModel, IrValueField } from '../ir.ts';
import type {
  AppEnum,
  AppInputBuilder,
  AppInputFields,
  AppInputRef,
  AppInputShape,
  AppValueType,
} from './pothos-builder.ts';
import type { SchemaParts } from './pothos-types.ts';

const ORDER = ['lt', 'lte', 'gt', 'gte'] as const;
const TEXT = ['contains', 'startsWith', 'endsWith'] as const;

/** The filter inputs of an app: one per type of value, and a `…Where` for each model, in Prisma's shape (design 6). */
export class Filters {
  private readonly parts: SchemaParts;
  private readonly values = new Map<string, AppInputRef>();
  private readonly wheres = new Map<string, AppInputRef>();
  private readonly relations = new Map<string, AppInputRef>();
  private mode: AppEnum | null = null;
  private readonly canRead: (model: IrModel) => boolean;

  constructor(parts: SchemaParts, canRead: (model: IrModel) => boolean) {
    this.parts = parts;
    this.canRead = canRead;
  }

  /** `TaskWhere` */
  where(model: IrModel): AppInputRef {
    const known = this.wheres.get(model.name);
    if (known) return known;
    const ref = this.parts.builder.inputRef<AppInputShape>(`${model.name}Where`);
    this.wheres.set(model.name, ref);
    ref.implement({
      description: `Conditions on ${model.name}; all of them have to hold.`,
      fields: (t) => ({
        AND: t.field({ type: [ref] }),
        OR: t.field({ type: [ref] }),
        NOT: t.field({ type: [ref] }),
        ...this.modelFields(t, model),
      }),
    });
    return ref;
  }

  private modelFields(t: AppInputBuilder, model: IrModel): AppInputFields {
    const fields = model.fields.flatMap((field): [string, AppInputFields[string]][] => {
      if (field.kind !== 'relation') return [[field.name, t.field({ type: this.value(model, field) })]];
      const related = this.parts.ir.models.find((candidate) => candidate.name === field.type);
      if (!related || !this.canRead(related)) return [];
      return [[field.name, t.field({ type: this.relation(related, field.list) })]];
    });
    return Object.fromEntries(fields);
  }

  private relation(model: IrModel, list: boolean): AppInputRef {
    const suffix = list ? 'ListWhere' : 'RelationWhere';
    const name = this.parts.names.type(model.name + suffix, `${model.name} ${suffix}`);
    const known = this.relations.get(name);
    if (known) return known;
    const ref = this.parts.builder.inputRef<AppInputShape>(name);
    this.relations.set(name, ref);
    const operators = list ? ['some', 'every', 'none'] : ['is', 'isNot'];
    ref.implement({
      fields: (t) =>
        Object.fromEntries(operators.map((operator) => [operator, t.field({ type: this.where(model) })])),
    });
    return ref;
  }

  private value(model: IrModel, field: IrValueField): AppInputRef {
    const base = field.kind === 'enum' || field.type !== 'Json' ? field.type : 'JSON';
    const suffix = field.list ? 'ListFilter' : 'Filter';
    const name = this.parts.names.type(base + suffix, `${base} ${suffix}`);
    const known = this.values.get(name);
    if (known) return known;
    const ref = this.parts.builder.inputRef<AppInputShape>(name);
    this.values.set(name, ref);
    // A filter is shared by all fields of a type, so a text key is compared as text here.
    const type = this.parts.types.of({ ...model, primaryKey: [] }, field);
    ref.implement({ fields: (t) => this.operators(t, field, type, ref) });
    return ref;
  }

  private operators(
    t: AppInputBuilder,
    field: IrValueField,
    type: AppValueType,
    self: AppInputRef,
  ): AppInputFields {
    const one = t.field({ type });
    const many = t.field({ type: [type] });
    if (field.list) {
      return { equals: many, has: one, hasSome: many, hasEvery: many, isEmpty: t.boolean() };
    }
    if (field.kind === 'scalar' && field.type === 'Json') {
      return {
        equals: one,
        not: one,
        path: t.stringList(),
        string_contains: t.string(),
        string_starts_with: t.string(),
        string_ends_with: t.string(),
        array_contains: one,
        array_starts_with: one,
        array_ends_with: one,
      };
    }
    const not = t.field({ type: self });
    if (field.kind === 'scalar' && field.type === 'Boolean') return { equals: one, not };
    const equality = { equals: one, not, in: many, notIn: many };
    if (field.kind === 'enum') return equality;
    const ordered = { ...equality, ...Object.fromEntries(ORDER.map((name) => [name, one])) };
    if (field.type !== 'String') return ordered;
    return {
      ...ordered,
      ...Object.fromEntries(TEXT.map((name) => [name, one])),
      mode: t.field({ type: this.textMode() }),
    };
  }

  private textMode(): AppEnum {
    this.mode ??= this.parts.builder.enumType(this.parts.names.type('TextMode'), {
      description: 'Whether upper and lower case differ.',
      values: { default: { value: 'default' }, insensitive: { value: 'insensitive' } },
    }) as AppEnum;
    return this.mode;
  }
}
