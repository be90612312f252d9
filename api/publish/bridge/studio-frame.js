// The page that a Studio renders in (spec 4.8, design 11). It has no content of its own: the Studio hands it one complete
// page over a MessagePort, and this writes that page over itself. What is written runs here, under this page's sandbox.

/**
 * @typedef {{ do: 'render', html: string, hash: string, scroll: number }
 *   | { do: 'picture', id: number, target: Target | null }
 *   | { do: 'show', target: Target }
 *   | { do: 'settle', id: number, ok: boolean, diagnostics: unknown }} Order
 * @typedef {{ selectors: string[], hash: string | null }} Target
 */

/** Milliseconds that fonts and pictures of a page may take before its picture is taken without them. */
const PATIENCE = 5_000;

/** Waits for the Studio's port; only the window that embeds this page can bring it. */
export function installStudioFrame() {
  const { toCanvas } = Reflect.get(window, 'htmlToImage');
  Reflect.deleteProperty(window, 'htmlToImage');
  keepFocusOutside();
  addEventListener('message', function hear({ source, data, ports }) {
    const port = ports[0];
    if (parent === window || source !== parent || data !== 'platform-studio-frame' || !port) return;
    removeEventListener('message', hear);
    serve(port, toCanvas);
  });
}

/** Pages put the focus where they go, as decks do. Who edits, here or in the host's page, is not to lose it by that. */
function keepFocusOutside() {
  const { focus } = HTMLElement.prototype;
  /** @param {FocusOptions} [options] */
  HTMLElement.prototype.focus = function (options) {
    if (document.hasFocus()) focus.call(this, options);
  };
}

/**
 * @param {MessagePort} port
 * @param {(root: Element, options: object) => Promise<HTMLCanvasElement>} toCanvas
 */
function serve(port, toCanvas) {
  const settle = installPlatform(port);
  port.addEventListener('message', ({ data }) => {
    const order = /** @type {Order} */ (data);
    if (order.do === 'render') render(port, order);
    else if (order.do === 'show') show(order.target);
    else if (order.do === 'settle') settle(order);
    else void answerPicture(port, order.id, () => takePicture(order.target, toCanvas));
  });
  port.start();
}

/**
 * @param {MessagePort} port
 * @param {{ html: string, hash: string, scroll: number }} order
 */
function render(port, { html, hash, scroll }) {
  // Not by going there, which the new page would hear of as if somebody had asked for it.
  if (hash !== '') history.replaceState(null, '', hash);
  document.open();
  // Opening took away what listened; these are told of the new page.
  addEventListener('error', ({ message }) => port.postMessage({ tell: 'problem', message: String(message) }));
  addEventListener('unhandledrejection', ({ reason }) =>
    port.postMessage({ tell: 'problem', message: String(Reflect.get(Object(reason), 'message') ?? reason) }),
  );
  const place = () => port.postMessage({ tell: 'place', hash: location.hash, scroll: scrollY });
  addEventListener('scroll', place, { passive: true });
  addEventListener('hashchange', place);
  document.addEventListener('DOMContentLoaded', () => {
    withoutFocus();
    if (scroll > 0) scrollTo({ top: scroll, behavior: 'instant' });
    port.postMessage({ tell: 'rendered' });
  });
  document.write(html);
  document.close();
}

/**
 * `window.platform` of a page that is only being made: an answer goes to the Studio and nowhere else.
 * @param {MessagePort} port
 */
function installPlatform(port) {
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void, values: unknown }>} */
  const waiting = new Map();
  let count = 0;
  const none = () =>
    Promise.reject(fail('unsupported', 501, 'There is no data here: this page is being made.', []));
  const platform = Object.freeze({
    version: 1,
    appId: 'studio',
    /** @param {unknown} values */
    submit: (values) =>
      new Promise((resolve, reject) => {
        const copy = JSON.parse(JSON.stringify(values ?? null));
        count += 1;
        waiting.set(count, { resolve, reject, values: copy });
        port.postMessage({ tell: 'submit', id: count, values: copy });
      }),
    query: none,
    graphql: none,
  });
  Object.defineProperty(window, 'platform', { value: platform, enumerable: true });
  return (/** @type {{ id: number, ok: boolean, diagnostics: unknown }} */ { id, ok, diagnostics }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (ok) call?.resolve({ ok: true, id: String(id), record: call.values });
    else call?.reject(fail('invalid', 422, 'The answer does not fit the form.', diagnostics));
  };
}

/**
 * An error as the bridge of a published page rejects with.
 * @param {string} code
 * @param {number} status
 * @param {string} message
 * @param {unknown} diagnostics
 */
function fail(code, status, message, diagnostics) {
  return Object.assign(new Error(message), { code, status, diagnostics });
}

/** @param {Target} target */
function show({ selectors, hash }) {
  if (hash !== null) go(hash);
  else find(selectors)?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/**
 * Goes to a place of the page.
 * @param {string} hash
 */
function go(hash) {
  withoutFocus();
  location.hash = hash;
}

/**
 * Browsers put the focus on what the address names when they draw the page next: after it was written, and after each
 * way within it. Who edits is not to lose it by that.
 */
function withoutFocus() {
  const root = document.documentElement;
  if (document.hasFocus() || root.inert) return;
  root.inert = true;
  requestAnimationFrame(() => requestAnimationFrame(() => (root.inert = false)));
}

/** @param {string[]} selectors */
function find(selectors) {
  for (const selector of selectors) {
    const found = document.querySelector(selector);
    if (found) return found;
  }
  return null;
}

/**
 * @param {Target | null} target null for all that is seen
 * @param {(root: Element, options: object) => Promise<HTMLCanvasElement>} toCanvas
 * @returns {Promise<string>} a PNG as data URL @throws Error `missing`, `empty`
 */
async function takePicture(target, toCanvas) {
  if (target?.hash) go(target.hash);
  const element = target === null ? document.documentElement : find(target.selectors);
  if (element === null) throw new Error('missing');
  const ready = Promise.allSettled([
    document.fonts.ready,
    ...[...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode()),
  ]);
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  await sized(element);
  const painted = [document.documentElement, document.body].map(
    (one) => one && getComputedStyle(one).backgroundColor,
  );
  const canvas = await toCanvas(element, {
    pixelRatio: 1,
    // Drawn as if there were no scripts, its text would be in the picture.
    filter: (/** @type {Node} */ node) => node.nodeName !== 'NOSCRIPT',
    backgroundColor: painted.find((colour) => colour && !/^transparent$|, 0\)$/.test(colour)) || '#ffffff',
    ...(target === null
      ? {
          width: innerWidth,
          height: Math.max(innerHeight, Math.min(document.documentElement.scrollHeight, 4_096)),
        }
      : {}),
  });
  const picture = canvas.toDataURL('image/png');
  if (!picture.startsWith('data:image/png;base64,') || picture.length < 100) throw new Error('empty');
  return picture;
}

/**
 * A frame can have no size yet when its first script runs.
 * @param {Element} element
 */
async function sized(element) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { width, height } = element.getBoundingClientRect();
    if (width >= 1 && height >= 1) return;
    if (performance.now() > end) throw new Error('empty');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * @param {MessagePort} port
 * @param {number} id
 * @param {() => Promise<string>} take
 */
async function answerPicture(port, id, take) {
  try {
    port.postMessage({ tell: 'picture', id, picture: await take() });
  } catch (error) {
    port.postMessage({ tell: 'picture', id, why: error instanceof Error ? error.message : String(error) });
  }
}
