/**
 * The client of an app's bridge (spec 4.1), the same for every app; its types are `client.d.ts`. Its calls are those of
 * `window.platform`, and a test holds the two to the same answers. Plain JavaScript of less than 4 KB that runs in
 * browsers and in Node.
 */
export function emitClientScript(): string {
  return SCRIPT;
}

const SCRIPT = `// The data of an app, over its bridge. Types are in client.d.ts.
export function createClient(address, { fetch = globalThis.fetch } = {}) {
  const root = address.replace(/\\/*$/, '/');

  async function post(path, body) {
    const text = toJson(body, path === '_data/query');
    let response;
    try {
      response = await fetch(root + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
        credentials: 'omit',
        cache: 'no-store',
      });
    } catch (cause) {
      throw failure({ code: 'unavailable', message: 'The server could not be reached.' }, 0, [], cause);
    }
    const { status } = response;
    try {
      return { status, answer: await response.json() };
    } catch (cause) {
      throw failure({ message: 'The server sent no JSON.' }, status, [], cause);
    }
  }

  async function call(path, body) {
    const { status, answer } = await post(path, body);
    if (answer?.ok === true) return answer;
    throw failure(answer?.error, status, answer?.diagnostics);
  }

  return {
    async submit(values, options) {
      const { entity, ...others } = Object(options);
      const [odd] = Object.keys(others);
      const message = 'submit knows no option "' + odd + '", only entity.';
      if (odd) throw failure({ code: 'invalid_request', message }, 0);
      return call('_data' + (entity ? '?entity=' + encodeURIComponent(entity) : ''), values ?? null);
    },
    query: (query) => call('_data/query', query ?? {}),
    async graphql(query, variables) {
      const { status, answer } = await post('_graphql', { query, variables });
      const { data = null, errors } = answer ?? {};
      if (data === null && !errors) throw failure(answer?.error, status, answer?.diagnostics);
      return errors ? { data, errors } : { data };
    },
  };
}

// By itself JSON drops undefined, and with it a condition, and writes null for NaN and an empty object for a form.
function toJson(body, isQuery) {
  const conditions = new WeakSet();
  const refuse = (message, cause) => failure({ code: 'invalid_request', message }, 0, [], cause);
  try {
    return JSON.stringify(body, function (name, value) {
      const given = this[name];
      if (typeof given === 'bigint') return String(given);
      const among = conditions.has(this);
      if (isQuery && (among || name === 'where') && Object(value) === value) conditions.add(value);
      const isNumber = typeof value === 'number';
      const lost = given === undefined ? among : isNumber ? !isFinite(value) : value === null && given !== null;
      const what = '"' + name + '" is ' + given;
      if (lost) throw refuse(what + ', which cannot be sent. Leave it out or give null.');
      if (typeof value?.entries === 'function' && !Array.isArray(value))
        throw refuse('Give a plain object, such as Object.fromEntries(form).');
      return value;
    });
  } catch (cause) {
    throw cause.code ? cause : refuse('This cannot be sent as JSON.', cause);
  }
}

function failure(error, status, diagnostics = [], cause) {
  const { code = 'internal', message = 'The request failed.' } = error ?? {};
  return Object.assign(new Error(message, { cause }), { code, status, diagnostics });
}
`;
