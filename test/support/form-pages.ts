import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { FormDocument } from '../../api/content/form/document.ts';
import type { Installation, Person } from './installation.ts';

/** A form with every field type, in every way that the page shows them. */
export const EVERY_FIELD: FormDocument = {
  title: 'Summer retreat 2026',
  desc: 'Tell us what you would like, so that everyone has a good time. It takes three minutes.',
  fields: [
    { type: 'text', key: 'name', label: 'What is your name?', required: true },
    { type: 'email', key: 'mail', label: 'Where can we reach you?', required: true },
    { type: 'number', key: 'age', label: 'How old are you?', range: { min: 1, max: 120.5 } },
    {
      type: 'choice',
      key: 'dish',
      label: 'Which dish do you prefer?',
      options: ['Soup', 'Salad', 'Something else'],
      required: true,
    },
    {
      type: 'choice',
      key: 'city',
      label: 'Where do you come from?',
      options: ['Aarhus', 'Berlin', 'Cádiz', 'Dublin', 'Évora', 'Florence', 'القاهرة'],
    },
    {
      type: 'multi',
      key: 'sides',
      label: 'What shall we bring along?',
      options: ['Bread', 'Rice', 'A kettle'],
    },
    { type: 'rating', key: 'stars', label: 'How was last year?' },
    { type: 'rating', key: 'nps', label: 'How likely are you to come again?', range: { min: 0, max: 10 } },
    { type: 'date', key: 'day', label: 'When do you arrive?' },
    { type: 'bool', key: 'vegan', label: 'Do you eat vegan?', required: true },
    { type: 'long', key: 'note', label: 'Anything else?' },
  ],
};

/** Answers to it, as a person types them in English. */
export const FILLED = {
  name: 'Zoë <b>',
  mail: 'zoe@example.org',
  age: '30.5',
  dish: 'Salad',
  city: 'Cádiz',
  sides: ['Bread', 'A kettle'],
  stars: '4',
  nps: '10',
  day: '2026-05-31',
  vegan: 'false',
  note: 'two\nlines & more',
};
export const STORED = { ...FILLED, age: 30.5, stars: 4, nps: 10, vegan: false };

/** The token of a page that was just loaded. */
export async function loadToken(at: Installation, path: string): Promise<string> {
  const { text } = await at.visit({ path });
  // Times are whole milliseconds: an answer within the same one would be put aside as too fast.
  await sleep(2);
  return /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

/** A form as a browser sends it. */
export function posted(
  entries: Readonly<Record<string, string | readonly string[]>>,
  own: Readonly<Record<string, string>> = {},
): string {
  const pairs = Object.entries(entries).flatMap(([key, value]) =>
    [value].flat().map((one) => [`answer.${key}`, String(one)]),
  );
  return new URLSearchParams([...Object.entries(own), ...pairs]).toString();
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on a page, by the rules of WCAG 2.2 AA and its best practices. */
export async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[], readonly string[]>(
    `(tags) => axe.run({ runOnly: tags }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`.replace(/^/, '(') +
      `)(${JSON.stringify(TAGS)})`,
    TAGS,
  );
}

/** Publishes a form with its presentation. */
export async function publishForm(
  at: Installation,
  owner: Person,
  id: string,
  document: FormDocument,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const body = { kind: 'form', document, published: true, settings };
  const { status, text } = await at.call({
    method: 'PUT',
    path: `/api/projects/${id}`,
    body,
    token: owner.token,
  });
  if (status > 201) throw new Error(text);
}

export async function answersOf(
  at: Installation,
  owner: Person,
  id: string,
): Promise<readonly Record<string, unknown>[]> {
  const { json } = await at.call({ path: `/api/forms/${id}/submissions`, token: owner.token });
  return json.submissions.map((one: { values: object }) => one.values);
}
