import type { Caller } from '../asker.ts';
import type { DataPlane, SpaceRef } from '../contract.ts';
import { caller } from './call.ts';

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly data?: unknown;
  readonly errors?: readonly GraphqlError[] | undefined;
}

export type Ask = (query: string, variables?: object, who?: Caller) => Promise<GraphqlAnswer>;

/** Asks an app's GraphQL endpoint as a page would, without a port. */
export function asker(plane: () => DataPlane, space: SpaceRef): Ask {
  return async (query, variables, who = 'anyone') => {
    const answer = await caller(plane(), space, who).send('_graphql', 'POST', '', { query, variables });
    const { data, errors } = answer.body as Omit<GraphqlAnswer, 'status'>;
    return { status: answer.status, data, errors };
  };
}

/** The value at a path such as `boards.nodes.0.title`; undefined where there is none. */
export function pick(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], value);
}

/** What was answered at a path. @throws Error with the errors of an answer that has any */
export async function answered(answer: Promise<GraphqlAnswer>, path: string): Promise<unknown> {
  const { data, errors } = await answer;
  if (errors) throw new Error(JSON.stringify(errors));
  return pick(data, path);
}
