import { MOST_CHARACTERS } from '../../field-rules.ts';
import { controlsOf, make, questionsOf, type Place } from './place.ts';

/** From this share of what may be typed on, the count of what is left is shown. */
const NEARLY_FULL = 0.9;

/** Text areas that grow with their text, with a count near the limit. */
export function growTextAreas(place: Place): void {
  for (const area of place.form.querySelectorAll('textarea')) {
    const update = (): void => {
      if (!CSS.supports('field-sizing', 'content')) {
        area.style.height = 'auto';
        area.style.height = `${area.scrollHeight + 2}px`;
      }
      count(place, area);
    };
    area.addEventListener('input', update);
    update();
  }
}

function count({ words }: Place, area: HTMLTextAreaElement): void {
  const counter = document.getElementById(`${area.id}-counter`);
  if (!counter) return;
  // Units are at least as many as characters: counting characters is for long texts only.
  const used = area.value.length < MOST_CHARACTERS * NEARLY_FULL ? 0 : [...area.value].length;
  counter.hidden = used < MOST_CHARACTERS * NEARLY_FULL;
  const left = MOST_CHARACTERS - used;
  if (!counter.hidden) counter.textContent = words.count(left < 0 ? 'over' : 'left', Math.abs(left));
}

/** A way back to no answer where a radio button was chosen that need not be. */
export function offerClearing(place: Place): void {
  const { document: content, words, form } = place;
  questionsOf(place).forEach((question, index) => {
    const field = content.fields[index];
    const radios = controlsOf(question).filter((one) => one.type === 'radio') as HTMLInputElement[];
    if (!field || field.required || radios.length === 0) return;
    const name = words.say('clearOf', { label: field.label });
    const button = make(
      'button',
      { type: 'button', class: 'quiet clear', 'aria-label': name },
      words.say('clear'),
    );
    const update = (): void => {
      button.hidden = !radios.some((one) => one.checked);
    };
    button.addEventListener('click', () => {
      for (const radio of radios) radio.checked = false;
      radios[0]?.focus();
      form.dispatchEvent(new Event('input', { bubbles: true }));
      update();
    });
    question.addEventListener('change', update);
    form.addEventListener('restored', update);
    question.append(button);
    update();
  });
}
