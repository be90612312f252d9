/** Text on a screen is not made smaller than this, in CSS pixels; a slide that still has too much of it scrolls. */
const LEGIBLE_PX = 16;
/** On paper and in small pictures everything has to be on the one sheet, however small. */
const SMALLEST_ON_SHEET = 0.01;
const ROUNDS = 9;
const SMALLEST_HEAD = 0.45;

/**
 * Makes a slide's text as large as it can be without being cut: between what the style sheet wants and what can be
 * read. Words are kept whole where that is possible.
 * @returns whether all of it is seen at once
 */
export function fitSlide(slide: HTMLElement): boolean {
  slide.style.removeProperty('--fit');
  fitWords(slide, LEGIBLE_PX);
  const sizes = [...slide.querySelectorAll('h1, h2, .subtitle, .rest')].map(sizeOf);
  const fits = search(slide, '--fit', Math.min(1, LEGIBLE_PX / Math.min(...sizes)));
  slide.toggleAttribute('data-scrolls', !fits);
  return fits;
}

/** The same for a slide on a sheet of fixed size. @returns the part of the wanted size that it fits in */
export function fitSheet(slide: HTMLElement): number {
  slide.style.removeProperty('--sheet-fit');
  fitWords(slide, 0);
  search(slide, '--sheet-fit', SMALLEST_ON_SHEET);
  return Number(slide.style.getPropertyValue('--sheet-fit')) || 1;
}

/** The largest value from `least` to 1 that leaves nothing outside; `least` when none does. */
function search(slide: HTMLElement, property: string, least: number): boolean {
  const set = (value: number): void => slide.style.setProperty(property, String(value));
  const test = (value: number): boolean => {
    set(value);
    return !overflows(slide);
  };
  if (test(1)) return true;
  if (!test(least)) return false;
  let [low, high] = [least, 1];
  for (let round = 0; round < ROUNDS; round += 1) {
    const middle = (low + high) / 2;
    if (test(middle)) low = middle;
    else high = middle;
  }
  set(low);
  return true;
}

function overflows({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement): boolean {
  return scrollHeight > clientHeight || scrollWidth > clientWidth;
}

/** A heading with a long word gets smaller before the word is broken; what cannot be helped that way is broken. */
function fitWords(slide: HTMLElement, leastPx: number): void {
  slide.style.removeProperty('--head-fit');
  const heading = slide.querySelector<HTMLElement>(':is(h1, h2)');
  if (!heading) return;
  slide.classList.add('whole');
  const part = heading.clientWidth / heading.scrollWidth;
  slide.classList.remove('whole');
  if (part < 1 && part >= SMALLEST_HEAD && part * 0.99 * sizeOf(heading) >= leastPx)
    slide.style.setProperty('--head-fit', String(part * 0.99));
}

function sizeOf(text: Element): number {
  return parseFloat(getComputedStyle(text).fontSize);
}
