import type { StudioDiagnostic } from '../../errors.ts';
import { appendPointer } from '../json-place.ts';
import type { JsonSchema, RecordCheck } from '../kind.ts';
import type { FormDocument, FormField } from './document.ts';
import { FIELD_RULES } from './field-rules.ts';

/** JSON Schema of one answer to a form, keyed by each field's `key` (spec 2.5). */
export function recordSchema({ title, fields }: FormDocument): JsonSchema {
  // fromEntries makes own members whatever a key is called, "__proto__" too.
  const properties = Object.fromEntries(
    fields.map((field) => [
      field.key,
      { title: field.label, ...FIELD_RULES[field.type].schema(field), ...notEmpty(field) },
    ]),
  );
  const required = fields.filter((field) => field.required).map(({ key }) => key);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  };
}

/**
 * Whether an answer may be stored (spec 2.5): every mistake, one for each field. An optional field may be left out,
 * null, or empty; a value has the JSON type of its field, nothing is converted.
 */
export function checkRecord({ fields }: FormDocument, record: unknown): RecordCheck {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    const message = 'An answer is an object of keys and values.';
    return { ok: false, diagnostics: [{ code: 'wrong_type', path: '', message }] };
  }
  const values = new Map<string, unknown>(Object.entries(record));
  const diagnostics: StudioDiagnostic[] = [];
  for (const field of fields) {
    const value = values.get(field.key);
    values.delete(field.key);
    const path = appendPointer('', field.key);
    const problem = isEmpty(value)
      ? field.required
        ? { code: 'missing_value', message: 'is required' }
        : null
      : FIELD_RULES[field.type].problem(value, field);
    if (problem) diagnostics.push({ ...problem, path, message: `“${field.label}” ${problem.message}.` });
  }
  const keys = fields.map(({ key }) => JSON.stringify(key)).join(', ');
  for (const key of values.keys()) {
    const message = `This form has no field with the key ${JSON.stringify(key)}.`;
    const hint = `Its keys are ${keys.slice(0, 1_000)}.`;
    diagnostics.push({ code: 'unknown_field', path: appendPointer('', key), message, hint });
  }
  return { ok: diagnostics.length === 0, diagnostics };
}

/** What `required` asks beyond being there. */
function notEmpty({ type, required }: FormField): JsonSchema {
  if (!required) return {};
  if (type === 'multi') return { minItems: 1 };
  return type === 'text' || type === 'long' ? { pattern: '\\S' } : {};
}

/** What counts as no answer: nothing was typed, nothing was chosen. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}
