import { Failure } from '#lib/graphql/failure.ts';

interface Exchanged {
  readonly token: string;
  readonly intent: 'sign_in' | 'connect' | 'confirm';
}

/**
 * Turns the one-time code of the provider's way into a token. By REST, because the cookie that knows this browser goes
 * with it.
 * @throws {Failure}
 */
export async function exchangeCode(code: string, token: string | null): Promise<Exchanged> {
  const send = (bearer: string | null): Promise<Response> =>
    fetch('/api/auth/exchange', {
      method: 'POST',
      body: JSON.stringify({ code }),
      headers: {
        'content-type': 'application/json',
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
    });
  try {
    let answer = await send(token);
    // A session that ended on the way is no reason not to begin a new one; a refused token used nothing up.
    if (answer.status === 401 && token !== null) answer = await send(null);
    const json = (await answer.json()) as Partial<Exchanged> & {
      readonly error?: { readonly code: string; readonly message: string };
    };
    if (json.error !== undefined) throw new Failure(json.error.code, json.error.message);
    if (json.token === undefined || json.intent === undefined) throw new Error('No token came back.');
    return { token: json.token, intent: json.intent };
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    throw new Failure('unavailable', 'The server did not answer. Check your connection and sign in again.');
  }
}
