import { design, mustEqual, spec, type Rule } from '../rule.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

const FIRST = spec('4.8', 'first-match text replacement in the document');

async function edit(
  studio: StudioUnderTest,
  document: string,
  find: string,
  replace: string,
): Promise<unknown> {
  await studio.result('setDocument', { document });
  await studio.result('applyEdit', { patch: { find, replace } });
  return studio.result('getDocument');
}

export const EDIT_RULES: readonly Rule[] = [
  {
    id: 'S4.8-applyEdit',
    quote: FIRST,
    async check(studio, samples) {
      const text = await edit(studio, samples.document('Before'), '"Before"', '"After"');
      mustEqual(text, samples.document('Before').replace('"Before"', '"After"'), 'the document');
    },
  },
  {
    id: 'S4.8-applyEdit-first',
    quote: FIRST,
    async check(studio, samples) {
      const text = await edit(studio, samples.document('an an an'), 'an', 'AN');
      mustEqual(text, samples.document('AN an an').replace('"heading":"AN', '"heading":"an'), 'the document');
    },
  },
  {
    id: 'D11-applyEdit-literal',
    quote: design('the replacement is literal'),
    async check(studio, samples) {
      const replace = "$&$1$$$`$'$<a>";
      const text = await edit(studio, samples.document('mark'), 'mark', replace);
      const expected = samples.document('mark').replace('mark', () => replace);
      mustEqual(text, expected, 'the document');
    },
  },
  {
    id: 'S4.8-applyEdit-plain',
    quote: FIRST,
    async check(studio, samples) {
      const text = await edit(studio, samples.document('abc a.c [a]'), 'a.c [a]', 'found');
      mustEqual(
        text,
        samples.document('abc a.c [a]').replace('a.c [a]', 'found'),
        'the document after a search for signs that mean something in patterns',
      );
    },
  },
  {
    id: 'D11-applyEdit-no-match',
    quote: design('`applyEdit` without a match is envelope `ok: false`, code `no_match`, nothing changes'),
    async check(studio) {
      const heard = await studio.unchangedBy(async () => {
        const { code } = await studio.refusal('applyEdit', {
          patch: { find: 'nowhere in it', replace: 'x' },
        });
        mustEqual(code, 'no_match', 'the code');
      }, 'an edit without a match');
      mustEqual(heard, [], 'what else was heard after it');
    },
  },
  {
    id: 'D11-applyEdit-no-match-count',
    quote: design('its result carries `matches`'),
    async check(studio) {
      // A response that is not ok has no result (spec 4.8), so that the error carries it, as the same section lists.
      const { matches } = await studio.refusal('applyEdit', {
        patch: { find: 'nowhere in it', replace: 'x' },
      });
      mustEqual(matches, 0, '`matches` of the error');
    },
  },
  {
    id: 'D11-applyEdit-matches',
    quote: design('`applyEdit` is first-match as specified, and reports how many matches there were'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('zq zq zq') });
      const count = samples.document('zq zq zq').split('zq').length - 1;
      const result = await studio.result('applyEdit', { patch: { find: 'zq', replace: 'y' } });
      mustEqual(Object(result)['matches'], count, '`matches`');
    },
  },
  {
    id: 'D11-applyEdit-empty',
    quote: design('an empty `find` is `invalid_params`'),
    async check(studio) {
      await studio.unchangedBy(async () => {
        const { code } = await studio.refusal('applyEdit', { patch: { find: '', replace: 'x' } });
        mustEqual(code, 'invalid_params', 'the code');
      }, 'an edit with an empty `find`');
    },
  },
  {
    id: 'S4.8-applyEdit-invalid',
    quote: design('`result.ok` says whether the document is valid'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('One') });
      const broken = await studio.result('applyEdit', { patch: { find: '{', replace: '' } });
      mustEqual(
        [Object(broken)['ok'], Object(broken)['version']],
        [false, 2],
        'result of an edit that breaks it',
      );
      // Text that is no JSON is edited as any other.
      const mended = await studio.result('applyEdit', { patch: { find: '"title"', replace: '{"title"' } });
      mustEqual(
        [Object(mended)['ok'], Object(mended)['version']],
        [true, 3],
        'result of the edit that mends it',
      );
      mustEqual(await studio.result('getDocument'), samples.document('One'), 'the document');
    },
  },
];
