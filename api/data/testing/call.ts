import type { Caller } from '../asker.ts';
import type { BridgeRoute, DataPlane, SpaceRef } from '../contract.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; loosely typed, since tests look into it member by member. */
  // prettier-ignore
  readonly body: { readonly [member: string]: unknown } & {
    readonly ok?: boolean; readonly id?: unknown; readonly record?: Readonly<Record<string, unknown>>;
    readonly records?: readonly Readonly<Record<string, unknown>>[];
    readonly error?: { readonly code: string; readonly message: string };
    readonly diagnostics?: readonly { readonly code: string; readonly path?: string; readonly message: string }[];
  };
}

/** Calls the data plane as a page would, without a port. */
export function caller(plane: DataPlane, space: SpaceRef, who: Caller = 'anyone') {
  const send = async (route: BridgeRoute, method: string, query: string, body?: unknown): Promise<Answer> => {
    const request = new Request(`http://app.test/a/${space.id}/${route}${query}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': 'application/json' },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
    });
    const response = await plane.respond(space, route, request, who);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : {}) as Answer['body'],
    };
  };
  return {
    send,
    insert: (values: unknown, query = '') => send('_data', 'POST', query, values),
    query: (query: unknown) => send('_data/query', 'POST', '', query),
    get: (query = '') => send('_data', 'GET', query),
  };
}
