import type { FormField } from '../document.ts';
import { inputName, ratingSteps } from './answer.ts';
import { autocompleteOf } from './autocomplete.ts';
import { attribute, markup, type Html } from '../../page/html.ts';
import { writeNumber } from './numbers.ts';
import type { Words } from './words.ts';

/** What a control is made of. */
export interface ControlParts {
  readonly field: FormField;
  /** Of the input, or of the first one of a group; the others add their place. */
  readonly id: string;
  readonly values: readonly string[];
  readonly isWrong: boolean;
  /** Ids of the texts that go with it. */
  readonly describedBy: string | null;
  readonly words: Words;
}

interface Option {
  readonly value: string;
  readonly caption: Html;
}

/** Up to this many options are shown at once; more are a list to open. */
const MOST_CARDS = 6;

/** Whether a field is several inputs under one question. */
export function isGroup(field: FormField): boolean {
  const { type } = field;
  if (type === 'choice') return optionsOf(field).length <= MOST_CARDS;
  return type === 'multi' || type === 'bool' || (type === 'rating' && ratingSteps(field) !== null);
}

export function control(parts: ControlParts): Html {
  const { field, words } = parts;
  const own = (text: string): Html => markup`<bdi>${text}</bdi>`;
  switch (field.type) {
    case 'long':
      return markup`<textarea${common(parts)} name="${inputName(field)}" rows="4" dir="auto"${attribute('autocomplete', autocompleteOf(field))}>
${parts.values[0] ?? ''}</textarea><p class="counter" id="${parts.id}-counter" hidden></p>`;
    case 'choice': {
      const options = optionsOf(field).map((value) => ({ value, caption: own(value) }));
      return isGroup(field) ? cards('radio', options, parts) : select(parts);
    }
    case 'multi':
      return cards(
        'checkbox',
        optionsOf(field).map((value) => ({ value, caption: own(value) })),
        parts,
      );
    case 'bool': {
      const options = (['yes', 'no'] as const).map((text) => ({
        value: String(text === 'yes'),
        caption: markup`${words.say(text)}`,
      }));
      return markup`<div class="pair">${cards('radio', options, parts)}</div>`;
    }
    case 'rating': {
      const steps = ratingSteps(field);
      return steps === null ? input(parts) : rating(steps, parts);
    }
    default:
      return input(parts);
  }
}

function optionsOf({ options = [] }: FormField): readonly string[] {
  return [...new Set(options)];
}

/** Attributes that every control has. */
function common({ field, id, isWrong, describedBy }: ControlParts): Html {
  return markup` id="${id}"${attribute('required', field.required === true)}${attribute('aria-invalid', isWrong ? 'true' : null)}${attribute('aria-describedby', describedBy)}`;
}

function input(parts: ControlParts): Html {
  const { field, values } = parts;
  const isNumber = field.type === 'number' || field.type === 'rating';
  const kind = field.type === 'email' || field.type === 'date' ? field.type : 'text';
  // A browser's own number field hides what it does not understand, and turns at the wheel.
  const mode = isNumber ? 'decimal' : null;
  const direction = isNumber || kind === 'email' ? 'ltr' : 'auto';
  return markup`<input${common(parts)} name="${inputName(field)}" type="${kind}" value="${values[0] ?? ''}"${attribute('dir', kind === 'date' ? null : direction)}${attribute('inputmode', mode)}${attribute('autocomplete', autocompleteOf(field) ?? (isNumber ? 'off' : null))}>`;
}

function select(parts: ControlParts): Html {
  const { field, values, words } = parts;
  const options = optionsOf(field).map(
    (value) =>
      markup`<option value="${value}"${attribute('selected', values[0] === value)}>${value}</option>`,
  );
  return markup`<div class="select"><select${common(parts)} name="${inputName(field)}"><option value="">${words.say('choose')}</option>${options}</select></div>`;
}

function choice(kind: 'radio' | 'checkbox', value: string, index: number, parts: ControlParts): Html {
  const { field, id, values, isWrong, describedBy } = parts;
  return markup`<input type="${kind}" id="${index === 0 ? id : `${id}-${index}`}" name="${inputName(field)}" value="${value}"${attribute('checked', values.includes(value))}${attribute('required', kind === 'radio' && field.required === true)}${attribute('aria-invalid', isWrong ? 'true' : null)}${attribute('aria-describedby', describedBy)}>`;
}

function cards(kind: 'radio' | 'checkbox', options: readonly Option[], parts: ControlParts): Html {
  return markup`<div class="cards">${options.map(
    ({ value, caption }, index) =>
      markup`<label class="card">${choice(kind, value, index, parts)}<span class="card-text">${caption}</span></label>`,
  )}</div>`;
}

const STAR = markup`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z"/></svg>`;

/** Stars for one to five, else numbers. */
function rating(steps: readonly number[], parts: ControlParts): Html {
  const { words } = parts;
  const max = steps.at(-1) ?? 0;
  const isStars = steps[0] === 1 && max <= 5;
  const items = steps.map((step, index) => {
    const box = choice('radio', writeNumber(step, words.language), index, parts);
    return isStars
      ? markup`<label class="star">${box}${STAR}<span class="apart">${words.say('ratingOf', { n: step, max })}</span></label>`
      : markup`<label class="step">${box}<span>${words.number(step)}</span></label>`;
  });
  if (isStars) return markup`<div class="stars">${items}</div>`;
  // On a narrow page a long scale stands in two rows of the same length.
  const half = steps.length > 7 ? Math.ceil(steps.length / 2) : steps.length;
  return markup`<div class="scale" style="--steps:${steps.length};--half:${half}">${items}</div>`;
}
