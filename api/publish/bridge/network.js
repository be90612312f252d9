// Tells what a preview asks the network for. Bodies are told of calls to the app's own data only, never of others.

/**
 * @typedef {object} NetworkListener
 * @property {string} root address of the draft's root, with a trailing slash
 * @property {(report: Record<string, unknown>) => void} send
 * @property {(url: string, what: string, status?: number) => void} failed
 */

/** @param {NetworkListener} listener */
export function installNetwork({ root, send, failed }) {
  const MOST = 400;
  const LONGEST_BODY = 4000;
  const LONGEST_ADDRESS = 1000;
  let count = 0;
  /** Requests whose size is told by the browser a moment later, by address. @type {Map<string, number[]>} */
  const awaiting = new Map();

  const isOwnData = (/** @type {string} */ url) =>
    /^(_data|_graphql)/.test(url.slice(root.length)) && url.startsWith(root);
  /** @param {unknown} body */
  const told = (body) => (typeof body === 'string' ? body.slice(0, LONGEST_BODY) : undefined);

  /**
   * @param {string} type
   * @param {string} method
   * @param {string} url
   * @param {unknown} body
   */
  function begin(type, method, url, body) {
    count += 1;
    const id = count;
    const own = isOwnData(url);
    const start = performance.now();
    const base = { kind: 'network', id };
    const tell = (/** @type {Record<string, unknown>} */ more) => id <= MOST && send({ ...base, ...more });
    awaiting.set(url, [...(awaiting.get(url) ?? []), id]);
    tell({
      type: own ? 'platform' : type,
      method: method.toUpperCase(),
      url: url.slice(0, LONGEST_ADDRESS),
      request: own ? told(body) : undefined,
    });
    return {
      own,
      /** @param {Record<string, unknown>} more */
      end: (more) => tell({ ...more, duration: performance.now() - start }),
    };
  }

  const realFetch = window.fetch;
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : new URL(input, document.baseURI).href;
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const call = begin('fetch', method, url, init?.body);
    try {
      const response = await realFetch(input, init);
      const text = call.own ? response.clone().text() : Promise.resolve(undefined);
      text.then(
        (body) => call.end({ status: response.status, response: told(body), size: body?.length }),
        () => call.end({ status: response.status }),
      );
      if (response.status >= 400 && !call.own) failed(url, 'fetch', response.status);
      return response;
    } catch (error) {
      const isStopped = error instanceof DOMException && error.name === 'AbortError';
      call.end({ status: 0, failure: isStopped ? 'stopped' : 'failed' });
      // What the bridge rejects with is the page's to handle or to leave unhandled.
      if (!isStopped && !call.own) failed(url, 'fetch');
      throw error;
    }
  };

  const { open, send: sendRequest } = XMLHttpRequest.prototype;
  /** @type {WeakMap<XMLHttpRequest, { method: string, url: string }>} */
  const opened = new WeakMap();
  XMLHttpRequest.prototype.open = function (/** @type {any[]} */ ...given) {
    opened.set(this, { method: String(given[0]), url: new URL(given[1], document.baseURI).href });
    return Reflect.apply(open, this, given);
  };
  XMLHttpRequest.prototype.send = function (/** @type {any} */ body) {
    const { method, url } = opened.get(this) ?? { method: 'GET', url: '' };
    const call = begin('xhr', method, url, body);
    this.addEventListener('loadend', () => {
      const isText = this.responseType === '' || this.responseType === 'text';
      const text = call.own && isText ? this.responseText : undefined;
      call.end({
        status: this.status,
        response: told(text),
        failure: this.status === 0 ? 'failed' : undefined,
      });
    });
    return sendRequest.call(this, body);
  };

  return {
    /**
     * A finished load that the browser tells of: parts of the page, and the size of what was asked for above.
     * @param {any} entry
     */
    loaded(entry) {
      const size = entry.decodedBodySize || entry.transferSize || undefined;
      if (/^(fetch|xmlhttprequest)$/.test(entry.initiatorType)) {
        const id = awaiting.get(entry.name)?.shift();
        if (id !== undefined && id <= MOST && size !== undefined) send({ kind: 'network', id, size });
        return;
      }
      count += 1;
      if (count > MOST) return;
      const { duration, responseStatus } = entry;
      send({
        kind: 'network',
        id: count,
        type: entry.initiatorType,
        method: 'GET',
        url: entry.name.slice(0, LONGEST_ADDRESS),
        status: responseStatus || null,
        duration,
        size,
      });
    },
  };
}
