// Tells the builder what happens in a draft's preview, and does the few things it asks for (design 10).

import { inspect } from './inspect.js';
import { installNetwork } from './network.js';
import { pageFacts } from './page-facts.js';
import { keepPage, putPage } from './page-keeper.js';
import { drawPage } from './page-picture.js';
import { describeElement, startPicking } from './picker.js';

/**
 * @typedef {object} ReporterConfig
 * @property {string} basePath absolute path of the draft's root, with a trailing slash
 * @property {string} reportTo origin of the builder; nobody else may hear or ask
 */

/** @param {ReporterConfig} config */
export function installReporter(config) {
  if (window.parent === window) return;
  const MOST_REPORTS = 500;
  const LONGEST_TEXT = 4000;
  const LONGEST_PATH = 1000;
  const root = new URL(config.basePath, location.href).href;
  // An app may replace these later; the reporter keeps its own.
  const { parent } = window;
  const { Error } = window;
  /** @type {Set<string>} */
  const reportedLoads = new Set();
  let reports = 0;

  /** @param {Record<string, unknown>} report */
  function tell(report) {
    parent.postMessage({ source: 'platform-preview', ...report }, config.reportTo);
  }

  /** @param {Record<string, unknown>} report */
  function send(report) {
    reports += 1;
    if (reports > MOST_REPORTS) return;
    const message =
      reports === MOST_REPORTS
        ? 'The page has sent ' + MOST_REPORTS + ' reports; the builder hears no more until it is reloaded.'
        : shorten(String(report.message));
    tell({ ...report, message });
  }

  /** @param {string} text */
  function shorten(text) {
    if (text.length <= LONGEST_TEXT) return text;
    return text.slice(0, LONGEST_TEXT) + ' ... (' + (text.length - LONGEST_TEXT) + ' characters more)';
  }

  /**
   * An address inside the draft as its file path, one of the same host from its root; any other as it is.
   * @param {string} url
   */
  function fileOf(url) {
    const host = new URL(root).origin;
    if (!url.startsWith(root)) return url.startsWith(host + '/') ? url.slice(host.length) : url;
    const path = url.slice(root.length).replace(/[?#].*$/, '');
    return path === '' || path.endsWith('/') ? path + 'index.html' : decodeURIComponent(path);
  }

  /** @param {unknown} stack */
  function stackOf(stack) {
    return typeof stack === 'string'
      ? { stack: shorten(stack.replaceAll(root + ':', 'index.html:').replaceAll(root, '')) }
      : {};
  }

  /** Where the caller of a replaced console method stands: the second place of the stack, behind our own. */
  function callPlace() {
    const places = [...(new Error().stack ?? '').matchAll(/(https?:[^\s()]+?):(\d+):(\d+)/g)];
    const [, url, line, col] = places[2] ?? [];
    return url ? { file: fileOf(url), line: Number(line), col: Number(col) } : {};
  }

  /** @param {readonly unknown[]} values */
  function showAll(values) {
    const [first, ...rest] = values;
    if (typeof first !== 'string' || !/%[sdifoOc]/.test(first)) return values.map(inspect).join(' ');
    const text = first.replace(/%([sdifoOc%])/g, (whole, kind) => {
      if (kind === '%') return '%';
      if (rest.length === 0) return whole;
      const value = rest.shift();
      return kind === 'c' ? '' : inspect(value);
    });
    return [text, ...rest.map(inspect)].join(' ');
  }

  for (const level of /** @type {const} */ (['debug', 'log', 'info', 'warn', 'error'])) {
    const real = console[level];
    console[level] = (...values) => {
      real.apply(console, values);
      const error = values.find((value) => value instanceof Error);
      send({ kind: 'console', level, message: showAll(values), ...callPlace(), ...stackOf(error?.stack) });
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
      message: 'Unhandled promise rejection: ' + inspect(event.reason),
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

  /** @param {boolean} isNew a document begins, rather than its address changing */
  function tellPlace(isNew) {
    const { href } = location;
    const path = href.startsWith(root) ? href.slice(root.length).slice(0, LONGEST_PATH) : null;
    tell({ kind: 'at', path, isNew });
  }

  tellPlace(true);
  for (const name of /** @type {const} */ (['pushState', 'replaceState'])) {
    const real = history[name];
    history[name] = function (...given) {
      real.apply(this, given);
      tellPlace(false);
    };
  }
  addEventListener('popstate', () => tellPlace(false));
  addEventListener('hashchange', () => tellPlace(false));
  addEventListener('load', () => tell({ kind: 'loaded' }));

  const network = installNetwork({ root, send: tell, failed: reportLoad });

  let isCapturing = false;
  /** @type {(() => void) | null} */
  let stopPicking = null;

  /**
   * What the builder may ask for; each answer carries the question's nonce.
   * @type {Record<string, (asked: any, answer: (given: Record<string, unknown>) => void) => void>}
   */
  const COMMANDS = {
    ping: (_, answer) => answer({ kind: 'pong' }),
    keep: (_, answer) => answer({ kind: 'kept', state: keepPage() }),
    put: (asked) => putPage(asked.state),
    look: (_, answer) => answer({ kind: 'facts', facts: pageFacts() }),
    pick(_, answer) {
      stopPicking?.();
      stopPicking = startPicking(
        (element, isChosen) =>
          answer({ kind: isChosen ? 'picked' : 'pointed', element: describeElement(element) }),
        () => answer({ kind: 'unpicked' }),
      );
    },
    unpick() {
      stopPicking?.();
      stopPicking = null;
    },
    capture(_, answer) {
      if (isCapturing) return;
      isCapturing = true;
      drawPage(config.basePath)
        .then(
          (picture) => ({ picture }),
          (error) => ({ failure: inspect(error) }),
        )
        .then((drawn) => {
          isCapturing = false;
          answer({ kind: 'capture', ...drawn });
        });
    },
  };

  addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== config.reportTo) return;
    const asked = event.data;
    if (asked === null || typeof asked !== 'object' || asked.source !== 'platform-builder') return;
    const { kind, nonce } = asked;
    if (typeof nonce !== 'string' || !/^[\w-]{16,64}$/.test(nonce) || !Object.hasOwn(COMMANDS, kind)) return;
    // The page's own listeners have nothing to do with it, and cannot answer in the reporter's place.
    event.stopImmediatePropagation();
    COMMANDS[kind]?.(asked, (given) => tell({ ...given, nonce }));
  });

  // Loads that fire no event on an element: images and fonts of CSS, imports, XMLHttpRequest.
  observe('resource', (entry) => {
    if (entry.name.startsWith(root + '_')) {
      if (!entry.name.startsWith(root + '_platform')) network.loaded(entry);
      return;
    }
    network.loaded(entry);
    if (entry.responseStatus >= 400) reportLoad(entry.name, entry.initiatorType, entry.responseStatus);
  });
  observe('paint', (entry) => {
    // Not one of the counted reports: a chatty page must not look like a blank one.
    if (entry.name === 'first-contentful-paint') tell({ kind: 'paint' });
  });
}
