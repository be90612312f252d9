import { design, must, mustEqual, mustHaveShape, type Loose, type Rule } from '../rule.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

const CODES = [
  'unknown_method',
  'unknown_op',
  'invalid_params',
  'stale_version',
  'no_match',
  'unsupported',
  'busy',
  'timeout',
  'too_large',
  'internal',
];
const LIST = design(
  'codes `unknown_method unknown_op invalid_params stale_version no_match unsupported busy timeout too_large internal`',
);

async function mustBeRefused(
  studio: StudioUnderTest,
  code: string,
  requests: readonly (readonly [method: string, params: unknown, more?: Loose])[],
): Promise<void> {
  const heard = await studio.unchangedBy(async () => {
    for (const [method, params, more] of requests) {
      const error = await studio.refusal(method, params, more);
      mustEqual(error['code'], code, `code of ${method} with ${JSON.stringify(params)?.slice(0, 120)}`);
    }
  }, 'a refused request');
  mustEqual(heard, [], 'what else was heard');
}

export const ERROR_RULES: readonly Rule[] = [
  {
    id: 'D11-error-shape',
    quote: design('`error` is `{ code, message, hint?, currentVersion?, matches?, diagnostics? }`'),
    async check(studio) {
      const refused: readonly (readonly [string, unknown, Loose?])[] = [
        ['noSuchMethod', {}],
        ['invoke', { op: 'noSuchOperation' }],
        ['setDocument', {}],
        ['setRenderer', { html: null }, { baseVersion: 9 }],
        ['applyEdit', { patch: { find: 'nowhere in it', replace: '' } }],
        ['setDocument', { document: 'x'.repeat(1_200_000) }],
        ['screenshot', { target: 'nothing:7' }],
      ];
      for (const [method, params, more] of refused) {
        const error = await studio.refusal(method, params, more);
        const types = {
          'hint?': 'string',
          'currentVersion?': 'number',
          'matches?': 'number',
          'diagnostics?': 'list',
        };
        mustHaveShape(error, { code: 'string', message: 'string', ...types }, `the error of ${method}`);
        must(CODES.includes(String(error['code'])), `the code ${String(error['code'])} is not in the list`);
        must(error['message'] !== '', `the error of ${method} has no words`);
      }
    },
  },
  {
    id: 'D11-unknown-method',
    quote: LIST,
    check: (studio) =>
      mustBeRefused(
        studio,
        'unknown_method',
        ['noSuchMethod', '', 'setdocument', '__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(
          (name) => [name, {}],
        ),
      ),
  },
  {
    id: 'D11-unknown-op',
    quote: LIST,
    check: (studio) =>
      mustBeRefused(
        studio,
        'unknown_op',
        ['noSuchOperation', '', '__proto__', 'constructor', 'setDocument'].map((op) => ['invoke', { op }]),
      ),
  },
  {
    id: 'D11-invalid-params',
    quote: LIST,
    check: (studio, { adds }) =>
      mustBeRefused(studio, 'invalid_params', [
        ['setDocument', undefined],
        ['setDocument', null],
        ['setDocument', {}],
        ['setDocument', 'text'],
        ['setDocument', ['text']],
        ['setDocument', { document: {} }],
        ['setDocument', { document: null }],
        ['applyEdit', {}],
        ['applyEdit', { find: 'title', replace: 'x' }],
        ['applyEdit', { patch: { find: 'title' } }],
        ['applyEdit', { patch: { find: 7, replace: '' } }],
        ['setRenderer', {}],
        ['setRenderer', { html: 7 }],
        ['getSchemaDiff', {}],
        ['screenshot', { target: 7 }],
        ['invoke', {}],
        ['invoke', { op: 7 }],
        ['invoke', { op: adds.op, params: {} }],
        ['invoke', { op: adds.op, params: 'text' }],
      ]),
  },
  {
    id: 'D11-invalid-base',
    quote: LIST,
    check: (studio, { document }) =>
      mustBeRefused(
        studio,
        'invalid_params',
        [-1, 0.5, '0', {}, [0], true].map((baseVersion) => [
          'setDocument',
          { document: document('Not to be taken') },
          { baseVersion },
        ]),
      ),
  },
  {
    id: 'D11-too-large',
    quote: LIST,
    check: (studio) =>
      mustBeRefused(studio, 'too_large', [
        ['setDocument', { document: ' '.repeat(1_100_000) }],
        ['setDocument', { document: 'ä'.repeat(600_000) }],
        ['applyEdit', { patch: { find: '"title"', replace: 'x'.repeat(1_100_000) } }],
      ]),
  },
  {
    id: 'D11-own-members',
    quote: design('Error codes are a closed list'),
    // Parameters that only a prototype has are none.
    check: (studio) =>
      mustBeRefused(studio, 'invalid_params', [
        ['setDocument', JSON.parse('{"__proto__":{"document":"{}"}}')],
        ['setRenderer', JSON.parse('{"__proto__":{"html":null}}')],
        ['invoke', JSON.parse('{"__proto__":{"op":"fieldCount"}}')],
      ]),
  },
];
