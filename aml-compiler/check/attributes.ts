/** What an attribute takes. The editor's completion reads this table too. */
export interface AttributeSpec {
  /** In positional order. */
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  /** Prisma's arguments about the database's own names: accepted, without effect. */
  readonly ignored: readonly string[];
  readonly repeatable: boolean;
  /** Shown in hints. */
  readonly example: string;
}

const DATABASE_NAMES = ['map', 'sort', 'length', 'clustered'];
const none = { parameters: [], ignored: [], repeatable: false };
const required = (...names: string[]): AttributeSpec['parameters'] =>
  names.map((name) => ({ name, required: true }));
const bound = (example: string): AttributeSpec => ({
  parameters: required('value'),
  ignored: [],
  repeatable: false,
  example,
});

export const FIELD_ATTRIBUTES: ReadonlyMap<string, AttributeSpec> = new Map([
  ['id', { ...none, ignored: DATABASE_NAMES, example: '@id' }],
  ['unique', { ...none, ignored: DATABASE_NAMES, example: '@unique' }],
  ['default', { parameters: required('value'), ignored: ['map'], repeatable: false, example: '@default(0)' }],
  ['updatedAt', { ...none, example: '@updatedAt' }],
  [
    'relation',
    {
      parameters: ['name', 'fields', 'references', 'onDelete', 'onUpdate'].map((name) => ({
        name,
        required: false,
      })),
      ignored: ['map'],
      repeatable: false,
      example: '@relation(fields: [authorId], references: [id])',
    },
  ],
  ['was', { parameters: required('name'), ignored: [], repeatable: false, example: '@was("oldName")' }],
  [
    'length',
    {
      parameters: [
        { name: 'min', required: false },
        { name: 'max', required: false },
      ],
      ignored: [],
      repeatable: false,
      example: '@length(1, 80)',
    },
  ],
  ['email', { ...none, example: '@email' }],
  ['url', { ...none, example: '@url' }],
  ['trim', { ...none, example: '@trim' }],
  ['lower', { ...none, example: '@lower' }],
  [
    'regex',
    { parameters: required('pattern'), ignored: [], repeatable: false, example: '@regex("^[a-z]+$")' },
  ],
  ['gt', bound('@gt(0)')],
  ['gte', bound('@gte(0)')],
  ['lt', bound('@lt(100)')],
  ['lte', bound('@lte(100)')],
]);

export const MODEL_ATTRIBUTES: ReadonlyMap<string, AttributeSpec> = new Map([
  [
    'id',
    {
      parameters: required('fields'),
      ignored: ['name', ...DATABASE_NAMES],
      repeatable: false,
      example: '@@id([userId, postId])',
    },
  ],
  [
    'unique',
    {
      parameters: required('fields'),
      ignored: ['name', ...DATABASE_NAMES],
      repeatable: true,
      example: '@@unique([userId, slug])',
    },
  ],
  [
    'index',
    {
      parameters: required('fields'),
      ignored: ['name', 'type', 'ops', ...DATABASE_NAMES],
      repeatable: true,
      example: '@@index([createdAt])',
    },
  ],
  ['was', { parameters: required('name'), ignored: [], repeatable: false, example: '@@was("OldName")' }],
  [
    'allow',
    { parameters: required('op', 'who'), ignored: [], repeatable: true, example: '@@allow(update, owner)' },
  ],
]);

/** Written by habit, accepted with a warning (design 5). */
export const IGNORED_FIELD_ATTRIBUTES: ReadonlySet<string> = new Set(['map']);
export const IGNORED_MODEL_ATTRIBUTES: ReadonlySet<string> = new Set(['map', 'schema', 'fulltext']);
