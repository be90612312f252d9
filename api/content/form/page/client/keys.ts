import { controlsOf, isTyped, make } from './place.ts';

/** Choices of a question that keys can reach: cards by letter or place, ratings by their number. */
function boxesOf(question: HTMLElement): readonly HTMLInputElement[] {
  return controlsOf(question).filter(
    (one): one is HTMLInputElement =>
      one instanceof HTMLInputElement && ['radio', 'checkbox'].includes(one.type),
  );
}

function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Writes the letter of each choice beside it. */
export function showKeys(question: HTMLElement): void {
  boxesOf(question).forEach((box, index) => {
    if (index < 26) box.closest('.card')?.append(make('kbd', { 'aria-hidden': 'true' }, letterOf(index)));
  });
}

/** A, B, C or 1 to 9 choose, as long as nothing is being typed. */
export function chooseByKey(question: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyped(event.target)) return;
  const boxes = boxesOf(question);
  const key = event.key.toUpperCase();
  const isRating = question.dataset['type'] === 'rating';
  const box = boxes.find((one, index) => {
    // A ten has two digits: its key is the zero, where there is no zero to choose.
    if (isRating)
      return (
        one.value === key || (key === '0' && one.value === '10' && !boxes.some((each) => each.value === '0'))
      );
    return key === letterOf(index) || key === String(index + 1);
  });
  if (!box || key.length !== 1) return;
  event.preventDefault();
  box.focus();
  if (box.type === 'radio' && box.checked) return;
  box.checked = !box.checked;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.dispatchEvent(new Event('change', { bubbles: true }));
}
