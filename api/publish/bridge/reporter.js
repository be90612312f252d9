// Tells the builder what happens in a draft's preview: console messages, errors, failed loads, first paint (design 10).

/**
 * @typedef {object} ReporterConfig
 * @property {string} basePath absolute path of the draft's root, with a trailing slash
 * @property {string} reportTo origin of the builder; nobody else may hear
 */

/** @param {ReporterConfig} config */
export function installReporter(config) {
  if (window.parent === window) return;
  const MOST_REPORTS = 500;
  const LONGEST_TEXT = 4000;
  const root = new URL(config.basePath, location.href).href;
  /** @type {Set<string>} */
  const reportedLoads = new Set();
  let reports = 0;

  /** @param {Record<string, unknown>} report */
  function send(report) {
    reports += 1;
    if (reports > MOST_REPORTS) return;
    const message =
      reports === MOST_REPORTS
        ? 'The page has sent ' + MOST_REPORTS + ' reports; the builder hears no more until it is reloaded.'
        : shorten(String(report.message));
    window.parent.postMessage({ source: 'platform-preview', ...report, message }, config.reportTo);
  }

  /** @param {string} text */
  function shorten(text) {
    if (text.length <= LONGEST_TEXT) return text;
    return text.slice(0, LONGEST_TEXT) + ' ... (' + (text.length - LONGEST_TEXT) + ' characters more)';
  }

  /**
   * An address inside the draft as its file path; any other as it is.
   * @param {string} url
   */
  function fileOf(url) {
    if (!url.startsWith(root)) return url;
    const path = url.slice(root.length).replace(/[?#].*$/, '');
    return path === '' || path.endsWith('/') ? path + 'index.html' : decodeURIComponent(path);
  }

  /** @param {unknown} stack */
  function stackOf(stack) {
    return typeof stack === 'string'
      ? { stack: shorten(stack.replaceAll(root + ':', 'index.html:').replaceAll(root, '')) }
      : {};
  }

  /** @param {unknown} value */
  function show(value) {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (value instanceof Element) return /** @type {Element} */ (value.cloneNode(false)).outerHTML;
    if (typeof value !== 'object' || value === null)
      return typeof value === 'bigint' ? value + 'n' : String(value);
    /** @type {Set<unknown>} */
    const above = new Set();
    try {
      return JSON.stringify(value, function (_, inner) {
        if (typeof inner === 'bigint') return inner + 'n';
        if (typeof inner !== 'object' || inner === null) return inner;
        if (above.has(inner)) return '[seen above]';
        above.add(inner);
        if (inner instanceof Map) return { 'Map entries': [...inner] };
        if (inner instanceof Set) return { 'Set values': [...inner] };
        return inner;
      });
    } catch {
      return Object.prototype.toString.call(value);
    }
  }

  /** @param {readonly unknown[]} values */
  function showAll(values) {
    const [first, ...rest] = values;
    if (typeof first !== 'string' || !/%[sdifoOc]/.test(first)) return values.map(show).join(' ');
    const text = first.replace(/%([sdifoOc%])/g, (whole, kind) => {
      if (kind === '%') return '%';
      if (rest.length === 0) return whole;
      const value = rest.shift();
      return kind === 'c' ? '' : show(value);
    });
    return [text, ...rest.map(show)].join(' ');
  }

  for (const level of /** @type {const} */ (['debug', 'log', 'info', 'warn', 'error'])) {
    const real = console[level];
    console[level] = (...values) => {
      real.apply(console, values);
      const error = values.find((value) => value instanceof Error);
      send({ kind: 'console', level, message: showAll(values), ...stackOf(error?.stack) });
    };
  }

  addEventListener(
    'error',
    (/** @type {Event} */ event) => {
      if (event instanceof ErrorEvent) {
        const { message, filename, lineno, colno, error } = event;
        const place = filename ? { file: fileOf(filename), line: lineno, col: colno } : {};
        send({ kind: 'error', message, ...place, ...stackOf(error?.stack) });
        return;
      }
      const target = event.target;
      if (!(target instanceof Element)) return;
      const url =
        Reflect.get(target, 'currentSrc') || Reflect.get(target, 'src') || Reflect.get(target, 'href');
      reportLoad(String(url ?? ''), '<' + target.localName + '>');
    },
    true,
  );

  addEventListener('unhandledrejection', (event) => {
    send({
      kind: 'error',
      message: 'Unhandled promise rejection: ' + show(event.reason),
      ...stackOf(event.reason?.stack),
    });
  });

  /**
   * @param {string} url
   * @param {string} what
   * @param {number} [status]
   */
  function reportLoad(url, what, status) {
    if (reportedLoads.has(url)) return;
    reportedLoads.add(url);
    const reason = status ? ' (status ' + status + ')' : '';
    send({
      kind: 'resource',
      level: 'error',
      message: what + ' could not load ' + fileOf(url) + reason,
      file: fileOf(url),
    });
  }

  /**
   * @param {string} type
   * @param {(entry: any) => void} hear
   */
  function observe(type, hear) {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true });
  }

  // The bridge took its own fetch before: what it rejects with is the page's to handle or to leave unhandled.
  const realFetch = window.fetch;
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : new URL(input, document.baseURI).href;
    try {
      const response = await realFetch(input, init);
      if (response.status >= 400) reportLoad(url, 'fetch', response.status);
      return response;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) reportLoad(url, 'fetch');
      throw error;
    }
  };

  let isCapturing = false;

  /** Draws the page as it stands into a picture for the market; the library comes only when it is asked for. */
  async function capture() {
    /** @type {any} */
    const root = document.documentElement;
    await new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = config.basePath + '_platform/capture.js';
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
      backgroundColor: painted || '#ffffff',
    });
    return canvas.toDataURL('image/png');
  }

  addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== config.reportTo) return;
    const asked = event.data;
    if (asked === null || typeof asked !== 'object' || asked.source !== 'platform-builder') return;
    if (asked.kind !== 'capture' || isCapturing) return;
    isCapturing = true;
    capture()
      .then(
        (picture) => ({ picture }),
        (error) => ({ failure: show(error) }),
      )
      .then((answer) => {
        isCapturing = false;
        window.parent.postMessage(
          { source: 'platform-preview', kind: 'capture', ...answer },
          config.reportTo,
        );
      });
  });

  // Loads that fire no event on an element: images and fonts of CSS, imports, XMLHttpRequest.
  observe('resource', (entry) => {
    const isBridge = entry.name.startsWith(root + '_');
    if (entry.responseStatus >= 400 && !isBridge)
      reportLoad(entry.name, entry.initiatorType, entry.responseStatus);
  });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint')
      send({ kind: 'paint', message: 'First paint after ' + Math.round(entry.startTime) + ' ms' });
  });
}
