import { BRIDGE_LIMITS } from '../bridge-limits.ts';

/** Levels of relations that may still be selected, and the next one down. */
const LEVELS = Array.from({ length: BRIDGE_LIMITS.selectDepth + 1 }, (_, level) => level);
const DEEPEST = LEVELS.at(-1) ?? 0;
const BELOW = ['never', ...LEVELS.slice(0, -1)].join(', ');

/** Queries: the same for every app, in terms of its `Entities`. */
export const QUERY_TYPES = `type Related<N extends Readable> = Entities[N]['relations'];
type Level = ${LEVELS.join(' | ')};
type Below = [${BELOW}];
type Target<Link> = Link extends readonly [unknown, infer N extends Readable] ? N : never;

/** Names of fields, relations among them as long as there are levels left. */
type FieldName<N extends Readable, Left extends Level> =
  | (keyof Entities[N]['record'] & string)
  | (Left extends 0 ? never : keyof Related<N> & string);

type SelectRelation<Link, Left extends Level> =
  | boolean
  | readonly FieldName<Target<Link>, Left>[]
  | (Link extends readonly ['many', unknown]
      ? {
          select?: Select<Target<Link>, Left>;
          where?: Entities[Target<Link>]['where'];
          orderBy?: OrderBy<Target<Link>>;
          /** 1 to ${BRIDGE_LIMITS.queryMaxLimit}; ${BRIDGE_LIMITS.queryDefaultLimit} when left out. */
          limit?: number;
        }
      : { select?: Select<Target<Link>, Left> });

/** Names of fields; or an object that says of each field and relation whether, and of a relation what of it. */
export type Select<N extends Readable, Left extends Level = ${DEEPEST}> =
  | readonly FieldName<N, Left>[]
  | ({ readonly [F in keyof Entities[N]['record']]?: boolean } & {
      readonly [R in Left extends 0 ? never : keyof Related<N>]?: SelectRelation<Related<N>[R], Below[Left]>;
    });

type OrderKey<N extends Readable> =
  | { readonly [F in Entities[N]['sortable']]?: 'asc' | 'desc' }
  | Entities[N]['sortable']
  | \`-\${Entities[N]['sortable']}\`;

/** \`{ field: 'desc' }\`, \`'field'\` or \`'-field'\`, or a list of these. */
export type OrderBy<N extends Readable> = OrderKey<N> | readonly OrderKey<N>[];

interface QueryParts<N extends Readable> {
  readonly where?: Entities[N]['where'];
  /** All stored fields when left out. */
  readonly select?: Select<N>;
  readonly orderBy?: OrderBy<N>;
  /** 1 to ${BRIDGE_LIMITS.queryMaxLimit}; ${BRIDGE_LIMITS.queryDefaultLimit} when left out. */
  readonly limit?: number;
}

/** A query of one model. The first model need not be named. */
export type QueryOf<N extends Readable> = QueryParts<N> &
  ([N] extends [FirstReadable] ? { readonly entity?: N } : { readonly entity: N });

export type Query = { [N in Readable]: QueryOf<N> }[Readable];

type EntityOf<Q> = Q extends { readonly entity: infer N extends Readable } ? N : FirstReadable;

type Plain = string | number | boolean | null | undefined | Date;
type KeyIn<T> = T extends Plain | readonly unknown[] ? never : T extends object ? keyof T : never;
type MemberOf<T, K> = T extends Plain | readonly unknown[] ? never : K extends keyof T ? T[K] : never;

/** \`Given\`, with \`never\` wherever it has a member that \`Allowed\` does not have. */
type Exact<Given, Allowed> = [Allowed] extends [Given]
  ? Given
  : Given extends Plain
    ? Given
    : Given extends readonly unknown[]
      ? { readonly [I in keyof Given]: Exact<Given[I], Extract<Allowed, readonly unknown[]>[number]> }
      : {
          [K in keyof Given]: K extends KeyIn<Allowed> ? Exact<Given[K], MemberOf<Allowed, K>> : never;
        };
type ExactQuery<Q> = Q extends readonly unknown[]
  ? { readonly [I in keyof Q]: Exact<Q[I], QueryOf<EntityOf<Q[I]>>> }
  : Exact<Q, QueryOf<EntityOf<Q>>>;
`;

