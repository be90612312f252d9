// The bridge of a published page: `window.platform` (spec 4.1, design 6).
// This file runs in the visitor's browser. It is put into every HTML page, so it is kept short and has no imports.

/**
 * @typedef {object} BridgeConfig
 * @property {string} appId
 * @property {string} basePath absolute path of the app's root, with a trailing slash
 */

/** @param {BridgeConfig} config */
export function installPlatform(config) {
  // An app may replace these later; the bridge keeps its own.
  const { fetch, JSON, Error, Object, Array, String, WeakSet, encodeURIComponent, isFinite } = window;
  // Not relative to the page: a nested page or a <base> element would lead elsewhere.
  const root = new URL(config.basePath, location.href).href;

  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   * @param {unknown} [diagnostics]
   */
  const failure = (code, message, status, diagnostics) =>
    Object.assign(new Error(message), { code, status, diagnostics: diagnostics ?? [] });

  /**
   * JSON that says what was meant. By itself it drops undefined, and with it a condition, and writes null for NaN and
   * an empty object for a form.
   * @param {unknown} body
   * @param {boolean} isQuery
   */
  const toJson = (body, isQuery) => {
    const conditions = new WeakSet();
    /**
     * @this {any}
     * @param {string} name
     * @param {any} value
     */
    const check = function (name, value) {
      const given = this[name];
      if (typeof given === 'bigint') return String(given);
      const among = conditions.has(this);
      if (isQuery && (among || name === 'where') && Object(value) === value) conditions.add(value);
      const isNumber = typeof value === 'number';
      const lost =
        given === undefined ? among : isNumber ? !isFinite(value) : value === null && given !== null;
      const what = '"' + name + '" is ' + given;
      if (lost)
        throw failure('invalid_request', what + ', which cannot be sent. Leave it out or give null.', 0);
      if (typeof value?.entries === 'function' && !Array.isArray(value))
        throw failure('invalid_request', 'Give a plain object, such as Object.fromEntries(form).', 0);
      return value;
    };
    return JSON.stringify(body, check);
  };

  /**
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<{ status: number, answer: any }>}
   */
  const post = async (path, body) => {
    let text;
    try {
      text = toJson(body, path === '_data/query');
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause) throw cause;
      throw Object.assign(failure('invalid_request', 'This cannot be sent as JSON.', 0), { cause });
    }
    let response;
    let answer;
    try {
      response = await fetch(root + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
        credentials: 'omit',
        cache: 'no-store',
      });
    } catch (cause) {
      throw Object.assign(failure('unavailable', 'The server could not be reached.', 0), { cause });
    }
    try {
      answer = await response.json();
    } catch (cause) {
      throw Object.assign(failure('internal', 'The server sent no JSON.', response.status), { cause });
    }
    return { status: response.status, answer };
  };

  /**
   * @param {string} path
   * @param {unknown} body
   */
  const call = async (path, body) => {
    const { status, answer } = await post(path, body);
    if (answer?.ok === true) return answer;
    throw rejected(status, answer);
  };

  /**
   * @param {number} status
   * @param {any} answer
   */
  const rejected = (status, answer) =>
    failure(
      answer?.error?.code ?? 'internal',
      answer?.error?.message ?? 'The request failed.',
      status,
      answer?.diagnostics,
    );

  const platform = Object.freeze({
    version: 1,
    appId: config.appId,
    /**
     * Stores one record. Resolves with `{ ok, id, record }`.
     * @param {unknown} values
     * @param {{ entity?: string }} [options]
     */
    async submit(values, options) {
      // Ignored, a mistyped name would store the record under the first model.
      const odd = Object.keys(Object(options)).find((name) => name !== 'entity');
      const message = 'submit knows no option "' + odd + '", only entity.';
      if (odd) throw failure('invalid_request', message, 0);
      const entity = options?.entity;
      return call('_data' + (entity ? '?entity=' + encodeURIComponent(entity) : ''), values ?? null);
    },
    /**
     * Reads records. Resolves with `{ ok, records }`; a list of queries gives a list of lists.
     * @param {unknown} [query]
     */
    query(query) {
      return call('_data/query', query ?? {});
    },
    /**
     * Runs an operation of the app's own GraphQL API. Resolves with `{ data, errors? }`.
     * @param {string} query
     * @param {Record<string, unknown>} [variables]
     */
    async graphql(query, variables) {
      const { status, answer } = await post('_graphql', { query, variables });
      const { data = null, errors } = answer ?? {};
      if (data === null && !errors) throw rejected(status, answer);
      return errors ? { data, errors } : { data };
    },
  });

  // Not writable, yet configurable: otherwise a page's own `const platform = window.platform` would not even parse.
  Object.defineProperty(window, 'platform', {
    value: platform,
    writable: false,
    enumerable: true,
    configurable: true,
  });
}
