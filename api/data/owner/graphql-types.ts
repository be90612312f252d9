import type { IrField } from '@platform/aml-compiler';
import type { Builder } from '../../graphql/builder.ts';
import { healthNotes, type HealthNote } from '../health/notes.ts';
import { LIMITS } from '../../limits.ts';
import type { RowsUsed } from '../quota/row-room.ts';
import type { ModelInfo, Models } from '../model-info.ts';
import { operatorsOf } from '@platform/aml-compiler/filter-operators.ts';
import type { DeleteEffect, OwnerData, RowPage } from './contract.ts';

interface Space {
  readonly data: OwnerData;
  readonly models: readonly ModelInfo[];
  readonly enums: Models['enums'];
}
interface Model {
  readonly space: Space;
  readonly info: ModelInfo;
}
interface Field {
  readonly model: Model;
  readonly field: IrField;
}
/** The output types of an owner's data: a space, its models with their rows, and notes on them. */
export function addDataTypes(builder: Builder) {
  const field = builder.objectRef<Field>('DataField').implement({
    description: 'A field of a model, as its table serves it.',
    fields: (t) => ({
      name: t.string({ resolve: ({ field: { name } }) => name }),
      doc: t.string({ nullable: true, resolve: ({ field: { doc } }) => doc }),
      kind: t.string({ description: 'scalar, enum or relation.', resolve: ({ field: { kind } }) => kind }),
      type: t.string({
        description: 'A scalar, or the name of an enum or model.',
        resolve: ({ field: { type } }) => type,
      }),
      list: t.boolean({ resolve: ({ field: { list } }) => list }),
      optional: t.boolean({ resolve: ({ field: { optional } }) => optional }),
      required: t.boolean({
        description: 'A new row must give it.',
        resolve: ({ model, field: { name } }) => model.info.requiredOnCreate.has(name),
      }),
      creatable: t.boolean({ resolve: ({ model, field: { name } }) => model.info.creatable.has(name) }),
      changeable: t.boolean({ resolve: ({ model, field: { name } }) => model.info.changeable.has(name) }),
      unique: t.boolean({ resolve: ({ field: one }) => one.kind !== 'relation' && one.unique }),
      default: t.field({
        type: 'JSON',
        nullable: true,
        description: 'The value of a new row that gives none; null also for what is generated.',
        resolve: ({ field: one }) =>
          one.kind !== 'relation' && one.default?.kind === 'literal' ? one.default.value : null,
      }),
      enumValues: t.stringList({
        resolve: ({ model, field: one }) =>
          one.kind === 'enum'
            ? (model.space.enums.get(one.type)?.values ?? []).map((value) => value.name)
            : [],
      }),
      operators: t.stringList({
        description: 'What `where` takes for it.',
        resolve: ({ field: one }) => (one.kind === 'relation' ? [] : [...operatorsOf(one)]),
      }),
      fields: t.stringList({
        description: 'Of a relation: the own fields that hold the other row’s key.',
        resolve: ({ field: one }) => (one.kind === 'relation' ? [...one.fields] : []),
      }),
      references: t.stringList({
        resolve: ({ field: one }) => (one.kind === 'relation' ? [...one.references] : []),
      }),
    }),
  });

  const page = builder.objectRef<RowPage>('DataRowPage').implement({
    fields: (t) => ({
      rows: t.field({ type: ['JSON'], resolve: ({ rows }) => [...rows] }),
      total: t.exposeInt('total', { description: 'Rows that match, on all pages.' }),
    }),
  });

  const effect = builder.objectRef<DeleteEffect>('DataDeleteEffect').implement({
    description: 'What a delete does to rows of another model.',
    fields: (t) => ({
      model: t.exposeString('model'),
      relation: t.exposeString('relation'),
      action: t.exposeString('action', { description: 'delete, clear or block.' }),
      rows: t.exposeInt('rows'),
    }),
  });

  const model = builder.objectRef<Model>('DataModel').implement({
    description: 'A model of an app with its rows.',
    fields: (t) => ({
      name: t.string({ resolve: ({ info }) => info.ir.name }),
      doc: t.string({ nullable: true, resolve: ({ info }) => info.ir.doc }),
      primaryKey: t.stringList({ resolve: ({ info }) => [...info.ir.primaryKey] }),
      fields: t.field({
        type: [field],
        resolve: (one) => one.info.ir.fields.map((each) => ({ model: one, field: each })),
      }),
      count: t.int({ resolve: ({ space, info }) => space.data.count(info.ir.name) }),
      rows: t.field({
        type: page,
        args: {
          where: t.arg({ type: 'JSON', required: false, description: "The bridge's `where`." }),
          orderBy: t.arg({
            type: 'JSON',
            required: false,
            description: '"field", "-field", or a list of these.',
          }),
          limit: t.arg.int({ required: false, description: '1 to 200, 50 when left out.' }),
          offset: t.arg.int({ required: false }),
        },
        resolve: ({ space, info }, query) => space.data.page(info.ir.name, query),
      }),
      row: t.field({
        type: 'JSON',
        nullable: true,
        args: { key: t.arg({ type: 'JSON', description: 'The key, or an object of its parts.' }) },
        resolve: ({ space, info }, { key }) => space.data.row(info.ir.name, key),
      }),
      deleteEffects: t.field({
        type: [effect],
        args: { keys: t.arg({ type: ['JSON'] }) },
        resolve: async ({ space, info }, { keys }) => [...(await space.data.effects(info.ir.name, keys))],
      }),
    }),
  });

  const note = builder.objectRef<HealthNote>('DataHealthNote').implement({
    description: 'Something about a data model that its owner should look at.',
    fields: (t) => ({
      code: t.exposeString('code'),
      severity: t.exposeString('severity', { description: 'warning or info.' }),
      model: t.exposeString('model'),
      fields: t.stringList({ resolve: ({ fields }) => [...fields] }),
      sentence: t.exposeString('sentence'),
      aml: t.exposeString('aml', { description: 'Lines to write into the model.' }),
    }),
  });

  const quotas = builder.objectRef<RowsUsed>('DataQuotas').implement({
    description: 'How many rows the space has, and how many it may have.',
    fields: (t) => ({
      rows: t.exposeInt('rows', { description: 'Rows of all models.' }),
      rowLimit: t.float({ resolve: () => LIMITS.spaceRows }),
      visitorRowsToday: t.exposeInt('insertsToday', { description: 'New rows of visitors on this UTC day.' }),
      visitorRowsPerDay: t.float({ resolve: () => LIMITS.visitorRowsPerDay }),
    }),
  });

  const space = builder.objectRef<Space>('DataSpace').implement({
    description: 'The data of an own app, or of an own draft.',
    fields: (t) => ({
      models: t.field({ type: [model], resolve: (one) => one.models.map((info) => ({ space: one, info })) }),
      model: t.field({
        type: model,
        nullable: true,
        args: { name: t.arg.string() },
        resolve: (one, { name }) => {
          const info = one.models.find((each) => each.ir.name === name);
          return info ? { space: one, info } : null;
        },
      }),
      quotas: t.field({ type: quotas, resolve: ({ data }) => data.used() }),
      health: t.field({
        type: [note],
        resolve: async ({ data, models, enums }) => {
          const names = models.map((info) => info.ir.name);
          const counts = await Promise.all(names.map((name) => data.count(name)));
          const ir = { models: models.map((info) => info.ir), enums: [...enums.values()] };
          return [...healthNotes(ir, new Map(names.map((name, i) => [name, counts[i] ?? 0])))];
        },
      }),
    }),
  });

  return space;
}
