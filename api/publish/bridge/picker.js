// Lets the person point at an element of the page. Its outline is drawn over the page and is gone with the choice.

import { selectorOf } from './page-paths.js';

/**
 * @param {(element: Element, isChosen: boolean) => void} tell
 * @param {() => void} ended
 * @returns {() => void} stops it
 */
export function startPicking(tell, ended) {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  const box = document.createElement('div');
  const label = document.createElement('div');
  host.style.cssText = 'all:initial;position:fixed;inset:0;pointer-events:none;z-index:2147483647';
  box.style.cssText =
    'position:absolute;box-sizing:border-box;border:2px solid #0b7a53;background:#0b7a5322;border-radius:3px;display:none';
  label.style.cssText =
    'position:absolute;left:-2px;bottom:100%;padding:1px 6px;background:#0b7a53;color:#fff;font:12px/18px sans-serif;white-space:nowrap;border-radius:3px';
  box.append(label);
  host.attachShadow({ mode: 'closed' }).append(box);
  const cursor = document.createElement('style');
  cursor.textContent = '*{cursor:crosshair !important}';
  document.documentElement.append(host, cursor);
  /** @type {Element | null} */
  let current = null;
  let isOver = false;

  /** @param {Element} element */
  function show(element) {
    if (element === current) return draw();
    current = element;
    draw();
    tell(element, false);
  }

  function draw() {
    if (current === null) return;
    const { left, top, width, height } = current.getBoundingClientRect();
    Object.assign(box.style, {
      display: 'block',
      left: left + 'px',
      top: top + 'px',
      width: width + 'px',
      height: height + 'px',
    });
    label.textContent = current.localName + (current.id ? '#' + current.id : '');
    // Beside the element, above or below; inside only when it fills the page, and there at its end.
    const isHigh = top < 24;
    const isBelow = isHigh && top + height + 24 < innerHeight;
    label.style.top = isBelow ? '100%' : 'auto';
    label.style.bottom = isBelow ? 'auto' : isHigh ? Math.max(0, top + height - innerHeight) + 'px' : '100%';
  }

  /** @param {Element | null | undefined} element */
  const isOwn = (element) => element === host || element === cursor;
  /** @param {Event} event */
  const keep = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** @param {Event} event */
  const under = (event) => {
    const [deepest] = event.composedPath();
    return deepest instanceof Element && document.contains(deepest)
      ? deepest
      : /** @type {Element} */ (event.target);
  };

  /** @param {Event} event */
  function move(event) {
    const element = under(event);
    if (element instanceof Element && !isOwn(element)) show(element);
  }

  /** @param {Event} event */
  function click(event) {
    keep(event);
    const element = under(event);
    if (element instanceof Element) choose(element);
  }

  /** @param {Element} element */
  function choose(element) {
    stop();
    tell(element, true);
  }

  /** @type {Record<string, (at: Element) => Element | null | undefined>} */
  const STEPS = {
    ArrowUp: (at) => (at === document.body ? null : at.parentElement),
    ArrowDown: (at) => [...at.children].find((child) => child.getClientRects().length > 0),
    ArrowLeft: (at) => at.previousElementSibling,
    ArrowRight: (at) => at.nextElementSibling,
  };

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key === 'Tab') return;
    keep(event);
    if (event.key === 'Escape') {
      stop();
      ended();
    } else if ((event.key === 'Enter' || event.key === ' ') && current) choose(current);
    else {
      const next = STEPS[event.key]?.(current ?? document.body);
      if (!next || isOwn(next)) return;
      next.scrollIntoView({ block: 'nearest' });
      show(next);
    }
  }

  /** @type {readonly (readonly [string, any])[]} */
  const listeners = [
    ['pointermove', move],
    ['click', click],
    ['keydown', key],
    ['pointerdown', keep],
    ['pointerup', keep],
    ['mousedown', keep],
    ['mouseup', keep],
    ['submit', keep],
    ['scroll', draw],
    ['resize', draw],
  ];
  for (const [type, hear] of listeners) addEventListener(type, hear, { capture: true });

  function stop() {
    if (isOver) return;
    isOver = true;
    for (const [type, hear] of listeners) removeEventListener(type, hear, { capture: true });
    host.remove();
    cursor.remove();
  }

  window.focus();
  const first =
    document.querySelector('main, [role=main], form, h1') ??
    document.body?.firstElementChild ??
    document.body;
  if (first) show(first);
  return stop;
}

/**
 * What the builder is told of an element: how it is found again in the files.
 * @param {Element} element
 */
export function describeElement(element) {
  const LONGEST = 200;
  const chain = [];
  /** @type {Element | null} */
  let at = element;
  for (; at && chain.length < 60; at = at.parentElement) {
    const { localName, id, parentElement } = at;
    const alike = [...(parentElement?.children ?? [at])].filter((one) => one.localName === localName);
    chain.unshift({
      tag: localName.slice(0, 60),
      id: id.slice(0, LONGEST),
      classes: [...at.classList].slice(0, 12).map((name) => name.slice(0, 80)),
      nth: alike.indexOf(at),
      of: alike.length,
    });
  }
  const label =
    element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? Reflect.get(element, 'placeholder');
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim() || label;
  return {
    tag: element.localName.slice(0, 60),
    text: String(text ?? '').slice(0, LONGEST),
    selector: selectorOf(element).slice(0, 500),
    chain,
  };
}
