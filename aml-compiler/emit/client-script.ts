/**
 * The client of an app's bridge (spec 4.1), the same for every app; its types are `client.d.ts`. Its calls are those of
 * `window.platform`, and a test holds the two to the same answers. Plain JavaScript of less than 2 KB that runs in
 * browsers and in Node.
 */
export function emitClientScript(): string {
  return SCRIPT;
}

const SCRIPT = `// The data of an app, over its bridge. Types are in client.d.ts.
export function createClient(address, { fetch = globalThis.fetch } = {}) {
  const root = address.replace(/\\/*$/, '/');

  async function post(path, body) {
    let response;
    try {
      response = await fetch(root + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
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
    submit: (values, { entity } = {}) =>
      call('_data' + (entity ? '?entity=' + encodeURIComponent(entity) : ''), values ?? null),
    query: (query) => call('_data/query', query ?? {}),
    async graphql(query, variables) {
      const { status, answer } = await post('_graphql', { query, variables });
      const { data = null, errors } = answer ?? {};
      if (data === null && !errors) throw failure(answer?.error, status, answer?.diagnostics);
      return errors ? { data, errors } : { data };
    },
  };
}

function failure(error, status, diagnostics = [], cause) {
  const { code = 'internal', message = 'The request failed.' } = error ?? {};
  return Object.assign(new Error(message, { cause }), { code, status, diagnostics });
}
`;
