import type { AppModel, FieldState, ModelState } from './app-model.ts';
import { KEY_KINDS, SCALARS, keyTarget } from './app-model.ts';

/** Small, so that names come back, and with pairs that meet in the database (`aB` and `a_b`). */
const FIELD_NAMES = ['a', 'b', 'c', 'aB', 'a_b', 'longer'];
const MODEL_NAMES = ['Ant', 'Bee', 'BigAnt', 'Big_ant'];
const ENUM_VALUES = ['X', 'Y', 'Z', 'W'];

/** What an edit is made from: which kind, and numbers that choose among what is there. */
export interface Edit {
  readonly kind: EditKind;
  readonly at: number;
  readonly to: number;
  readonly more: number;
}

/** What is remembered beside the model: removed things, to bring back, and earlier states, to return to. */
export interface Attic {
  nextId: number;
  readonly fields: { readonly model: number; readonly field: FieldState }[];
  readonly models: ModelState[];
  readonly past: AppModel[];
}

type Change = (app: AppModel, edit: Edit, attic: Attic) => boolean;

/** Each changes the model in place, or answers false where there is nothing to change. */
const CHANGES = {
  addField(app, edit, attic) {
    const model = pick(app.models, edit.at);
    const name = pick(FIELD_NAMES, edit.to);
    if (!model || !name || model.fields.some((field) => field.name === name)) return false;
    const types = [...SCALARS, ...app.enums.map((item) => item.name)];
    model.fields.push({
      id: (attic.nextId += 1),
      name,
      was: null,
      type: pick(types, edit.more) ?? 'String',
      ...modifiers(edit.more >> 4),
      relation: null,
    });
    return true;
  },
  removeField(app, edit, attic) {
    const [model, field] = pickField(app, edit);
    if (!model || !field) return false;
    attic.fields.push({ model: model.id, field: structuredClone(field) });
    without(model, field);
    return true;
  },
  restoreField(app, edit, attic) {
    const [kept, model] = pickRemoved(app, edit, attic);
    if (!kept || !model || model.fields.some((field) => field.name === kept.field.name)) return false;
    if (kept.field.relation && !app.models.some((item) => item.id === kept.field.relation?.to)) return false;
    attic.fields.splice(attic.fields.indexOf(kept), 1);
    const type = edit.more % 3 === 0 ? { type: pick(SCALARS, edit.to) ?? 'String', relation: null } : {};
    model.fields.push({ ...kept.field, was: null, ...type });
    return true;
  },
  /** Brings a removed field back under another name. */
  restoreRenamed(app, edit, attic) {
    const [kept, model] = pickRemoved(app, edit, attic);
    const name = pick(FIELD_NAMES, edit.to);
    if (!kept || !model || !name || kept.field.relation || model.fields.some((field) => field.name === name))
      return false;
    attic.fields.splice(attic.fields.indexOf(kept), 1);
    model.fields.push({ ...kept.field, name, was: kept.field.name });
    return true;
  },
  renameField(app, edit) {
    const [model, field] = pickField(app, edit);
    const name = pick(FIELD_NAMES, edit.more);
    if (!model || !field || !name || model.fields.some((other) => other.name === name)) return false;
    renameIn(model, field.name, name);
    field.was = field.name;
    field.name = name;
    return true;
  },
  swapFields(app, edit) {
    const [model, field] = pickField(app, edit);
    const other = model && pick(model.fields, edit.more);
    if (!model || !field || !other || other === field) return false;
    [field.name, other.name] = [other.name, field.name];
    [field.was, other.was] = [other.name, field.name];
    return true;
  },
  changeType(app, edit) {
    const [, field] = pickField(app, edit);
    if (!field || field.relation) return false;
    field.type = pick([...SCALARS, ...app.enums.map((item) => item.name)], edit.more) ?? 'String';
    if (edit.more % 11 === 0) field.list = !field.list && field.type !== 'Json';
    if (field.type === 'Json') Object.assign(field, { unique: false, list: false });
    return true;
  },
  changeModifiers(app, edit) {
    const [, field] = pickField(app, edit);
    if (!field) return false;
    Object.assign(field, modifiers(edit.more), { list: field.list });
    if (field.type === 'Json' && !field.relation) field.unique = false;
    return true;
  },
  addKey(app, edit) {
    const model = pick(app.models, edit.at);
    const names =
      model?.fields.filter((field) => field.type !== 'Json' && !field.list).map((f) => f.name) ?? [];
    const [first, second] = [pick(names, edit.to), pick(names, edit.more)];
    if (!model || !first) return false;
    const key = !second || second === first ? [first] : [first, second];
    (edit.more % 2 ? model.uniques : model.indexes).push(key);
    return true;
  },
  removeKey(app, edit) {
    const model = pick(app.models, edit.at);
    const keys = edit.more % 2 ? model?.uniques : model?.indexes;
    return (keys?.pop() ?? null) !== null;
  },
  addModel(app, edit, attic) {
    const name = pick(MODEL_NAMES, edit.to);
    if (!name || app.models.some((model) => model.name === name)) return false;
    const key = pick(KEY_KINDS, edit.more) ?? 'auto';
    app.models.push({ id: (attic.nextId += 1), name, was: null, key, fields: [], uniques: [], indexes: [] });
    return true;
  },
  removeModel(app, edit, attic) {
    const model = pick(app.models, edit.at);
    if (!model || app.models.length < 2) return false;
    app.models.splice(app.models.indexOf(model), 1);
    attic.models.push(structuredClone(model));
    for (const other of app.models) for (const field of other.fields) dropRelationTo(field, model.id);
    return true;
  },
  restoreModel(app, edit, attic) {
    const model = pick(attic.models, edit.at);
    if (!model || app.models.some((other) => other.name === model.name || other.id === model.id))
      return false;
    attic.models.splice(attic.models.indexOf(model), 1);
    const known = new Set([...app.models.map((other) => other.id), model.id]);
    for (const field of model.fields)
      if (field.relation && !known.has(field.relation.to)) field.relation = null;
    app.models.push(model);
    return true;
  },
  renameModel(app, edit) {
    const model = pick(app.models, edit.at);
    const name = pick(MODEL_NAMES, edit.to);
    if (!model || !name || app.models.some((other) => other.name === name)) return false;
    model.was = model.name;
    model.name = name;
    return true;
  },
  swapModels(app, edit) {
    const [model, other] = [pick(app.models, edit.at), pick(app.models, edit.to)];
    if (!model || !other || model === other) return false;
    [model.name, other.name] = [other.name, model.name];
    [model.was, other.was] = [other.name, model.name];
    return true;
  },
  changeKey(app, edit) {
    const model = pick(app.models, edit.at);
    const key = pick(KEY_KINDS, edit.more);
    if (!model || !key || model.key === key) return false;
    const pointedTo = app.models.some((other) => other.fields.some((f) => f.relation?.to === model.id));
    if (key === 'pair' && pointedTo) return false;
    model.key = key;
    return true;
  },
  addRelation(app, edit, attic) {
    const [model, to] = [pick(app.models, edit.at), pick(app.models, edit.to)];
    if (!model || !to || !keyTarget(to)) return false;
    const id = (attic.nextId += 1);
    const plain = edit.more % 3 === 0 ? pick(model.fields, edit.more) : undefined;
    const relation = { id, to: to.id, onDelete: edit.more % 2 ? 'Cascade' : 'Restrict' } as const;
    if (plain && !plain.relation && !plain.list) {
      Object.assign(plain, { relation, hasDefault: false });
      return true;
    }
    const shape = { ...modifiers(edit.more), list: false, hasDefault: false };
    model.fields.push({
      id,
      name: `fk${id}`,
      was: null,
      type: keyTarget(to)?.type ?? 'String',
      ...shape,
      relation,
    });
    return true;
  },
  /** The foreign key stays as an ordinary field. */
  removeRelation(app, edit) {
    const fields = app.models.flatMap((model) => model.fields).filter((field) => field.relation);
    const field = pick(fields, edit.at);
    if (!field) return false;
    field.relation = null;
    return true;
  },
  addEnumValue: (app, edit) => {
    const item = pick(app.enums, edit.at);
    const value = pick(ENUM_VALUES, edit.to);
    if (!item || !value || item.values.includes(value)) return false;
    item.values.push(value);
    return true;
  },
  removeEnumValue(app, edit) {
    const item = pick(app.enums, edit.at);
    if (!item || item.values.length < 2) return false;
    item.values.splice(edit.to % item.values.length, 1);
    return true;
  },
  forgetWas(app) {
    for (const model of app.models) {
      model.was = null;
      for (const field of model.fields) field.was = null;
    }
    return true;
  },
  /** Names something at random as the earlier name, as a mistaken hand would. */
  mistakenWas(app, edit) {
    const [, field] = pickField(app, edit);
    if (!field) return false;
    field.was = pick(FIELD_NAMES, edit.more) ?? null;
    return true;
  },
  /** Publishes an earlier version again. */
  returnToPast(app, edit, attic) {
    const past = pick(attic.past, edit.at);
    if (!past) return false;
    const { models, enums } = structuredClone(past);
    app.models.splice(0, app.models.length, ...models);
    app.enums.splice(0, app.enums.length, ...enums);
    return true;
  },
} satisfies Readonly<Record<string, Change>>;

