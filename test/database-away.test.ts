import { expect, it } from 'vitest';
import { startInstallation } from './support/installation.ts';
import { startPostgres } from './support/postgres-server.ts';

it('answers 503 in words while the database is away, and lives on', async () => {
  const server = await startPostgres();
  const installation = await startInstallation('PostgreSQL', { env: { DATABASE_URL: server.url } });
  const ada = await installation.join('Ada');
  const files = { 'index.html': 'x' };
  await installation.call({
    method: 'POST',
    path: '/api/market',
    token: ada.token,
    body: { id: 'a', aml: 'model A {\n  x String\n}', files },
  });
  expect((await installation.visit({ path: '/a/a/_data' })).status).toBe(200);
  await server.stop();

  const away = [
    await installation.call({ path: '/readyz' }),
    await installation.call({ path: '/api/market' }),
    await installation.call({ path: '/api/auth/me', token: ada.token }),
    await installation.visit({ path: '/a/a/_data' }),
    await installation.visit({ path: '/a/a/' }),
  ];
  expect(away.map((answer) => answer.status)).toEqual([503, 503, 503, 503, 503]);
  for (const { headers, json } of away.slice(0, 4)) {
    expect([json.error.code, headers['retry-after']]).toEqual([
      'unavailable',
      expect.stringMatching(/^\d+$/),
    ]);
    expect(JSON.stringify(json)).not.toMatch(/ECONN|5432|127\.0\.0\.1/);
  }
  const graphql = await installation.graphql('{ apps { totalCount } }');
  expect([graphql.status, graphql.json.errors[0].extensions.code]).toEqual([503, 'unavailable']);
  expect((await installation.call({ path: '/healthz' })).status).toBe(200);
  await installation.stop().catch(() => {});
});
