/** Words that Prisma refuses as a model or enum name, because its client would name a variable so. */
const PRISMA_WORDS =
  'PrismaClient async await break case catch class const continue debugger default delete do else enum export ' +
  'extends false finally for function if implements import in instanceof interface let new null package private ' +
  'protected public return super switch this throw true try typeof using var void while with yield';

/** Types that every generated GraphQL schema has, and the root field `node`. */
const GRAPHQL_TYPES =
  'Query Mutation Subscription String Boolean Int Float ID BigInt Decimal DateTime Json JSON Bytes Node node PageInfo';

/** Names that mean something else on any JavaScript object, so no record may have them as a key. */
const PROTOTYPE_MEMBERS =
  'constructor prototype hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf then toJSON';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const RESERVED_TYPE_NAMES: ReadonlySet<string> = words(`${PRISMA_WORDS} ${GRAPHQL_TYPES}`);
export const RESERVED_MEMBERS: ReadonlySet<string> = words(PROTOTYPE_MEMBERS);
/** Keys of every `where`, and the Relay id that the generated API adds. */
export const RESERVED_FIELD_NAMES: ReadonlySet<string> = words('AND OR NOT nodeId');
/** Words that GraphQL gives no enum. */
export const RESERVED_VALUES: ReadonlySet<string> = words('true false null');

/** What the generated GraphQL schema appends to a model's name (design 6). */
export const GENERATED_SUFFIXES: readonly string[] = [
  'Connection',
  'Edge',
  'Where',
  'OrderBy',
  'Aggregate',
  'CreateInput',
  'UpdateInput',
];
