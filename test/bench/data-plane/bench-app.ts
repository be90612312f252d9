import pg from 'pg';

/** The app of the benchmark: posts with an author and comments, and a form that anybody may send. */
export const AML = `
model Author {
  id    Int    @id @default(autoincrement())
  name  String @length(1, 80)
  posts Post[]
}

model Post {
  id       Int       @id @default(autoincrement())
  title    String    @length(1, 200)
  body     String
  views    Int       @default(0)
  authorId Int
  author   Author    @relation(fields: [authorId], references: [id])
  comments Comment[]
}

model Comment {
  id     Int    @id @default(autoincrement())
  text   String
  postId Int
  post   Post   @relation(fields: [postId], references: [id])
}

model Message {
  id     Int     @id @default(autoincrement())
  name   String  @trim @length(1, 80)
  email  String  @email
  text   String  @length(1, 2000)
  rating Int     @gte(1) @lte(5)
  opened Boolean @default(false)
}
`;

export const ROWS = { authors: 1_000, posts: 10_000, comments: 50_000 } as const;

/** Where the app's tables came to be. */
export interface Tables {
  readonly schema: string;
  readonly table: Readonly<Record<'Author' | 'Post' | 'Comment' | 'Message', string>>;
}

/** The schema and the tables of an app, from the platform's catalog. */
export async function readTables(databaseUrl: string, appId: string): Promise<Tables> {
  const rows = await onDatabase(databaseUrl, async (client) => {
    const result = await client.query<{ schema: string; model: string; table: string }>(
      `SELECT "schema", item->>'model' AS "model", item->>'table' AS "table"
       FROM "AppCatalog", jsonb_array_elements("catalog"->'catalog'->'tables') AS item WHERE "spaceId" = $1`,
      [appId],
    );
    return result.rows;
  });
  const [first] = rows;
  if (!first) throw new Error(`The app ${appId} has no tables yet.`);
  const named = (model: string): string => {
    const found = rows.find((row) => row.model === model);
    if (!found) throw new Error(`The app has no table of ${model}.`);
    return found.table;
  };
  const table = {
    Author: named('Author'),
    Post: named('Post'),
    Comment: named('Comment'),
    Message: named('Message'),
  };
  return { schema: first.schema, table };
}

/** Puts the rows that every contestant reads straight into the app's tables. */
export async function fillTables(databaseUrl: string, appId: string, tables: Tables): Promise<void> {
  const { schema, table } = tables;
  const columns = (...names: string[]): string =>
    ['projectId', ...names].map((name) => `"${name}"`).join(', ');
  await onDatabase(databaseUrl, async (client) => {
    const column = await columnNames(client, tables);
    const insert = (
      model: keyof Tables['table'],
      fields: string[],
      values: string,
      count: number,
    ): Promise<unknown> =>
      client.query(
        `INSERT INTO "${schema}"."${table[model]}" (${columns(...fields.map((field) => column(model, field)))})
         SELECT ${client.escapeLiteral(appId)}, ${values} FROM generate_series(1, ${count}) AS n`,
      );
    await insert('Author', ['name'], `'Author ' || n`, ROWS.authors);
    await insert(
      'Post',
      ['title', 'body', 'views', 'authorId'],
      `'Post number ' || n, repeat('Lorem ipsum ', 20), (n * 7919) % 1000, (n * 31) % ${ROWS.authors} + 1`,
      ROWS.posts,
    );
    await insert(
      'Comment',
      ['text', 'postId'],
      `'Comment ' || n, (n * 17) % ${ROWS.posts} + 1`,
      ROWS.comments,
    );
    await client.query('VACUUM ANALYZE');
  });
}

async function columnNames(
  client: pg.Client,
  { schema }: Tables,
): Promise<(model: string, field: string) => string> {
  const { rows } = await client.query<{ model: string; field: string; column: string }>(
    `SELECT item->>'model' AS "model", col->'field'->>'name' AS "field", col->>'column' AS "column"
     FROM "AppCatalog", jsonb_array_elements("catalog"->'catalog'->'tables') AS item,
       jsonb_array_elements(item->'columns') AS col WHERE "schema" = $1`,
    [schema],
  );
  const found = new Map(rows.map((row) => [`${row.model}.${row.field}`, row.column]));
  return (model, field) => found.get(`${model}.${field}`) ?? field;
}

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
