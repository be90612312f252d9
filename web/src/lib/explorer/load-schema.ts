import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import type { Place } from '#lib/data/model.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { postOperation } from './endpoint.ts';

interface Introspected {
  readonly data?: IntrospectionQuery;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
  /** Of a space that cannot be asked at all, such as one without a data model: the envelope of REST. */
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * The schema of a space as its owner may use it.
 * @throws Failure forbidden for anybody else's app, not_found for one without a data model, unavailable
 */
export async function loadSchema(place: Place): Promise<GraphQLSchema> {
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
  const answer = await postOperation(place, { operation: { query } });
  const { data, errors, error } = (answer.kind === 'json' ? answer.body : {}) as Introspected;
  if (data !== undefined) return buildClientSchema(data);
  const first = errors?.[0];
  const code = error?.code ?? first?.extensions?.['code'];
  throw new Failure(
    typeof code === 'string' ? code : 'internal',
    error?.message ?? first?.message ?? 'The server answered without a schema.',
  );
}
