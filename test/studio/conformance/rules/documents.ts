import { design, must, mustBeObject, mustEqual, mustHaveShape, spec, type Rule } from '../rule.ts';

const MUTATION = { ok: 'boolean', diagnostics: 'list', version: 'number' };

export const DOCUMENT_RULES: readonly Rule[] = [
  {
    id: 'D11-start',
    quote: design(
      'It starts at version 0 with a small valid starter document and the built-in default renderer',
    ),
    async check(studio) {
      const { version, valid, document } = await studio.state();
      mustEqual([version, valid], [0, true], 'version and validity at the start');
      must(typeof document === 'string' && document.length < 10_000, 'the starter document is not small');
      must(typeof (await studio.result('getRenderer')) === 'string', 'there is no default renderer');
    },
  },
  {
    id: 'S4.8-setDocument',
    quote: spec('4.8', 'replace the whole document (JSON string)'),
    async check(studio, samples) {
      for (const text of [samples.document('One'), JSON.stringify(samples.rich, null, '\t')]) {
        await studio.result('setDocument', { document: text });
        mustEqual(await studio.result('getDocument'), text, 'the document');
      }
    },
  },
  {
    id: 'S2.6-mutation-result',
    quote: spec('2.6', '`MutationResult { ok, diagnostics: StudioDiagnostic[], version: DocVersion }`'),
    async check(studio, samples) {
      const set = await studio.result('setDocument', { document: samples.document('One') });
      mustHaveShape(set, MUTATION, 'the result of setDocument');
      mustEqual(set, { ok: true, diagnostics: [], version: 1 }, 'the result of setDocument');
      const edit = mustBeObject(
        await studio.result('applyEdit', { patch: { find: 'One', replace: 'Two' } }),
        'the result of applyEdit',
      );
      mustEqual([edit['ok'], edit['diagnostics'], edit['version']], [true, [], 2], 'the result of applyEdit');
    },
  },
  {
    id: 'S4.8-getDocument',
    quote: spec('4.8', 'current document text'),
    async check(studio, samples) {
      const text = `  ${samples.document('Zoë \u{1F600}').replaceAll(':', ' :\n\t')}\r\n`;
      await studio.result('setDocument', { document: text });
      mustEqual(await studio.result('getDocument'), text, 'the text, white space and all');
    },
  },
  {
    id: 'S4.8-getState',
    quote: spec(
      '4.8',
      '`{ version, document, valid, schema, currentSchemaVersion, rendererSchemaVersion, docSchemaVersion }`',
    ),
    async check(studio) {
      mustHaveShape(
        await studio.state(),
        {
          version: 'number',
          document: 'string',
          valid: 'boolean',
          schema: 'object',
          currentSchemaVersion: 'number',
          rendererSchemaVersion: 'number',
          docSchemaVersion: 'number',
        },
        'the state',
      );
    },
  },
  {
    id: 'S4.8-getState-schema',
    quote: spec('4.8', '`schema` is the parsed document instance'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: JSON.stringify(samples.rich) });
      mustEqual((await studio.state())['schema'], samples.rich, '`schema`');
    },
  },
  {
    id: 'D11-getState-unparsable',
    quote: design('`getState` has `valid: false` (`schema` null when unparsable)'),
    async check(studio) {
      await studio.result('setDocument', { document: '{"title":' });
      const { valid, schema, document } = await studio.state();
      mustEqual([valid, schema, document], [false, null, '{"title":'], 'valid, schema and document');
    },
  },
  {
    id: 'D11-invalid-held',
    quote: design(
      'An invalid document, unparsable text too, is taken and held: envelope `ok: true`, version + 1, `result.ok` says whether the document is valid',
    ),
    async check(studio, samples) {
      let version = 0;
      for (const text of [samples.invalid.document, '', 'no JSON', '[]', 'null', '{}']) {
        version += 1;
        const reply = await studio.ask('setDocument', { document: text });
        const { ok, version: now } = mustBeObject(reply['result'], 'the result');
        mustEqual(
          [reply['ok'], ok, now],
          [true, false, version],
          `ok, result.ok and version for ${JSON.stringify(text)}`,
        );
        const state = await studio.state();
        mustEqual([state['valid'], state['document']], [false, text], 'valid and document');
      }
    },
  },
  {
    id: 'S3-version-in-response',
    quote: spec('3', 'response carries new version'),
    async check(studio, samples) {
      const requests = [
        studio.request('setDocument', { document: samples.document('One') }),
        studio.request('applyEdit', { patch: { find: 'One', replace: 'Two' } }),
        studio.request('setRenderer', { html: null }),
      ];
      const replies = await studio.askAll(requests);
      mustEqual(
        replies.map(({ version }) => version),
        [1, 2, 3],
        'versions in the responses to three changes',
      );
    },
  },
  {
    id: 'S1.8-own-document',
    quote: spec('1', 'Each Studio holds one JSON content document validated by a schema'),
    async check(studio, samples) {
      const other = await studio.another();
      await studio.result('setDocument', { document: samples.document('First') });
      await other.result('setDocument', { document: samples.document('Second') });
      await other.result('setDocument', { document: samples.document('Third') });
      mustEqual(await studio.result('getDocument'), samples.document('First'), 'the first Studio’s document');
      mustEqual(await studio.version(), 1, 'the first Studio’s version');
      mustEqual(await other.result('getDocument'), samples.document('Third'), 'the second Studio’s document');
    },
  },
  {
    id: 'D11-document-size',
    quote: design('A document may have 1 MB.'),
    async check(studio, samples) {
      const fill = (bytes: number): string => {
        const text = samples.document('T');
        return text.replace('"T"', JSON.stringify('T'.padEnd(bytes - text.length + 1, 'x')));
      };
      const most = fill(1_000_000);
      mustEqual(most.length, 1_000_000, 'bytes of the sample');
      mustEqual(Object(await studio.result('setDocument', { document: most }))['ok'], true, 'ok of 1 MB');
      mustEqual(await studio.result('getDocument'), most, 'the document of 1 MB');
    },
  },
];
