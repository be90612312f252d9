import { design, must, mustBeObject, mustEqual, spec, type Loose, type Rule } from '../rule.ts';
import type { Samples } from '../samples.ts';

/** A request of each operation that changes something, each of which can be done at any time. */
function changes({ document, adds }: Samples): readonly (readonly [string, Loose])[] {
  return [
    ['setDocument', { document: document('Changed') }],
    ['applyEdit', { patch: { find: '"title"', replace: '"title"' } }],
    ['setRenderer', { html: '<!doctype html><title>x</title>' }],
    ['invoke', { ...adds }],
  ];
}

const BY_ONE = spec('9', '`DocVersion` increases by 1 with every mutating Studio operation');
const STALE = spec('3', 'baseVersion differs from current version');

export const VERSION_RULES: readonly Rule[] = [
  {
    id: 'S9.5-version-by-one',
    quote: BY_ONE,
    async check(studio, samples) {
      let version = await studio.version();
      for (const [method, params] of changes(samples)) {
        await studio.result(method, params);
        const now = await studio.version();
        mustEqual(now, version + 1, `the version after ${method} at ${version}`);
        version = now;
      }
    },
  },
  {
    id: 'S9.5-version-same-text',
    quote: BY_ONE,
    async check(studio) {
      const { document } = await studio.state();
      await studio.result('setDocument', { document });
      mustEqual(await studio.version(), 1, 'the version after setDocument with the text that was there');
      await studio.result('applyEdit', { patch: { find: '"title"', replace: '"title"' } });
      mustEqual(await studio.version(), 2, 'the version after applyEdit with one text for both');
    },
  },
  {
    id: 'S9.5-version-kept-by-reads',
    quote: BY_ONE,
    async check(studio, { reads }) {
      const heard = await studio.unchangedBy(async () => {
        for (const method of ['getDocument', 'getState', 'validate', 'getSchema', 'describe', 'getRenderer'])
          await studio.result(method);
        await studio.result('getSchemaDiff', { fromVersion: 0 });
        await studio.result('invoke', reads);
        await studio.result('screenshot');
      }, 'reading');
      mustEqual(heard, [], 'what else was heard after reading');
    },
  },
  {
    id: 'S9.5-version-kept-by-refusals',
    quote: BY_ONE,
    async check(studio) {
      const refused: readonly (readonly [string, unknown])[] = [
        ['setDocument', {}],
        ['setDocument', { document: 7 }],
        ['applyEdit', { patch: { find: 'nowhere in it', replace: '' } }],
        ['setRenderer', { html: 7 }],
        ['invoke', { op: 'noSuchOperation' }],
        ['noSuchMethod', {}],
      ];
      const heard = await studio.unchangedBy(async () => {
        for (const [method, params] of refused) await studio.refusal(method, params);
      }, 'a refused request');
      mustEqual(heard, [], 'what else was heard after refusals');
    },
  },
  {
    id: 'S3-base-stale',
    quote: STALE,
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('One') });
      const heard = await studio.unchangedBy(async () => {
        for (const [method, params] of changes(samples)) {
          for (const baseVersion of [0, 2]) await studio.refusal(method, params, { baseVersion });
        }
      }, 'a change with a stale baseVersion');
      mustEqual(heard, [], 'what else was heard after it');
    },
  },
  {
    id: 'D11-base-stale-code',
    quote: design('`baseVersion` stale → `ok: false`, code `stale_version` with the current version'),
    async check(studio, samples) {
      for (const [method, params] of changes(samples)) {
        const { code, currentVersion } = await studio.refusal(method, params, { baseVersion: 5 });
        mustEqual([code, currentVersion], ['stale_version', 0], `code and currentVersion of ${method}`);
      }
    },
  },
  {
    id: 'S3-base-current',
    quote: spec('3', 'any mutating operation (setDocument, applyEdit, setRenderer)'),
    async check(studio, samples) {
      for (const [baseVersion, [method, params]] of changes(samples).entries()) {
        await studio.result(method, params, { baseVersion });
        mustEqual(await studio.version(), baseVersion + 1, `the version after ${method}`);
      }
    },
  },
  {
    id: 'S3-base-of-reads',
    quote: spec('3', 'mutating request with baseVersion'),
    async check(studio, { reads }) {
      for (const method of ['getDocument', 'getState', 'validate', 'getSchema', 'describe', 'getRenderer'])
        await studio.result(method, undefined, { baseVersion: 7 });
      await studio.result('invoke', reads, { baseVersion: 7 });
    },
  },
  {
    id: 'S9.5-one-winner',
    quote: spec('9', 'it drives optimistic concurrency'),
    async check(studio, samples) {
      for (let version = 0; version < 3; version += 1) {
        const requests = Array.from({ length: 10 }, (_, index) =>
          studio.request(
            'setDocument',
            { document: samples.document(`Number ${version}-${index}`) },
            { baseVersion: version },
          ),
        );
        const replies = await studio.askAll(requests);
        const winners = requests.filter((_, index) => replies[index]?.['ok'] === true);
        mustEqual(winners.length, 1, `changes that were taken of ten for version ${version}`);
        const { document } = mustBeObject(winners[0]?.['params'], 'its params');
        mustEqual(
          await studio.result('getDocument'),
          document,
          'the document, against the one that was taken',
        );
        mustEqual(await studio.version(), version + 1, 'the version');
      }
    },
  },
  {
    id: 'D11-repeat-once',
    quote: design('a repeated request id is not applied twice'),
    async check(studio, samples) {
      for (const [method, params] of changes(samples)) {
        const request = studio.request(method, params);
        await studio.askAll([request]);
        await studio.unchangedBy(() => studio.askAll([request, request]), `a repeated ${method}`);
      }
    },
  },
  {
    id: 'D11-repeat-answer',
    quote: design('A repeated id of a mutation is answered with the recorded response'),
    async check(studio, samples) {
      const first = studio.request('setDocument', { document: samples.document('One') });
      const refused = studio.request('setDocument', { document: '{}' }, { baseVersion: 50 });
      const before = await studio.askAll([first, refused]);
      await studio.result('setDocument', { document: samples.document('Two') });
      mustEqual(await studio.askAll([first, refused]), before, 'the responses to repeated requests');
      mustEqual(await studio.result('getDocument'), samples.document('Two'), 'the document');
    },
  },
  {
    id: 'D11-repeat-late',
    quote: design('the last 1,000 ids per peer'),
    async check(studio, samples) {
      const first = studio.request('setDocument', { document: samples.document('One') });
      await studio.askAll([first]);
      const others = Array.from({ length: 999 }, (_, index) =>
        studio.request('applyEdit', {
          patch: { find: '"title"', replace: index % 2 ? '"title"' : '"title" ' },
        }),
      );
      const replies = await studio.askAll(others);
      must(
        replies.every(({ ok }) => ok === true),
        'some of 999 edits were refused',
      );
      await studio.unchangedBy(() => studio.askAll([first]), 'a request that came again after 999 others');
    },
  },
];
