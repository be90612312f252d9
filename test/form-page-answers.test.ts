import { expect, it, vi } from 'vitest';
import { FIELD_TYPES } from '../api/content/form/document.ts';
import { checkRecord } from '../api/content/form/record.ts';
import { findMistakes, readAnswer } from '../api/content/form/page/answer.ts';
import { readNumber, writeNumber } from '../api/content/form/page/numbers.ts';
import { LANGUAGES } from '../api/content/page/language.ts';
import { emptyCases, FIELD_CASES, fieldOfCases } from './support/field-cases.ts';
import { describeEachInstallation, type Installation } from './support/installation.ts';
import { answersOf, loadToken, posted, publishForm } from './support/form-pages.ts';

vi.hoisted(() => {
  // Many answers in a short time from one address are what this is about.
  process.env['LIMIT_BRIDGE_INSERTS_PER_ADDRESS'] = '100000';
  process.env['LIMIT_BRIDGE_INSERTS_PER_APP'] = '100000';
  process.env['LIMIT_ANSWER_SHORTEST_MS'] = '1';
});

describeEachInstallation('page, API and stored column', (get) => {
  it.each(FIELD_TYPES)('agree on a field of the type %s', async (type) => {
    const at = get();
    const owner = await at.join();
    for (const required of [true, false]) {
      const id = `${type}${String(required)}`;
      const document = { title: 'x', fields: [fieldOfCases(type, required)] };
      await publishForm(at, owner, id, document);
      const expected: object[] = [];
      for (const one of [...emptyCases(required), ...FIELD_CASES[type]]) {
        const name = [type, required, String(one.value).slice(0, 40)];
        const byApi = await send(at, id, one.value === undefined ? {} : { it: one.value });
        expect([...name, byApi]).toEqual([...name, one.code ? [422, one.code] : [201, null]]);
        if (one.typed !== undefined) {
          const byPage = await post(at, id, one.typed);
          expect([...name, byPage]).toEqual([...name, one.code ? [422, one.code] : [201, null]]);
          const entries = new Map([['it', [one.typed].flat().map((text) => text.replaceAll('\r\n', '\n'))]]);
          const mistakes = findMistakes(document, readAnswer(document, entries, 'en'));
          expect([...name, mistakes.get('it')]).toEqual([...name, one.code]);
        }
        expect(checkRecord(document, { it: one.value }).ok).toBe(one.code === undefined);
        if (one.code !== undefined) continue;
        expected.push({ it: one.stored });
        if (one.typed !== undefined) expected.push({ it: one.stored });
      }
      // Newest first, and sent one after another.
      expect((await answersOf(at, owner, id)).toReversed()).toEqual(expected);
    }
  });
});

async function send(at: Installation, id: string, body: object): Promise<readonly unknown[]> {
  const { status, json } = await at.call({ method: 'POST', path: `/api/forms/${id}/submissions`, body });
  return [status, json.diagnostics?.[0].code ?? null];
}

async function post(
  at: Installation,
  id: string,
  typed: string | readonly string[],
): Promise<readonly unknown[]> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const token = await loadToken(at, `/f/${id}`);
  const { status, json } = await at.visit({
    method: 'POST',
    path: `/f/${id}`,
    headers,
    body: posted({ it: typed }, { token }),
  });
  return [status, json.diagnostics?.[0].code ?? null];
}

it.each([
  ['en', '1,234.5', 1234.5],
  ['en', '1,5', null],
  ['en', '12e3', 12_000],
  ['en', '', null],
  ['en', '0x10', null],
  ['en', 'Infinity', null],
  ['de', '1.234,5', 1234.5],
  ['de', '3,5', 3.5],
  ['de', '3.5', 3.5],
  ['fr', '1 234,5', 1234.5],
  ['fr', '1.500', 1.5],
  ['es', '-0,25', -0.25],
  ['ar', '٣٫٥', 3.5],
  ['ar', '١٬٢٣٤', 1234],
  ['ar', '−7', -7],
] as const)('in %s a person writes %s', (language, text, value) => {
  expect(readNumber(text, language)).toBe(value);
});

it('a number that the page writes is read back as the same number', () => {
  for (const language of LANGUAGES)
    for (const value of [0, -1.5, 1000, 1234567.125, 1e21, 1.5e-7, 0.125])
      expect(readNumber(writeNumber(value, language), language)).toBe(value);
});
