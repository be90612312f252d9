import { design, mustEqual, spec, type Rule } from '../rule.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

async function stamps(studio: StudioUnderTest): Promise<readonly unknown[]> {
  const { docSchemaVersion, rendererSchemaVersion } = await studio.state();
  return [docSchemaVersion, rendererSchemaVersion];
}
const html = '<!doctype html><title>x</title>';

export const SCHEMA_VERSION_RULES: readonly Rule[] = [
  {
    id: 'S4.8-schemaVersion-omitted',
    quote: spec('4.8', 'omitted schemaVersion = current'),
    async check(studio, samples) {
      const { currentSchemaVersion: current } = await studio.state();
      await studio.result('setDocument', { document: samples.document('One') });
      await studio.result('setRenderer', { html });
      mustEqual(await stamps(studio), [current, current], 'schema versions of document and renderer');
      mustEqual(
        Object(await studio.result('describe'))['schemaVersion'],
        current,
        '`schemaVersion` of describe',
      );
    },
  },
  {
    id: 'S3-schemaVersion-stated',
    quote: spec('3', 'stamped with the stated version'),
    async check(studio, samples) {
      const { currentSchemaVersion: current } = await studio.state();
      await studio.result('setDocument', { document: samples.document('Archived'), schemaVersion: 0 });
      mustEqual(await stamps(studio), [0, current], 'schema versions of document and renderer');
      await studio.result('setRenderer', { html, schemaVersion: 0 });
      mustEqual(await stamps(studio), [0, 0], 'schema versions of document and renderer');
    },
  },
  {
    id: 'S3-stale-clears',
    quote: spec('3', 'stale flag clears'),
    async check(studio, samples) {
      const { currentSchemaVersion: current } = await studio.state();
      await studio.result('setDocument', { document: samples.document('Archived'), schemaVersion: 0 });
      await studio.result('applyEdit', { patch: { find: 'Archived', replace: 'Edited' } });
      mustEqual(await stamps(studio), [0, current], 'schema versions after an edit of a stale document');
      await studio.result('setDocument', { document: samples.document('Migrated') });
      mustEqual(
        await stamps(studio),
        [current, current],
        'schema versions after setDocument without schemaVersion',
      );
    },
  },
  {
    id: 'S4.8-schemaVersion-invalid',
    quote: spec('4.8', 'omitted schemaVersion = current'),
    async check(studio, samples) {
      const { currentSchemaVersion: current } = await studio.state();
      await studio.result('setDocument', { document: samples.document('Archived'), schemaVersion: 0 });
      await studio.result('setDocument', { document: samples.invalid.document });
      mustEqual(
        await stamps(studio),
        [current, current],
        'schema versions after setDocument without schemaVersion, with a document that has mistakes',
      );
    },
  },
  {
    id: 'D11-schemaVersion-params',
    quote: design('a `schemaVersion` above the current one is `invalid_params`'),
    async check(studio, samples) {
      const above = Number((await studio.state())['currentSchemaVersion']) + 1;
      await studio.unchangedBy(async () => {
        for (const schemaVersion of [above, -1, 0.5, '0', true]) {
          const document = samples.document('Not to be taken');
          for (const [method, params] of [
            ['setDocument', { document, schemaVersion }],
            ['setRenderer', { html, schemaVersion }],
          ] as const) {
            const { code } = await studio.refusal(method, params);
            mustEqual(
              code,
              'invalid_params',
              `code of ${method} with schemaVersion ${JSON.stringify(schemaVersion)}`,
            );
          }
        }
      }, 'a refused schemaVersion');
    },
  },
];