/** Rows as a selection makes them. */
export const RESULT_TYPES = `type Arity<Link, T> = Link extends readonly ['many', unknown]
  ? T[]
  : Link extends readonly ['maybe', unknown]
    ? T | null
    : T;
type Flat<T> = { [K in keyof T]: T[K] };
type Whole<N extends Readable> = Entities[N]['record'];

type NamedValue<N extends Readable, F> = F extends keyof Whole<N>
  ? Whole<N>[F]
  : F extends keyof Related<N>
    ? Arity<Related<N>[F], Whole<Target<Related<N>[F]>>>
    : never;
type Named<N extends Readable, F extends PropertyKey> = { [K in F]: NamedValue<N, K> };

/** Names whose number is not known may leave any of them out. */
type ByNames<N extends Readable, S extends readonly unknown[]> = S extends readonly []
  ? Whole<N>
  : number extends S['length']
    ? Partial<Named<N, S[number] & string>>
    : Named<N, S[number] & string>;

type Chosen<S> = { [F in keyof S]-?: S[F] extends false | undefined ? never : F }[keyof S];
type Certain<S> = {
  [F in keyof S]-?: false extends S[F] ? never : undefined extends S[F] ? never : F;
}[keyof S];
type ChosenValue<N extends Readable, F, V> = F extends keyof Related<N>
  ? Arity<Related<N>[F], RelatedRow<Target<Related<N>[F]>, Exclude<V, false | undefined>>>
  : NamedValue<N, F>;
type RelatedRow<N extends Readable, V> = V extends readonly unknown[]
  ? Row<N, V>
  : V extends { readonly select: infer S }
    ? Row<N, S>
    : 'select' extends keyof V
      ? Row<N, V['select' & keyof V]>
      : Whole<N>;

type ByObject<N extends Readable, S> = [Chosen<S>] extends [never]
  ? Whole<N>
  : Flat<
      { -readonly [F in Certain<S>]: ChosenValue<N, F, S[F]> } & {
        -readonly [F in Exclude<Chosen<S>, Certain<S>>]?: ChosenValue<N, F, S[F]>;
      }
    >;

/** A row of \`N\` as the selection \`S\` makes it. */
export type Row<N extends Readable, S = undefined> = S extends undefined
  ? Whole<N>
  : S extends readonly unknown[]
    ? ByNames<N, S>
    : ByObject<N, S>;

/** A row of the answer to \`Q\`. */
export type ResultOf<Q> = 'select' extends keyof Q ? Row<EntityOf<Q>, Q['select' & keyof Q]> : Whole<EntityOf<Q>>;
type ResultsOf<Q> = Q extends readonly unknown[]
  ? { -readonly [I in keyof Q]: ResultOf<Q[I]>[] }
  : ResultOf<Q>[];
`;

/** The calls themselves. What need not be named when it is the first model's is left out where visitors may not use that. */
export const bridgeTypes = (first: {
  readonly isReadable: boolean;
  readonly isCreatable: boolean;
}): string => `/** A mistake in what was sent. */
export interface Diagnostic {
  code: string;
  message: string;
  hint?: string;
  severity?: 'error' | 'warning';
  line?: number;
  col?: number;
  /** JSON pointer to the value. */
  path?: string;
}

/** What every promise is rejected with. \`status\` is that of HTTP, 0 when the server could not be reached. */
export interface BridgeError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions?: { code?: ErrorCode; diagnostics?: Diagnostic[]; [key: string]: unknown };
}

export interface Submitted<N extends Creatable> {
  ok: true;
  id: Entities[N]['id'];
  record: Entities[N]['record'];
}

export interface Bridge {
  /** Stores one record${first.isCreatable ? ', of the first model when no entity is named' : ''}. Rejects with a BridgeError. */${
    first.isCreatable
      ? `
  submit(
    values: Entities[FirstCreatable]['values'],
    options?: { entity?: FirstCreatable },
  ): Promise<Submitted<FirstCreatable>>;`
      : ''
  }
  submit<N extends Creatable>(values: Entities[N]['values'], options: { entity: N }): Promise<Submitted<N>>;

  /**
   * Reads records, by one query or by a list of at most ${BRIDGE_LIMITS.queriesPerRequest}, which is answered by a list for each, in order.
   * Rejects with a BridgeError.
   */
  query<const Q extends Query | readonly Query[]${first.isReadable ? ' = {}' : ''}>(
    query${first.isReadable ? '?' : ''}: Q & ExactQuery<Q>,
  ): Promise<{ ok: true; records: ResultsOf<Q> }>;

  /** Runs an operation of the app's GraphQL API. Rejects with a BridgeError when it gives no data and no errors. */
  graphql<Data = Record<string, unknown>>(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<{ data: Data | null; errors?: GraphqlError[] }>;
}

/** \`window.platform\` in a page of the app; \`platform.d.ts\` declares it. */
export interface Platform extends Bridge {
  readonly version: 1;
  readonly appId: string;
}

/** The same calls from elsewhere. \`address\` is the app's own, such as \`https://apps.example/a/shop\`. */
export function createClient(address: string, options?: { fetch?: typeof fetch }): Bridge;

export {};
`;
