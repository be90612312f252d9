import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProduct, type Product } from './support/product.ts';

let product: Product;
beforeAll(async () => void (product = await startProduct()));
afterAll(() => product.stop());

/** Every kind of answer of the main origin, fine and failed. */
async function kinds(): Promise<readonly [method: string, path: string, status: number][]> {
  const page = await (await fetch(`${product.baseUrl}/signin`)).text();
  const script = /\/_app\/immutable\/[\w/.-]+\.js/.exec(page)?.[0];
  expect(script).toBeDefined();
  return [
    ['GET', '/signin', 200],
    ['GET', '/no-such-page', 404],
    ['GET', '/apps/none', 404],
    ['GET', String(script), 200],
    ['GET', '/_app/immutable/none.js', 404],
    ['GET', '/favicon.svg', 200],
    ['GET', '/api/market', 200],
    ['GET', '/api/conversations', 401],
    ['GET', '/api/none', 404],
    ['GET', '/api/auth/login', 405],
    ['POST', '/api/auth/login', 415],
    ['OPTIONS', '/api/auth/login', 204],
    ['POST', '/graphql', 415],
    ['GET', '/healthz', 200],
    ['GET', '/robots.txt', 200],
  ];
}

it('tells browsers of every answer of the main origin to take its type as it is and to say nobody where they were', async () => {
  const wanted = await kinds();
  const answers = await Promise.all(
    wanted.map(async ([method, path]) => {
      const { status, headers } = await fetch(product.baseUrl + path, { method, redirect: 'manual' });
      const names = ['x-content-type-options', 'referrer-policy'];
      return [method, path, status, ...names.map((name) => headers.get(name))];
    }),
  );
  expect(answers).toEqual(wanted.map((kind) => [...kind, 'nosniff', 'no-referrer']));
});

it('lets nothing of the API be taken for a page', async () => {
  const { headers } = await fetch(`${product.baseUrl}/api/auth/me`);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});
