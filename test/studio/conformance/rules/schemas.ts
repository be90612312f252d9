import { Ajv2020 } from 'ajv/dist/2020.js';
import { Ajv } from 'ajv';
import {
  design,
  must,
  mustBeObject,
  mustBeObjects,
  mustEqual,
  mustHaveShape,
  spec,
  type Loose,
  type Rule,
} from '../rule.ts';
import { brokenDocument } from '../samples.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

const DIAGNOSTIC = {
  code: 'string',
  message: 'string',
  'hint?': 'string',
  'line?': 'number',
  'col?': 'number',
  'path?': 'string',
};

async function diagnosticsOf(studio: StudioUnderTest): Promise<readonly Loose[]> {
  return mustBeObjects(await studio.result('validate'), 'what `validate` answers');
}

function compile(schema: Loose): (document: unknown) => boolean {
  const options = { strict: false, logger: false } as const;
  const is2020 = String(schema['$schema']).includes('2020-12');
  const check = (is2020 ? new Ajv2020(options) : new Ajv(options)).compile(schema);
  return (document) => check(document) === true;
}

/** One rule of spec 2.4: a document that breaks it is not valid, and the diagnostics say where. */
function documentRule(id: string, sample: string, section: string, text: string): Rule {
  return {
    id,
    quote: spec(section, text),
    async check(studio, samples) {
      const { document, path } = brokenDocument(samples, sample);
      const { ok } = mustBeObject(await studio.result('setDocument', { document }), 'the result');
      mustEqual([ok, (await studio.state())['valid']], [false, false], `whether this is valid: ${document}`);
      const paths = (await diagnosticsOf(studio)).map((diagnostic) => diagnostic['path']);
      must(
        paths.some((one) => typeof one === 'string' && (one === path || one.startsWith(`${path}/`))),
        `no diagnostic points to ${path}, but to ${JSON.stringify(paths)}`,
      );
    },
  };
}

