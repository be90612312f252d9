import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider } from '../../../test/support/identity-provider.ts';
import { startInstallation } from '../../../test/support/installation.ts';

it('behind https the cookie is one that no sub-domain can plant', async () => {
  const idp = await startIdentityProvider('https://atelier.example/api/auth/google/callback');
  const env = { ...idp.env, BASE_URL: 'https://atelier.example', TRUST_PROXY: '1' };
  const site = await startInstallation('PGlite', { env });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
  const answer = await site.call({ path: '/api/auth/google/start', headers });
  const url = new URL(answer.headers.location ?? '');
  expect([answer.status, url.origin, url.searchParams.get('redirect_uri')]).toEqual([
    302,
    idp.issuer,
    'https://atelier.example/api/auth/google/callback',
  ]);
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  await site.stop();
  await idp.close();
});

it('believes no discovery document of another issuer', async () => {
  const real = await startIdentityProvider('http://localhost/callback');
  const document = await (await fetch(`${real.issuer}/.well-known/openid-configuration`)).text();
  // All else in it is as a good one would have it.
  const liar = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(document);
  }).listen(0);
  await once(liar, 'listening');
  const { port } = liar.address() as AddressInfo;
  const site = await startInstallation('PGlite', {
    env: {
      OIDC_ISSUER: `http://localhost:${port}`,
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
    },
  });
  const answer = await site.call({ path: '/api/auth/google/start' });
  expect([answer.status, answer.json.error.code, answer.headers.location]).toEqual([
    503,
    'unavailable',
    undefined,
  ]);
  await site.stop();
  await real.close();
  liar.close();
});
