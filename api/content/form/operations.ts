import type { JsonSchema } from '../kind.ts';
import {
  entrySchema,
  invalid,
  isObject,
  listOf,
  memberEdits,
  moveEdits,
  type Operation,
  paramsSchema,
} from '../operation.ts';
import { SCHEMA } from './schema.ts';

const FIELDS = 'fields';
const KEY: JsonSchema = { type: 'string', description: 'The field, by its key.' };
const INDEX: JsonSchema = { type: 'integer', minimum: 0, description: 'Place in the form, from 0.' };
const FIELD: JsonSchema = entrySchema(SCHEMA, FIELDS);

/** What a form can do by `invoke` (design 11). Fields are named by their keys, places count from 0. */
export const OPERATIONS: readonly Operation[] = [
  {
    op: 'fieldCount',
    name: 'form_field_count',
    description: 'How many fields the form has.',
    inputSchema: paramsSchema({}),
    edits: false,
    run: (document) => ({ result: listOf(document, FIELDS).length }),
  },
  {
    op: 'addField',
    name: 'form_add_field',
    description: 'Adds a field: at the end, or at a place.',
    inputSchema: paramsSchema({ field: FIELD, index: INDEX }, ['field']),
    edits: true,
    run(document, params) {
      const { length } = listOf(document, FIELDS);
      const index = params.index('index', length, length);
      const field = params.object('field');
      return { edits: [{ path: [FIELDS, index], value: field, insert: true }], result: { index } };
    },
  },
  {
    op: 'updateField',
    name: 'form_update_field',
    description: 'Changes members of a field; null takes a member away.',
    inputSchema: paramsSchema({ key: KEY, changes: { type: 'object', description: 'Members and values.' } }, [
      'key',
      'changes',
    ]),
    edits: true,
    run(document, params) {
      const index = indexOf(document, params.text('key'));
      return { edits: memberEdits([FIELDS, index], params.object('changes')), result: { index } };
    },
  },
  {
    op: 'moveField',
    name: 'form_move_field',
    description: 'Takes a field to another place.',
    inputSchema: paramsSchema({ key: KEY, to: INDEX }, ['key', 'to']),
    edits: true,
    run(document, params) {
      const fields = listOf(document, FIELDS);
      const from = indexOf(document, params.text('key'));
      const to = params.index('to', fields.length - 1);
      return { edits: moveEdits(FIELDS, fields[from], from, to), result: { index: to } };
    },
  },
  {
    op: 'removeField',
    name: 'form_remove_field',
    description: 'Removes a field. Answers that were given to it are kept.',
    inputSchema: paramsSchema({ key: KEY }, ['key']),
    edits: true,
    run(document, params) {
      const index = indexOf(document, params.text('key'));
      return { edits: [{ path: [FIELDS, index], value: undefined }], result: { index } };
    },
  },
];

function indexOf(document: unknown, key: string): number {
  const fields = listOf(document, FIELDS);
  const index = fields.findIndex((field) => isObject(field) && field['key'] === key);
  if (index >= 0) return index;
  const keys = fields.flatMap((field) =>
    isObject(field) && typeof field['key'] === 'string' ? [JSON.stringify(field['key'])] : [],
  );
  const has = keys.length === 0 ? 'It has none.' : `It has ${keys.join(', ').slice(0, 1_000)}.`;
  throw invalid(`The form has no field with the key ${JSON.stringify(key)}. ${has}`);
}
