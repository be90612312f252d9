// What can be said about a page that shows nothing.

/** Counts what is there, so that the builder can say why nothing is seen. */
export function pageFacts() {
  const MOST = 3000;
  const { body } = document;
  const all = body ? [...body.querySelectorAll('*')].slice(0, MOST) : [];
  const content = all.filter(
    (element) => !/^(script|style|template|link|meta|noscript)$/.test(element.localName),
  );
  const isSeen = (/** @type {Element} */ element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0;
  const colours = [document.documentElement, body].map((element) =>
    element ? getComputedStyle(element) : null,
  );
  const hasColour = colours.some(
    (style) =>
      style &&
      (style.backgroundImage !== 'none' || !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor)),
  );
  const words = body
    ? [...body.childNodes].filter((node) => node.nodeType === 3).map((node) => node.nodeValue?.trim() ?? '')
    : [];
  return {
    ready: document.readyState,
    elements: content.length,
    seen: content.filter(isSeen).length,
    scripts: document.scripts.length,
    text: (
      content
        .map((element) => element.textContent ?? '')
        .join('')
        .trim() + words.join('')
    ).slice(0, 200).length,
    colour: hasColour,
    width: innerWidth,
    height: innerHeight,
  };
}
