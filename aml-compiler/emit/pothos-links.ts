import { changeableFields, creatableFields } from '../client-settable.ts';
import type { IrModel } from '../ir.ts';
import { linkOperations, linksOf, type Link, type LinkOperation } from '../links.ts';
import type { AppRights } from './pothos-api.ts';
import type { AppInputBuilder, AppInputFields, AppInputRef, AppInputShape } from './pothos-builder.ts';
import type { SchemaParts } from './pothos-types.ts';

/** The inputs of rows that a nested write makes or changes. */
export interface RowInputs {
  create(model: IrModel): AppInputRef | null;
  update(model: IrModel): AppInputRef | null;
  /** `TaskKey` */
  key(model: IrModel): AppInputRef;
}

export type LinkPurpose = 'create' | 'update';

/** The inputs of nested writes: what to do with the rows at the other end of a relation. */
export class Links {
  private readonly parts: SchemaParts;
  private readonly rights: AppRights;
  private readonly rows: RowInputs;
  private readonly inputs = new Set<string>();
  private readonly known = new Map<string, AppInputRef>();
  private readonly changes = new Map<string, AppInputRef>();

  constructor(parts: SchemaParts, rights: AppRights, rows: RowInputs) {
    this.parts = parts;
    this.rights = rights;
    this.rows = rows;
    this.findInputs();
  }

  /** The relations that a new or changed row of the model may bring along. */
  of(model: IrModel, purpose: LinkPurpose): readonly Link[] {
    return [...linksOf(this.parts.ir, model).values()].filter(
      (link) => this.operations(model, link, purpose).length > 0,
    );
  }

  fields(t: AppInputBuilder, model: IrModel, purpose: LinkPurpose): AppInputFields {
    return Object.fromEntries(
      this.of(model, purpose).map((link) => [
        link.relation.name,
        t.field({ type: this.input(model, link, purpose) }),
      ]),
    );
  }

  /** Whether there is anything to give of a row. */
  hasInput(model: IrModel, purpose: LinkPurpose): boolean {
    return this.inputs.has(`${purpose} ${model.name}`);
  }

  private operations(model: IrModel, link: Link, purpose: LinkPurpose): readonly LinkOperation[] {
    const allowed = linkOperations(model, link, purpose, (target, operation) =>
      this.rights.may(target, operation),
    );
    return allowed.filter(
      (operation) =>
        (operation !== 'create' && operation !== 'update') || this.hasInput(link.target, operation),
    );
  }

  /** Inputs hold each other in rings, and one without fields may not be: so the ones with fields are found first. */
  private findInputs(): void {
    const purposes = ['create', 'update'] as const;
    const fieldsOf = { create: creatableFields, update: changeableFields };
    for (let size = -1; size < this.inputs.size;) {
      size = this.inputs.size;
      for (const model of this.parts.ir.models)
        for (const purpose of purposes)
          if (fieldsOf[purpose](model).length > 0 || this.of(model, purpose).length > 0)
            this.inputs.add(`${purpose} ${model.name}`);
    }
  }

  /** `TaskListCreateLink`, `BoardUpdateLink`; links that allow the same share one. */
  private input(model: IrModel, link: Link, purpose: LinkPurpose): AppInputRef {
    const operations = this.operations(model, link, purpose);
    const { target, relation } = link;
    const shape = `${target.name} ${relation.list ? 'list' : 'one'} ${operations.join()}`;
    const known = this.known.get(shape);
    if (known) return known;
    const wanted = `${target.name}${relation.list ? 'List' : ''}${purpose === 'create' ? 'Create' : 'Update'}Link`;
    const ref = this.parts.builder.inputRef<AppInputShape>(this.parts.names.type(wanted, `link ${shape}`));
    this.known.set(shape, ref);
    ref.implement({
      fields: (t) =>
        Object.fromEntries(
          operations.map((operation) => [operation, this.operation(t, link, operation)] as const),
        ) as AppInputFields,
    });
    return ref;
  }

  private operation(t: AppInputBuilder, { target, relation }: Link, operation: LinkOperation) {
    const one = relation.list ? null : operation;
    if (one === 'disconnect' || one === 'delete') return t.boolean();
    const type =
      operation === 'create'
        ? this.rows.create(target)
        : operation === 'update'
          ? relation.list
            ? this.change(target)
            : this.rows.update(target)
          : this.rows.key(target);
    if (!type) throw new Error(`${target.name} has no input to ${operation}.`);
    return relation.list ? t.field({ type: [type] }) : t.field({ type });
  }

  /** `TaskChange`: which row, and what of it. */
  private change(model: IrModel): AppInputRef {
    const known = this.changes.get(model.name);
    if (known) return known;
    const name = this.parts.names.type(`${model.name}Change`, `${model.name} change`);
    const ref = this.parts.builder.inputRef<AppInputShape>(name);
    this.changes.set(model.name, ref);
    const data = this.rows.update(model);
    if (!data) throw new Error(`${model.name} has no input to change it.`);
    ref.implement({
      fields: (t) => ({
        key: t.field({ type: this.rows.key(model), required: true }),
        data: t.field({ type: data, required: true }),
      }),
    });
    return ref;
  }
}
