import { expect, it } from 'vitest';
import { startInstallation } from '../../test/support/installation.ts';

it('behind https both origins keep browsers to it, and by plain http neither says a word', async () => {
  const secure = { BASE_URL: 'https://atelier.example', PUBLISH_ORIGIN: 'https://apps.example' };
  for (const [env, expected] of [
    [secure, 'max-age=31536000'],
    [{}, undefined],
  ] as const) {
    const site = await startInstallation('PGlite', { env });
    const answers = [
      await site.call({ path: '/healthz' }),
      await site.call({ path: '/api/market' }),
      await site.call({ path: '/nowhere' }),
      await site.visit({ path: '/healthz', headers: { host: '127.0.0.1' } }),
      await site.visit({ path: '/a/none/', headers: { host: 'apps.example' } }),
    ];
    expect(answers.map(({ headers }) => headers['strict-transport-security'])).toEqual(
      answers.map(() => expected),
    );
    await site.stop();
  }
});
