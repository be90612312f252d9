// Draws the page as it stands into a picture: nobody else can look into it.

/**
 * The library comes only when it is asked for.
 * @param {string} basePath
 */
export async function drawPage(basePath) {
  /** @type {any} */
  const root = document.documentElement;
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = basePath + '_platform/capture.js';
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error('The script could not be loaded.')));
    document.head.append(script);
    script.remove();
  });
  await document.fonts.ready;
  await Promise.allSettled(
    [...document.images].filter((image) => image.loading !== 'lazy').map((image) => image.decode()),
  );
  const colours = [root, document.body].map((element) => getComputedStyle(element).backgroundColor);
  const painted = colours.find((colour) => colour !== 'rgba(0, 0, 0, 0)' && colour !== 'transparent');
  const canvas = await Reflect.get(window, 'htmlToImage').toCanvas(root, {
    width: innerWidth,
    height: innerHeight,
    pixelRatio: 1,
    // A picture runs no scripts, and would show what a page says to those without.
    filter: (/** @type {Node} */ node) => node.nodeName !== 'NOSCRIPT',
    backgroundColor: painted || '#ffffff',
  });
  return canvas.toDataURL('image/png');
}
