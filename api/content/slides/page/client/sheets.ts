import { fitSheet } from './fit.ts';
import { make } from './make.ts';

const measured = new WeakMap<HTMLElement, { readonly fit: string; readonly head: string }>();

/**
 * A picture of a slide: a copy in the proportions of its sheet, which scales with the box that it is put into.
 * @param owner document of the window that shows it
 */
export function sheetOf(slide: HTMLElement, owner: Document = document): HTMLElement {
  const copy = plainCopy(slide, owner);
  const { fit, head } = measure(slide);
  copy.style.setProperty('--sheet-fit', fit);
  if (head !== '') copy.style.setProperty('--head-fit', head);
  return make('span', { class: 'sheet', 'aria-hidden': 'true' }, [copy], owner);
}

/** Sizes all slides for paper, so that each is one sheet. @returns what undoes it */
export function fitForPaper(slides: readonly HTMLElement[]): () => void {
  const undo = slides.map((slide) => {
    const before = slide.style.getPropertyValue('--head-fit');
    const { fit, head } = measure(slide);
    slide.style.setProperty('--sheet-fit', fit);
    slide.style.setProperty('--head-fit', head === '' ? '1' : head);
    return () => {
      if (before === '') slide.style.removeProperty('--head-fit');
      else slide.style.setProperty('--head-fit', before);
    };
  });
  return () => {
    for (const one of undo) one();
  };
}

function measure(slide: HTMLElement): { readonly fit: string; readonly head: string } {
  const known = measured.get(slide);
  if (known) return known;
  const copy = plainCopy(slide, document);
  const box = make('div', { class: 'measure', 'aria-hidden': 'true' }, [copy]);
  document.body.append(box);
  const fit = String(fitSheet(copy));
  const found = { fit, head: copy.style.getPropertyValue('--head-fit') };
  box.remove();
  measured.set(slide, found);
  return found;
}

/** A copy that is no landmark of the page, has no place in its order, and stands as large as it was made. */
function plainCopy(slide: HTMLElement, owner: Document): HTMLElement {
  const copy = owner.importNode(slide, true);
  for (const name of [
    'id',
    'tabindex',
    'role',
    'aria-label',
    'aria-roledescription',
    'hidden',
    'data-scrolls',
  ])
    copy.removeAttribute(name);
  copy.removeAttribute('style');
  return copy;
}
