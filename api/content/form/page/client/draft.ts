import type { Entries } from '../answer.ts';
import { inputName } from '../answer.ts';
import type { Kept } from './kept.ts';
import { controlsOf, currentEntries, make, questionsOf, type Place } from './place.ts';

const PAUSE_MS = 250;

export interface Draft {
  /** Whether something typed would be lost with the page. */
  isAtRisk(): boolean;
  /** What was typed reached its goal. */
  done(): void;
}

/** Keeps what is typed over a reload and offline, and brings it back. */
export function keepDraft(place: Place, kept: Kept | null): Draft {
  const { form } = place;
  let timer: number | undefined;
  let isDirty = false;
  let isOver = false;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!isDirty || isOver || kept === null) return;
    isDirty = !kept.write({ entries: currentEntries(place) });
    if (!isDirty) showKept(place);
  };
  form.addEventListener('input', () => {
    isDirty = true;
    clearTimeout(timer);
    timer = window.setTimeout(save, PAUSE_MS);
  });
  // Captured: before the next page of this tab is told what there is.
  window.addEventListener('pagehide', save, true);
  document.addEventListener('visibilitychange', save);
  const before = kept?.found?.entries ?? null;
  const isShown = place.root.querySelector('#summary.summary') !== null;
  if (before !== null && !isShown && restore(place, before)) offerStart(place, () => kept?.remove());
  return {
    isAtRisk() {
      save();
      return isDirty && !isOver;
    },
    done() {
      isOver = true;
      clearTimeout(timer);
      kept?.remove();
    },
  };
}

/** Puts entries into the inputs. @returns whether that changed anything */
export function restore(place: Place, entries: Entries): boolean {
  const before = JSON.stringify([...currentEntries(place)]);
  questionsOf(place).forEach((question, index) => {
    const field = place.document.fields[index];
    const values = field && entries.get(field.key);
    if (!values) return;
    for (const control of controlsOf(question)) {
      if (control.name !== inputName(field)) continue;
      const isBox = control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);
      if (isBox) control.checked = values.includes(control.value);
      else control.value = values[0] ?? '';
    }
  });
  tellControls(place);
  return JSON.stringify([...currentEntries(place)]) !== before;
}

/** What hangs on the inputs looks at them again, without that counting as typing. */
function tellControls({ form }: Place): void {
  form.dispatchEvent(new Event('restored'));
  for (const area of form.querySelectorAll('textarea')) area.dispatchEvent(new Event('input'));
}

function offerStart(place: Place, forget: () => void): void {
  const { form, words } = place;
  const button = make('button', { type: 'button', class: 'quiet' }, words.say('startOver'));
  const notice = make(
    'div',
    { class: 'notice', role: 'status' },
    make('span', {}, words.say('draft')),
    button,
  );
  button.addEventListener('click', () => {
    forget();
    form.reset();
    tellControls(place);
    notice.remove();
    form.querySelector<HTMLElement>('.question:not([hidden]) :is(input, textarea, select)')?.focus();
  });
  form.before(notice);
}

function showKept({ form, words }: Place): void {
  if (form.querySelector('.kept')) return;
  form.querySelector('.actions')?.append(make('span', { class: 'kept' }, words.say('kept')));
}
