import { findMistakes, readAnswer, type Mistakes } from '../answer.ts';
import { renderProblem, renderSummary } from '../render.ts';
import { controlsOf, currentEntries, questionsOf, type Place } from './place.ts';

/** What is wrong with what stands in the form now: the check of the server, on the same reading of the inputs. */
export function currentMistakes(place: Place): Mistakes {
  const { document, words } = place;
  return findMistakes(document, readAnswer(document, currentEntries(place), words.language));
}

/** Those of the server's mistakes that are about a question of this page and can be mended in it. */
export function mistakesHere({ document }: Place, mistakes: Mistakes): Mistakes {
  const keys = new Set(document.fields.map(({ key }) => key));
  return new Map([...mistakes].filter(([key, code]) => keys.has(key) && code !== 'unknown_field'));
}

/** Shows at one question what is wrong with it, or that nothing is. @returns the sentence */
export function showMistake(place: Place, index: number, mistakes: Mistakes): string | null {
  const field = place.document.fields[index];
  const question = questionsOf(place)[index];
  if (!field || !question) return null;
  const code = mistakes.get(field.key);
  const text = code === undefined ? null : place.words.mistake(field, code);
  const line = question.querySelector('.mistake');
  if (line && line.textContent !== (text ?? '')) line.textContent = text;
  for (const control of controlsOf(question)) {
    if (text === null) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }
  return text;
}

/** Shows all mistakes, with the summary that takes the focus when there are some. */
export function showMistakes(place: Place, mistakes: Mistakes): void {
  place.document.fields.forEach((_, index) => showMistake(place, index, mistakes));
  const { root, document, words } = place;
  replace(root, 'summary', renderSummary(document, mistakes, words).markup);
  root.querySelector<HTMLElement>('#summary.summary')?.focus();
}

/** Shows an error that is not about one answer. */
export function showProblem({ root, words }: Place, code: string | null): void {
  const element = root.querySelector('#problem');
  if (!element) return;
  // The element stays, so that what comes into it is announced.
  const made = document.createElement('template');
  made.innerHTML = renderProblem(code, words).markup;
  element.replaceChildren(...(made.content.firstElementChild?.childNodes ?? []));
}

/** Checks a question when it is left, and again while a mistake in it is mended. */
export function checkAsTyped(place: Place): void {
  const indexOf = (event: Event): number | null => {
    const question = event.target instanceof Element ? event.target.closest<HTMLElement>('.question') : null;
    return question ? Number(question.dataset['index']) : null;
  };
  const touched = new Set<number>();
  place.form.addEventListener('input', (event) => {
    const index = indexOf(event);
    if (index === null) return;
    touched.add(index);
    if (questionsOf(place)[index]?.querySelector('[aria-invalid]'))
      showMistake(place, index, currentMistakes(place));
  });
  place.form.addEventListener('focusout', (event) => {
    const index = indexOf(event);
    const question = index === null ? null : questionsOf(place)[index];
    // Going through a form without answering is no mistake yet.
    if (index === null || !question || !touched.has(index)) return;
    if (event.relatedTarget instanceof Node && question.contains(event.relatedTarget)) return;
    const text = showMistake(place, index, currentMistakes(place));
    const label = place.document.fields[index]?.label ?? '';
    if (text !== null) place.announce(`${label}: ${text}`);
  });
}

function replace(root: HTMLElement, id: string, markup: string): void {
  const made = document.createElement('template');
  made.innerHTML = markup;
  root.querySelector(`#${id}`)?.replaceWith(made.content);
}
