import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FormDocument } from '../form/document.ts';
import { form } from '../form/kind.ts';
import type { ContentKind, JsonSchema, SchemaChange } from '../kind.ts';

/** What the next version of the form's schema might bring: `desc` has another name, and fields may have a help text. */
const SCHEMA_CHANGELOG: readonly SchemaChange[] = [
  {
    version: 2,
    kind: 'rename',
    target: 'desc',
    breaking: true,
    summary: '"desc" is called "intro".',
    migrationHint: 'Rename "desc" to "intro"; its text stays.',
  },
  {
    version: 2,
    kind: 'add',
    target: 'fields[].help',
    breaking: false,
    summary: 'A field may have a help text.',
  },
];

type Properties = Readonly<Record<string, JsonSchema>>;

function secondSchema(): JsonSchema {
  const { desc = {}, fields = {}, ...rest } = form.schema['properties'] as Properties;
  const items = fields['items'] as JsonSchema;
  const help = { type: 'string', examples: ['Some help.'] };
  return {
    ...form.schema,
    $id: 'urn:content:form:2',
    properties: {
      ...rest,
      intro: desc,
      fields: {
        ...fields,
        items: { ...items, properties: { ...(items['properties'] as Properties), help } },
      },
    },
  };
}

/** The kind as it would be then, with a check of its own; the product's own form is in its first version. */
export function secondFormVersion(): ContentKind<FormDocument> {
  const schema = secondSchema();
  const check = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false }).compile(schema);
  return { ...form, schema, check, SCHEMA_VERSION: 2, SCHEMA_CHANGELOG };
}
