import type { Ir, IrModel, IrValueField } from '@platform/aml-compiler';
import { LIMITS } from '../../limits.ts';
import { looksPersonal } from './personal-words.ts';

/** Something about a data model that its owner should look at, and the AML that would settle it. */
export interface HealthNote {
  readonly code: HealthCode;
  readonly severity: 'warning' | 'info';
  readonly model: string;
  readonly fields: readonly string[];
  readonly sentence: string;
  /** Lines to write into the model. */
  readonly aml: string;
}

export type HealthCode =
  | 'public_personal'
  | 'anyone_updates'
  | 'anyone_deletes'
  | 'unindexed_order'
  | 'unindexed_lookup'
  | 'unbounded_text'
  | 'default_rules'
  | 'no_created_at';

/** Rows from which a list without an index is felt. */
const LARGE = 5_000;
/** Fields by which apps look for one row. */
const LOOKUP = /^(slug|email|e_?mail|username|user|token|code|handle|key|status|category|kind|type)$/i;

/**
 * Reads a data model as a careful colleague would: who may see and change what, what may grow without bound, and which
 * lists will become slow. Warnings first.
 * @param counts rows per model; a model that is missing counts as empty
 */
export function healthNotes(ir: Ir, counts: ReadonlyMap<string, number>): readonly HealthNote[] {
  const notes = ir.models.flatMap((model) => [
    ...noteRights(model),
    ...noteIndexes(model, counts.get(model.name) ?? 0),
    ...noteTexts(model),
    ...noteTimes(model),
  ]);
  return [
    ...notes.filter((note) => note.severity === 'warning'),
    ...notes.filter((note) => note.severity === 'info'),
  ];
}

function noteRights(model: IrModel): readonly HealthNote[] {
  const { name, rules } = model;
  const notes: HealthNote[] = [];
  const personal = valuesOf(model)
    .filter((field) => field.type !== 'Boolean' && looksPersonal(field.name))
    .map((field) => field.name);
  const add = (code: HealthCode, fields: readonly string[], sentence: string, aml: string): void =>
    void notes.push({ code, severity: 'warning', model: name, fields, sentence, aml });
  if (rules.read === 'anyone' && personal.length > 0) {
    const look = personal.length === 1 ? `${personal[0]} looks` : `${words(personal)} look`;
    add(
      'public_personal',
      personal,
      `Anyone can read ${name}, and ${look} personal.`,
      '@@allow(read, owner)',
    );
  }
  if (rules.update === 'anyone')
    add(
      'anyone_updates',
      [],
      `Anyone can change every row of ${name}, not only their own.`,
      '@@allow(update, owner)',
    );
  if (rules.delete === 'anyone')
    add(
      'anyone_deletes',
      [],
      `Anyone can delete every row of ${name}, not only their own.`,
      '@@allow(delete, owner)',
    );
  const usual =
    rules.read === 'anyone' &&
    rules.create === 'anyone' &&
    rules.update === 'owner' &&
    rules.delete === 'owner';
  if (usual && personal.length === 0)
    notes.push({
      code: 'default_rules',
      severity: 'info',
      model: name,
      fields: [],
      sentence: `${name} follows the usual rules: anyone reads and adds rows, only you change and delete them. If visitors need not read them, say so.`,
      aml: '@@allow(read, owner)',
    });
  return notes;
}

function noteIndexes(model: IrModel, rows: number): readonly HealthNote[] {
  if (rows < LARGE) return [];
  const leading = new Set([
    model.primaryKey[0],
    ...model.uniques.map((fields) => fields[0]),
    ...model.indexes.map((index) => index.fields[0]?.name),
    // Foreign keys get an index by themselves.
    ...model.fields.flatMap((field) => (field.kind === 'relation' ? field.fields.slice(0, 1) : [])),
  ]);
  const bare = valuesOf(model).filter((field) => !field.list && !leading.has(field.name));
  const note = (code: HealthCode, field: string, what: string): HealthNote => ({
    code,
    severity: 'warning',
    model: model.name,
    fields: [field],
    sentence: `${model.name} has ${rows.toLocaleString('en')} rows, and ${what} reads all of them: ${field} has no index.`,
    aml: `@@index([${field}])`,
  });
  return [
    ...bare.filter(isCreationTime).map((field) => note('unindexed_order', field.name, 'a list by time')),
    ...bare
      .filter((field) => field.kind === 'enum' || LOOKUP.test(field.name))
      .map((field) => note('unindexed_lookup', field.name, 'a search by it')),
  ];
}

function noteTexts(model: IrModel): readonly HealthNote[] {
  if (model.rules.create !== 'anyone' && model.rules.update !== 'anyone') return [];
  const free = valuesOf(model).filter(
    (field) =>
      field.kind === 'scalar' &&
      field.type === 'String' &&
      !field.list &&
      field.default?.kind !== 'generated' &&
      !model.primaryKey.includes(field.name) &&
      !isForeignKey(model, field) &&
      !field.validators.some((validator) => validator.kind === 'length' || validator.kind === 'email'),
  );
  if (free.length === 0) return [];
  const names = free.map((field) => field.name);
  const most = LIMITS.recordTextCharacters.toLocaleString('en');
  return [
    {
      code: 'unbounded_text',
      severity: 'info',
      model: model.name,
      fields: names,
      sentence: `Anyone can put up to ${most} characters into ${words(names)} of ${model.name}.`,
      aml: free.map(withLength).join('\n'),
    },
  ];
}

function noteTimes(model: IrModel): readonly HealthNote[] {
  if (valuesOf(model).some(isCreationTime)) return [];
  // A table that only joins two others is sorted by them.
  if (model.primaryKey.length > 1) return [];
  return [
    {
      code: 'no_created_at',
      severity: 'info',
      model: model.name,
      fields: [],
      sentence: `${model.name} does not keep when a row was made, so the newest cannot be shown first.`,
      aml: 'createdAt DateTime @default(now())',
    },
  ];
}

function valuesOf(model: IrModel): readonly IrValueField[] {
  return model.fields.filter((field) => field.kind !== 'relation');
}

function isCreationTime(field: IrValueField): boolean {
  return field.type === 'DateTime' && field.default?.kind === 'generated' && field.default.fn === 'now';
}

function isForeignKey(model: IrModel, field: IrValueField): boolean {
  return model.fields.some((other) => other.kind === 'relation' && other.fields.includes(field.name));
}

/** Long texts have names of their own. */
function withLength(field: IrValueField): string {
  const most = /text|body|message|content|description|notes?|comment/i.test(field.name) ? 5_000 : 200;
  return `${field.name} String${field.optional ? '?' : ''} @length(${field.optional ? 0 : 1}, ${most})`;
}

function words(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
