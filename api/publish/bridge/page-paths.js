// How the builder and the page name an element to each other.

/**
 * A selector that leads to the element in this document, by ids and positions.
 * @param {Element} element
 */
export function selectorOf(element) {
  const steps = [];
  for (
    let at = element;
    at && at !== document.documentElement;
    at = /** @type {Element} */ (at.parentElement)
  ) {
    const { id } = at;
    if (id && document.querySelectorAll('#' + CSS.escape(id)).length === 1) {
      steps.unshift('#' + CSS.escape(id));
      return steps.join(' > ');
    }
    const alike = [...(at.parentElement?.children ?? [])].filter((one) => one.localName === at.localName);
    const nth = alike.length > 1 ? ':nth-of-type(' + (alike.indexOf(at) + 1) + ')' : '';
    steps.unshift(CSS.escape(at.localName) + nth);
  }
  return steps.join(' > ') || 'html';
}

/**
 * The element a selector leads to; null when it is none.
 * @param {unknown} selector
 */
export function elementAt(selector) {
  if (typeof selector !== 'string') return null;
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}