export const SCHEMA_RULES: readonly Rule[] = [
  {
    id: 'S4.8-validate',
    quote: spec('4.8', 'diagnostics of the current document'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.invalid.document });
      must((await diagnosticsOf(studio)).length > 0, 'an invalid document has no diagnostics');
      await studio.result('setDocument', { document: '{' });
      must((await diagnosticsOf(studio)).length > 0, 'a text that is no JSON has no diagnostics');
    },
  },
  {
    id: 'D11-valid-no-diagnostics',
    quote: design('A valid document has no diagnostics at all.'),
    async check(studio, samples) {
      mustEqual(await diagnosticsOf(studio), [], 'diagnostics of the starter document');
      const result = await studio.result('setDocument', { document: JSON.stringify(samples.rich) });
      mustEqual([Object(result)['ok'], Object(result)['diagnostics']], [true, []], 'ok and diagnostics');
      mustEqual(await diagnosticsOf(studio), [], 'diagnostics of a document with all there is');
    },
  },
  {
    id: 'S2.6-diagnostic-shape',
    quote: spec('2.6', '`StudioDiagnostic { code, message, hint?, line?, col?, path? }`'),
    async check(studio, samples) {
      for (const document of [samples.invalid.document, '{"title":', '[]', '{}']) {
        const result = mustBeObject(await studio.result('setDocument', { document }), 'the result');
        const diagnostics = await diagnosticsOf(studio);
        mustEqual(result['diagnostics'], diagnostics, 'diagnostics of setDocument and of validate');
        for (const diagnostic of diagnostics) mustHaveShape(diagnostic, DIAGNOSTIC, 'a diagnostic');
      }
    },
  },
  {
    id: 'S7-diagnostic-path',
    quote: spec('7', 'diagnostics located by JSON pointer (`path`)'),
    async check(studio, samples) {
      const { document, path } = samples.invalid;
      await studio.result('setDocument', { document });
      const paths = (await diagnosticsOf(studio)).map((diagnostic) => diagnostic['path']);
      must(paths.includes(path), `no diagnostic points to ${path}, but to ${JSON.stringify(paths)}`);
    },
  },
  {
    id: 'S4.8-getSchema',
    quote: spec('4.8', 'machine-readable content contract'),
    async check(studio, samples) {
      const schema = mustBeObject(await studio.result('getSchema'), 'the schema');
      const isValid = compile(schema);
      const { schema: starter } = await studio.state();
      must(isValid(starter), 'the starter document does not fit the schema');
      must(isValid(samples.rich), 'a document with all there is does not fit the schema');
      must(!isValid(JSON.parse(samples.invalid.document)), 'an invalid document fits the schema');
    },
  },
  {
    id: 'S2.6-schema-diff-shape',
    quote: spec('2.6', '`SchemaDiff { from, to, changes: SchemaChange[], hasBreaking }`'),
    async check(studio) {
      const { currentSchemaVersion } = await studio.state();
      const diff = mustBeObject(await studio.result('getSchemaDiff', { fromVersion: 0 }), 'the diff');
      mustHaveShape(
        diff,
        { from: 'number', to: 'number', changes: 'list', hasBreaking: 'boolean' },
        'the diff',
      );
      mustEqual([diff['from'], diff['to']], [0, currentSchemaVersion], 'from and to');
      for (const change of mustBeObjects(diff['changes'], 'changes')) {
        const types = {
          version: 'number',
          kind: 'string',
          target: 'string',
          breaking: 'boolean',
          summary: 'string',
        };
        mustHaveShape(change, { ...types, 'migrationHint?': 'string' }, 'a change');
        must(
          ['add', 'remove', 'rename', 'modify'].includes(String(change['kind'])),
          'a change has another kind',
        );
      }
    },
  },
  {
    id: 'S9.1-schema-diff-range',
    quote: spec('9', 'returns the entries with `from < version <= to` and `hasBreaking`'),
    async check(studio) {
      const to = Number((await studio.state())['currentSchemaVersion']);
      for (let from = 0; from <= to; from += 1) {
        const diff = mustBeObject(await studio.result('getSchemaDiff', { fromVersion: from }), 'the diff');
        const changes = mustBeObjects(diff['changes'], 'changes');
        const outside = changes.filter(({ version }) => !(from < Number(version) && Number(version) <= to));
        mustEqual(outside, [], `changes from ${from} that are outside`);
        mustEqual(
          diff['hasBreaking'],
          changes.some(({ breaking }) => breaking === true),
          '`hasBreaking`',
        );
      }
      mustEqual(
        await studio.result('getSchemaDiff', { fromVersion: to }),
        { from: to, to, changes: [], hasBreaking: false },
        'the diff from the current version',
      );
    },
  },
  {
    id: 'D11-schema-diff-above',
    quote: design('a `fromVersion` above it an empty diff'),
    async check(studio) {
      const above = Number((await studio.state())['currentSchemaVersion']) + 5;
      const diff = mustBeObject(await studio.result('getSchemaDiff', { fromVersion: above }), 'the diff');
      mustEqual([diff['changes'], diff['hasBreaking']], [[], false], 'changes and hasBreaking');
    },
  },
  {
    id: 'D11-schema-diff-params',
    quote: design('`schemaVersion` and `fromVersion` are integers ≥ 0'),
    async check(studio) {
      for (const fromVersion of [-1, 0.5, '1', null, true, [0]]) {
        const { code } = await studio.refusal('getSchemaDiff', { fromVersion });
        mustEqual(code, 'invalid_params', `code of fromVersion ${JSON.stringify(fromVersion)}`);
      }
    },
  },
  documentRule(
    'S2.4-form-type',
    'form-type',
    '2.4',
    'one of text, long, email, number, choice, multi, rating, date, bool',
  ),
  documentRule('S2.4-form-key', 'form-key', '2.4', 'unique within the form'),
  documentRule('S2.4-form-options', 'form-options', '2.4', 'allowed only when type is choice or multi'),
  documentRule('S2.4-form-range', 'form-range', '2.4', 'allowed only when type is number or rating'),
  documentRule('S2.4-form-range-order', 'form-range-order', '2.4', 'min must be less than max'),
  documentRule('S2.4-slides-layout', 'slides-layout', '2.4', 'one of title, bullets, text'),
  documentRule('S2.4-slides-one', 'slides-one', '2.4', 'at least 1'),
  documentRule('S2.4-slides-bullets', 'slides-bullets', '2.4', 'allowed only on layout bullets'),
];
