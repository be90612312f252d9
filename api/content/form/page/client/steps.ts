import { currentMistakes, showMistake } from './mistakes.ts';
import { chooseByKey, showKeys } from './keys.ts';
import { controlsOf, focusQuestion, make, questionsOf, type Place } from './place.ts';
import { renderReview } from './review.ts';

export interface Steps {
  /** Goes on from the question shown. @returns true on the last page, where the answer is to be sent */
  forward(): boolean;
  /** Shows the page with all answers, where mistakes that came back are listed. */
  showReview(): void;
}

/** Nobody has gone anywhere yet, by keys or by pointer. */
function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A page that somebody opened to fill it in, where the focus opens no keyboard over it. A frame's focus is not its own. */
function isOpenedByItself({ isServed, options }: Place): boolean {
  const hasKeys = matchMedia('(hover: hover) and (pointer: fine)').matches;
  return isServed && !options.preview && window.parent === window && hasKeys;
}

/** One question at a time, then all answers, then sending. Everything stays one form. */
export function showSteps(place: Place): Steps {
  const { root, form, words } = place;
  const questions = questionsOf(place);
  const last = questions.length;
  const actions = form.querySelector<HTMLElement>('.actions');
  const primary = form.querySelector<HTMLButtonElement>('.primary');
  const back = make('button', { type: 'button', class: 'quiet back' }, words.say('back'));
  const tip = make('span', { class: 'tip', 'aria-hidden': 'true' });
  const count = make('p', { id: 'progress' });
  const fill = make('span');
  const progress = make(
    'div',
    { class: 'progress' },
    count,
    make('div', { class: 'bar', 'aria-hidden': 'true' }, fill),
  );
  const review = make('section', { class: 'review', 'aria-labelledby': 'review-title' });
  // In a frame every step would be one more way back for the page around it.
  const hasHistory = window.parent === window;
  let step = 0;
  let fromReview = false;

  function show(next: number, focus = true): void {
    step = next;
    const isReview = step === last;
    questions.forEach((question, index) => (question.hidden = index !== step));
    review.hidden = !isReview;
    if (isReview) {
      fromReview = false;
      review.replaceChildren(...renderReview(place, (index) => go(index, true)));
    }
    root.classList.toggle('is-later', step > 0);
    back.hidden = step === 0;
    const shown = Math.min(step + 1, last);
    count.textContent = isReview ? '' : words.say('progress', { n: shown, total: last });
    fill.style.inlineSize = `${(isReview ? 1 : step / last) * 100}%`;
    if (primary) primary.textContent = words.say(isReview ? 'send' : fromReview ? 'toReview' : 'next');
    tip.textContent = isReview
      ? ''
      : words.say(questions[step]?.dataset['type'] === 'long' ? 'longHint' : 'enterHint');
    if (!focus) return;
    const question = questions[step];
    if (question) focusQuestion(question);
    else review.querySelector<HTMLElement>('h2')?.focus();
    place.announce(count.textContent ?? '');
    scrollTo({ top: 0 });
  }

  function go(next: number, isEdit = false): void {
    fromReview = isEdit;
    show(next);
    if (hasHistory) history.pushState({ step: next }, '');
  }

  back.addEventListener('click', () => go(fromReview ? last : step - 1));
  window.addEventListener('popstate', ({ state }: PopStateEvent) => {
    const { step: wanted } = Object(state) as { step?: number };
    fromReview = false;
    show(Math.min(Number(wanted ?? 0), last));
  });
  document.addEventListener('keydown', (event) => {
    const question = questions[step];
    if (question && event.key === 'Enter' && isFocusNowhere()) {
      event.preventDefault();
      focusQuestion(question);
    }
    if (question) chooseByKey(question, event);
    const isLong = event.target instanceof HTMLTextAreaElement;
    if (isLong && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('#summary a') : null;
    const index = questions.findIndex((question) =>
      controlsOf(question).some(({ id }) => `#${id}` === link?.getAttribute('href')),
    );
    if (!link || index < 0) return;
    event.preventDefault();
    go(index, true);
  });
  questions.forEach(showKeys);
  root.classList.add('is-steps');
  form.before(progress);
  form.querySelector('.questions')?.after(review);
  primary?.after(tip);
  actions?.prepend(back);
  show(root.querySelector('#summary.summary') ? last : 0, false);
  if (hasHistory) history.replaceState({ step }, '');
  const [first] = questions;
  if (first && step === 0 && isOpenedByItself(place) && isFocusNowhere()) focusQuestion(first, true);

  return {
    forward() {
      if (step === last) return true;
      const mistake = showMistake(place, step, currentMistakes(place));
      const question = questions[step];
      if (mistake === null) go(fromReview ? last : step + 1);
      else if (question) {
        focusQuestion(question);
        place.announce(mistake);
      }
      return false;
    },
    showReview: () => show(last, false),
  };
}
