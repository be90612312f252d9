// What a person would lose by a reload: where the page is scrolled to, what is typed, where the cursor stands.

import { elementAt, selectorOf } from './page-paths.js';

/**
 * @typedef {object} KeptPage
 * @property {readonly (readonly [string, number, number])[]} scroll
 * @property {readonly (readonly [string, string | boolean])[]} values
 * @property {string | null} focus
 * @property {readonly [number, number] | null} selection
 */

/** @returns {KeptPage} */
export function keepPage() {
  const MOST = 100;
  const LONGEST = 10000;
  /** @type {[string, number, number][]} */
  const scroll = [];
  for (const element of [...document.querySelectorAll('*')].slice(0, 5000)) {
    const { scrollLeft, scrollTop } = element;
    if (scrollLeft === 0 && scrollTop === 0) continue;
    scroll.push([selectorOf(element), scrollLeft, scrollTop]);
    if (scroll.length === MOST) break;
  }
  /** @type {[string, string | boolean][]} */
  const values = [];
  for (const control of document.querySelectorAll('input, textarea, select')) {
    const value = typedInto(control);
    if (value === null || (typeof value === 'string' && value.length > LONGEST)) continue;
    values.push([selectorOf(control), value]);
    if (values.length === MOST) break;
  }
  // Only a page that has the cursor gets it back: the person may be writing elsewhere by now.
  const active = document.hasFocus() ? document.activeElement : null;
  const focus = active && active !== document.body ? selectorOf(active) : null;
  return { scroll, values, focus, selection: selectionOf(active) };
}

/**
 * What a person changed in a control; null when it is as the page made it, or a secret.
 * @param {Element} control
 */
function typedInto(control) {
  if (control instanceof HTMLTextAreaElement)
    return control.value === control.defaultValue ? null : control.value;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const asMade = options.some((option) => option.defaultSelected)
      ? options.every((option) => option.selected === option.defaultSelected)
      : control.selectedIndex <= 0;
    return control.multiple || asMade ? null : control.value;
  }
  if (!(control instanceof HTMLInputElement)) return null;
  if (/^(password|file|hidden|button|submit|reset|image)$/.test(control.type)) return null;
  if (/^(checkbox|radio)$/.test(control.type))
    return control.checked === control.defaultChecked ? null : control.checked;
  return control.value === control.defaultValue ? null : control.value;
}

/**
 * @param {any} active
 * @returns {[number, number] | null}
 */
function selectionOf(active) {
  try {
    return typeof active?.selectionStart === 'number' ? [active.selectionStart, active.selectionEnd] : null;
  } catch {
    return null;
  }
}

/**
 * Puts back what was kept, as its elements appear; stops as soon as the person does something.
 * @param {any} kept
 */
export function putPage(kept) {
  const PATIENCE = 3000;
  const end = performance.now() + PATIENCE;
  let isOver = false;
  const stop = () => (isOver = true);
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    addEventListener(type, stop, { capture: true, once: true, passive: true });
  const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.slice(0, 100) : []);
  let scroll = list(kept?.scroll);
  let values = list(kept?.values);
  let { focus } = Object(kept);

  /** @param {any} pair */
  function isFilled([selector, value]) {
    const control = elementAt(selector);
    if (control === null) return false;
    if (typedInto(control) !== null) return true;
    if (typeof value === 'boolean') Reflect.set(control, 'checked', value);
    else Reflect.set(control, 'value', value);
    return true;
  }

  /** @param {any} place */
  function isScrolled([selector, x, y]) {
    const element = elementAt(selector);
    if (element === null) return false;
    element.scrollTo({ left: x, top: y, behavior: 'instant' });
    return Math.abs(element.scrollTop - y) < 2 && Math.abs(element.scrollLeft - x) < 2;
  }

  function isFocused() {
    const element = elementAt(focus);
    if (!(element instanceof HTMLElement)) return false;
    element.focus({ preventScroll: true });
    const selection = Array.isArray(kept.selection) ? kept.selection : null;
    try {
      if (selection) Reflect.get(element, 'setSelectionRange')?.call(element, selection[0], selection[1]);
    } catch {
      // Fields such as number have no selection to set.
    }
    return true;
  }

  function put() {
    if (isOver || performance.now() > end) return;
    values = values.filter((pair) => !isFilled(pair));
    if (focus && isFocused()) focus = null;
    // What a script still adds above moves the place again.
    const isComplete = document.readyState === 'complete';
    const missed = scroll.filter((place) => !isScrolled(place));
    if (isComplete) scroll = missed;
    if (values.length > 0 || focus || scroll.length > 0 || !isComplete) setTimeout(put, 60);
  }
  put();
}
