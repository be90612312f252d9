import { DEFAULT_RATING, type FormField } from '../../document.ts';
import { readAnswer } from '../answer.ts';
import type { Words } from '../words.ts';
import { bdi, currentEntries, make, type Place } from './place.ts';

/** All answers before they are sent, each with a way to change it. */
export function renderReview(place: Place, change: (index: number) => void): readonly HTMLElement[] {
  const { document: content, words } = place;
  const answer = new Map<string, unknown>(
    Object.entries(readAnswer(content, currentEntries(place), words.language)),
  );
  const rows = content.fields.map((field, index) => {
    const name = words.say('changeOf', { label: field.label });
    const button = make(
      'button',
      { type: 'button', class: 'quiet', 'aria-label': name },
      words.say('change'),
    );
    button.addEventListener('click', () => change(index));
    const value = answer.get(field.key);
    const shown = make('dd', value === undefined ? { class: 'none' } : {}, ...textOf(field, value, words));
    return make('div', {}, make('dt', {}, bdi(field.label)), shown, make('dd', { class: 'act' }, button));
  });
  return [make('h2', { id: 'review-title', tabindex: '-1' }, words.say('review')), make('dl', {}, ...rows)];
}

function textOf(
  { type, range = DEFAULT_RATING }: FormField,
  value: unknown,
  words: Words,
): readonly (Node | string)[] {
  if (value === undefined) return [words.say('noAnswer')];
  if (typeof value === 'boolean') return [words.say(value ? 'yes' : 'no')];
  if (type === 'rating') return [words.say('ratingOf', { n: Number(value), max: range.max })];
  if (typeof value === 'number') return [words.number(value)];
  if (Array.isArray(value)) return value.map((one) => make('div', {}, bdi(String(one))));
  return type === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value))
    ? [words.date(String(value))]
    : [bdi(String(value))];
}
