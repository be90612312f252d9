import type { Caller } from '../../../api/data/asker.ts';
import type { BridgeRoute, DataPlane, SpaceRef } from '../../../api/data/contract.ts';
import type { OwnerData } from '../../../api/data/owner/contract.ts';

/** A request of the bridge or of GraphQL, as it comes over HTTP. */
export interface BridgeAsk {
  readonly face: 'bridge';
  readonly route: BridgeRoute;
  readonly method: 'GET' | 'POST';
  readonly query: string;
  readonly body?: unknown;
}

/** A call of the owner's service, which stands behind the owner's REST files and the platform's GraphQL. */
export interface OwnerAsk {
  readonly face: 'owner';
  readonly method: keyof OwnerData;
  readonly args: readonly unknown[];
}

/** One thing to ask an app. */
export interface Case {
  /** Of which kind it is, for the coverage: a member of the surface. */
  readonly operation: string;
  readonly writes: boolean;
  readonly ask: BridgeAsk | OwnerAsk;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks, and gives the answer as text, whatever it is. */
export async function ask(
  plane: DataPlane,
  space: SpaceRef,
  who: Caller,
  { ask: asked }: Case,
): Promise<Answer> {
  if (asked.face === 'owner') return askOwner(plane, space, asked);
  const { route, method, query, body } = asked;
  const request = new Request(`http://app.test/a/app/${route}${query}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const response = await plane.respond(space, route, request, who);
  return { status: response.status, text: await response.text() };
}

async function askOwner(plane: DataPlane, space: SpaceRef, { method, args }: OwnerAsk): Promise<Answer> {
  const call = plane.owner(space)[method] as (...given: readonly unknown[]) => Promise<unknown>;
  try {
    const result = await call(...args);
    return { status: 200, text: await textOf(result) };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return { status: 400, text: `${String(error.code)}: ${error.message}` };
  }
}

async function textOf(result: unknown): Promise<string> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result))
    return JSON.stringify(result, (_, value: unknown) => (value instanceof Map ? [...value] : value)) ?? '';
  let text = '';
  for await (const part of result as AsyncIterable<string>) text += part;
  return text;
}
