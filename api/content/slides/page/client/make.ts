/** An element with its attributes and children, in this window's document or in another's. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
  owner: Document = document,
): HTMLElementTagNameMap[Name] {
  const element = owner.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A dialog with a heading and a button that closes it; Escape does so by itself. */
export function makeDialog(
  { title, close, className }: { readonly title: string; readonly close: string; readonly className: string },
  ...children: readonly Node[]
): HTMLDialogElement {
  const button = make('button', { type: 'button', class: 'framed' }, [close]);
  const id = `title-${className.replaceAll(' ', '-')}`;
  const header = make('header', {}, [make('h2', { id }, [title]), button]);
  const dialog = make('dialog', { class: className, 'aria-labelledby': id }, [header, ...children]);
  button.addEventListener('click', () => dialog.close());
  return dialog;
}

const SVG = 'http://www.w3.org/2000/svg';

/** @param path of a 24 × 24 drawing; `turns` where it points somewhere */
export function icon(path: string, turns = false): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  if (turns) svg.setAttribute('class', 'turns');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