export type EditKind = keyof typeof CHANGES;
export const EDIT_KINDS = Object.keys(CHANGES) as readonly EditKind[];

/** The model after an edit; null where the edit finds nothing to change. */
export function edited(app: AppModel, edit: Edit, attic: Attic): AppModel | null {
  const next = structuredClone(app);
  const change: Change = CHANGES[edit.kind];
  return change(next, edit, attic) ? next : null;
}

function pick<T>(items: readonly T[], n: number): T | undefined {
  return items[n % items.length];
}

function pickField(
  app: AppModel,
  { at, to }: Edit,
): readonly [ModelState | undefined, FieldState | undefined] {
  const model = pick(app.models, at);
  return [model, model && pick(model.fields, to)];
}

/** A removed field whose model is there; not one that came back with an earlier version. */
function pickRemoved(
  app: AppModel,
  { at }: Edit,
  attic: Attic,
): readonly [Attic['fields'][number] | undefined, ModelState | undefined] {
  const kept = pick(attic.fields, at);
  const model = app.models.find((candidate) => candidate.id === kept?.model);
  return model?.fields.some((field) => field.id === kept?.field.id) ? [undefined, undefined] : [kept, model];
}

function modifiers(n: number): Pick<FieldState, 'optional' | 'list' | 'unique' | 'hasDefault'> {
  const list = n % 9 === 8;
  return { optional: !list && n % 2 === 1, list, unique: !list && n % 5 === 0, hasDefault: n % 3 === 0 };
}

function without(model: ModelState, field: FieldState): void {
  model.fields.splice(model.fields.indexOf(field), 1);
  for (const keys of [model.uniques, model.indexes]) {
    keys.splice(0, keys.length, ...keys.filter((names) => !names.includes(field.name)));
  }
}

function renameIn(model: ModelState, from: string, to: string): void {
  for (const keys of [model.uniques, model.indexes]) {
    keys.splice(0, keys.length, ...keys.map((names) => names.map((name) => (name === from ? to : name))));
  }
}

function dropRelationTo(field: FieldState, model: number): void {
  if (field.relation?.to === model) field.relation = null;
}
