/**
 * The client of an app's bridge (spec 4.1), the same for every app; its types are `client.d.ts`. Plain JavaScript of
 * less than 2 KB that runs in browsers and in Node.
 */
export function emitClientScript(): string {
  return SCRIPT;
}

const SCRIPT = `// The data of an app, over its bridge. Types are in client.d.ts.
export function createClient(address, { fetch = globalThis.fetch } = {}) {
  const root = address.replace(/\\/*$/, '/');

  async function post(path, body) {
    const response = await fetch(root + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    try {
      return { status: response.status, answer: JSON.parse(text) };
    } catch (cause) {
      throw failure({ message: 'The server sent no JSON.' }, response.status, [], cause);
    }
  }

  async function call(path, body) {
    const { status, answer } = await post(path, body);
    if (answer?.ok === true) return answer;
    throw failure(answer?.error, status, answer?.diagnostics);
  }

  return {
    submit: (entity, values) => call('_data?entity=' + encodeURIComponent(entity), values),
    query: async (query) => (await call('_data/query', query)).records,
    async graphql(query, variables) {
      const { status, answer } = await post('_graphql', { query, variables });
      if (answer?.data === undefined && answer?.errors === undefined)
        throw failure(answer?.error, status, answer?.diagnostics);
      return answer;
    },
  };
}

function failure(error, status, diagnostics = [], cause) {
  const { code = 'internal', message = 'The request failed.' } = error ?? {};
  return Object.assign(new Error(message, { cause }), { code, status, diagnostics });
}
`;
