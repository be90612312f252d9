import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { compile } from '@platform/aml-compiler/compile.ts';
import type { Operand } from '@platform/aml-compiler/filter-operators.ts';
import { schemaChecker } from '../aml-compiler/corpus/schema-checker.ts';
import { FILTER_OPERATORS, filterKind } from '@platform/aml-compiler/filter-operators.ts';
import { SCALAR_TYPES } from '@platform/aml-compiler/types/all.ts';
import { valueFields } from '@platform/aml-compiler/value-fields.ts';
import { describeEachInstallation, type Answer } from './support/installation.ts';

const AML = readFileSync(new URL('../aml-compiler/emit/fixtures/shop.aml', import.meta.url), 'utf8');
const FILES = { 'index.html': '<p>Shop' };
const DESCRIPTION = '/a/shop/_data/openapi.json';

/** What an operator takes, where it is no value of the field. */
const RIGHT: Readonly<Partial<Record<Operand, unknown>>> = {
  path: ['a'],
  text: 'a',
  flag: true,
  mode: 'insensitive',
};

type Method = 'get' | 'post';
interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly examples?: Readonly<Record<string, { value: unknown }>> };
    };
  };
}
interface OpenApi {
  readonly openapi: string;
  readonly servers: readonly unknown[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;
}

describeEachInstallation('the description of an app', (get) => {
  let api: OpenApi;
  let validates: ReturnType<typeof schemaChecker>;
  let personId: string;

  const visit = (path: string, method: string, body?: unknown, headers = {}): Promise<Answer> =>
    get().visit({ path, method, headers, ...(body === undefined ? {} : { body }) });
  const bodyOf = (path: string): string =>
    `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
  /** What is wrong with a real answer by the description; null when nothing is. */
  function judge(path: string, method: Method, { status, json }: Answer): string | null {
    const response = api.paths[path]?.[method]?.responses[status];
    if (!response) return `${method} ${path} does not name ${status}`;
    const at =
      response.$ref?.slice(1) ?? `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`;
    return validates(`${at}/content/application~1json/schema`, json);
  }
  async function expectAnswer(
    status: number,
    path: string,
    method: Method,
    rest: string,
    body?: unknown,
  ): Promise<Answer> {
    const answer = await visit(`/a/shop${path}${rest}`, method.toUpperCase(), body);
    expect([answer.status, judge(path, method, answer)], answer.text.slice(0, 300)).toEqual([status, null]);
    return answer;
  }
  const submit = (status: number, rest: string, body: unknown): Promise<Answer> =>
    expectAnswer(status, '/_data', 'post', rest, body);
  const query = (status: number, body: unknown): Promise<Answer> =>
    expectAnswer(status, '/_data/query', 'post', '', body);

  beforeAll(async () => {
    const { token } = await get().join();
    const publish = (body: object): Promise<Answer> =>
      get().call({
        method: 'POST',
        path: '/api/market',
        token,
        body: { name: 'Shop', files: FILES, ...body },
      });
    expect((await publish({ id: 'shop', aml: AML })).status).toBe(201);
    expect((await publish({ id: 'plain' })).status).toBe(201);
    api = (await visit(DESCRIPTION, 'GET')).json as OpenApi;
    validates = schemaChecker(api);
    const person = await submit(201, '?entity=Person', { name: 'Ada', email: 'ada@example.org' });
    personId = person.json.id;
  });

  it('is served to any page and asked for again cheaply', async () => {
    const { status, headers } = await visit(DESCRIPTION, 'GET');
    expect(status).toBe(200);
    expect(api).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/a/shop' }] });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const again = await visit(DESCRIPTION, 'GET', undefined, { 'if-none-match': `W/${etag}` });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    const head = await visit(DESCRIPTION, 'HEAD');
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag]);
    const preflight = await visit(DESCRIPTION, 'OPTIONS');
    expect([preflight.status, preflight.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    const post = await visit(DESCRIPTION, 'POST', {});
    expect([post.status, post.headers.allow, post.json.error.code]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'method_not_allowed',
    ]);
    for (const app of ['nobody', 'plain']) {
      const missing = await visit(`/a/${app}/_data/openapi.json`, 'GET');
      expect([missing.status, missing.json.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('says nothing of what visitors may not do', () => {
    expect(JSON.stringify(api)).not.toMatch(/SecretQuery|SecretWhere|SecretRow|NoticeValues/);
  });

  it('is true of every success', async () => {
    await submit(201, '', { title: 'x', personId, cost: '12.50', size: 3, tags: ['a'], extra: { a: 1 } });
    await submit(201, '', { title: 'y', personId });
    await submit(201, '', { entity: 'Secret', values: { text: 'x', taskId: 1 } });
    await submit(201, '?entity=Vote', { poll: 'a', voter: 'b', more: true });
    await expectAnswer(200, '/_data', 'get', '?entity=Person&limit=1&orderBy=-name');
    await expectAnswer(200, '/_data', 'get', '');
    for (const body of [
      {},
      { entity: 'Person', select: ['name', 'tasks'] },
      {
        select: {
          title: true,
          person: { select: { name: true, tasks: { limit: 2, orderBy: ['-id'] } } },
          parent: true,
        },
        where: {
          OR: [{ person: { is: { name: 'Ada' } } }, { children: { some: { done: false } } }],
          NOT: { id: 99 },
        },
        orderBy: [{ due: 'desc' }, 'title'],
        limit: 5,
      },
      [{ entity: 'Person' }, { entity: 'Vote', orderBy: '-poll' }, {}],
      [],
    ]) {
      expect(validates(bodyOf('/_data/query'), body), JSON.stringify(body)).toBeNull();
      await query(200, body);
    }
  });

  it('is true of every failure', async () => {
    await submit(400, '', [1]);
    await submit(400, '', '{"a":');
    await submit(403, '?entity=Notice', { text: 'x' });
    await submit(404, '?entity=Nothing', {});
    await submit(409, '?entity=Person', { name: 'Eve', email: 'ada@example.org' });
    await submit(413, '', { title: 'x'.repeat(300_000) });
    const { json } = await submit(422, '', { title: '', personId, state: 'LATE', unknown: 1 });
    expect(json.diagnostics.length).toBeGreaterThan(1);
    const text = await visit('/a/shop/_data', 'POST', 'title=x', { 'content-type': 'text/plain' });
    expect([text.status, judge('/_data', 'post', text)]).toEqual([415, null]);
    for (const body of [
      { where: { titel: 'x' } },
      { where: { title: { like: 'x' } } },
      { where: { title: null } },
      { select: ['titel'] },
      { select: { person: { limit: 1 } } },
      { orderBy: 'tags' },
      { limit: 201 },
      [{ limit: 0 }],
    ]) {
      expect(validates(bodyOf('/_data/query'), body), JSON.stringify(body)).not.toBeNull();
      await query(400, body);
    }
    await query(403, { entity: 'Secret' });
    await query(404, { entity: 'Nothing' });
    await expectAnswer(403, '/_data', 'get', '?entity=Secret');
    await expectAnswer(400, '/_data', 'get', '?limit=many');
  });

  it('says of every operator what the server says', { timeout: 120_000 }, async () => {
    const { ir } = compile(AML);
    const [task] = ir?.models ?? [];
    if (!ir || !task) throw new Error('The example has no model.');
    const wrong: string[] = [];
    // One field of each kind is enough.
    const kinds = new Map(
      valueFields(task).map((field) => [`${field.type} ${field.list} ${field.optional}`, field]),
    );
    for (const field of kinds.values()) {
      const one = field.kind === 'enum' ? 'OPEN' : SCALAR_TYPES[field.type].sample(1);
      for (const [operator, operand] of Object.entries(FILTER_OPERATORS[filterKind(field)])) {
        const right = RIGHT[operand] ?? (operand === 'values' ? [one] : one);
        for (const value of [right, null, [null], { equals: one }, 'a\\%_', true, -1.5]) {
          const beside = operand === 'path' ? { equals: 1 } : operand === 'mode' ? { startsWith: 'a' } : {};
          const body = { where: { [field.name]: { [operator]: value, ...beside } } };
          const answer = await visit('/a/shop/_data/query', 'POST', body);
          const isAllowed = validates(bodyOf('/_data/query'), body) === null;
          // The server takes some more than the description allows, such as numbers as text.
          const fits = answer.status === 200 || (answer.status === 400 && !isAllowed);
          if (!fits || (value === right && !isAllowed) || judge('/_data/query', 'post', answer) !== null)
            wrong.push(`${JSON.stringify(body)} ${isAllowed} ${answer.status} ${answer.text.slice(0, 200)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has examples that work', async () => {
    const examplesOf = (path: string): readonly unknown[] =>
      Object.values(api.paths[path]?.post?.requestBody?.content['application/json'].examples ?? {}).map(
        ({ value }) => value,
      );
    const submits = examplesOf('/_data') as readonly { readonly entity: string; readonly values: object }[];
    expect(submits.map(({ entity }) => entity)).toEqual(['Task', 'Person', 'Secret', 'Vote']);
    for (const example of submits) {
      expect(validates(bodyOf('/_data'), example)).toBeNull();
      const keys = { Task: { personId }, Person: { email: 'example@example.org' } }[example.entity] ?? {};
      await submit(201, '', { ...example, values: { ...example.values, ...keys } });
    }
    for (const example of examplesOf('/_data/query')) {
      expect(validates(bodyOf('/_data/query'), example)).toBeNull();
      await query(200, example);
    }
  });
});
