/**
 * The least a Node server can do for the same answers: `node:http`, one prepared statement, the text that Postgres
 * made. It checks nothing and knows no scope.
 */
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

const { DATABASE_URL, PORT, SCHEMA = '', TABLES = '{}', SCOPE = '' } = process.env;
const table = JSON.parse(TABLES) as Readonly<Record<string, string>>;
const from = (model: string): string => `"${SCHEMA}"."${table[model]}"`;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

const POSTS = `SELECT "id", "title", "views" FROM ${from('Post')} ORDER BY "id" DESC LIMIT 20`;
const NESTED = `
  SELECT p."id", p."title", (SELECT json_build_object('id', a."id", 'name', a."name") FROM ${from('Author')} a
      WHERE a."id" = p."author_id") AS "author",
    (SELECT json_build_object('nodes', coalesce(json_agg(c), '[]')) FROM (SELECT "id", "text" FROM ${from('Comment')}
      WHERE "post_id" = p."id" ORDER BY "id" LIMIT 5) c) AS "comments"
  FROM ${from('Post')} p ORDER BY p."id" DESC LIMIT 20`;
const nodes = (rows: string): string =>
  `SELECT json_build_object('data', json_build_object('posts', json_build_object('nodes', json_agg(r)))) AS "json" FROM (${rows}) r`;

type Body = Readonly<Record<string, unknown>>;
const SHAPES: Readonly<Record<string, { text: string; values: (body: Body) => unknown[] }>> = {
  '/one': {
    text: `SELECT json_build_object('data', json_build_object('post', r)) AS "json"
      FROM (SELECT "id", "title", "views" FROM ${from('Post')} WHERE "id" = $1) r`,
    values: (body) => [body['id']],
  },
  '/list': { text: nodes(POSTS), values: () => [] },
  '/nested': { text: nodes(NESTED), values: () => [] },
  '/rest': {
    text: `SELECT json_build_object('ok', true, 'records', json_agg(r)) AS "json" FROM (${POSTS}) r`,
    values: () => [],
  },
  '/insert': {
    text: `INSERT INTO ${from('Message')} AS m ("projectId", "name", "email", "text", "rating", "opened") VALUES ($1, $2, $3, $4, $5, false)
      RETURNING json_build_object('ok', true, 'id', m."id", 'record', to_jsonb(m) - 'projectId') AS "json"`,
    values: (body) => [SCOPE, body['name'], body['email'], body['text'], body['rating']],
  },
};

createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const shape = SHAPES[request.url ?? ''];
    if (!shape) throw new Error(`No shape ${request.url}.`);
    const body = JSON.parse((await readBody(request)) || '{}') as Body;
    const { rows } = await pool.query<{ json: string }>({
      name: request.url ?? '',
      text: shape.text.replace(/AS "json"/, '::text AS "json"'),
      values: shape.values(body),
    });
    const bytes = Buffer.from(rows[0]?.json ?? 'null');
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    response.end(bytes);
  };
  answer().catch((error: unknown) => {
    response.writeHead(500);
    response.end(String(error));
  });
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'));

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
