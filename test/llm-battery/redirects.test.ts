import { expect, it } from 'vitest';
import { describeEachHouse, KEYS } from './house.ts';

describeEachHouse('redirects of an upstream', (house) => {
  it('are not followed, and take no key anywhere', async () => {
    const { site, upstream, elsewhere, joinQuickly } = house();
    const { token } = await joinQuickly();
    upstream.forget();
    elsewhere.forget();
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [`${elsewhere.url}/v1/models`, '/stolen', '//127.0.0.1:1/', 'not a url']) {
        upstream.reply = (response) => void response.writeHead(status, { location }).end(KEYS.openai);
        const answer = await site.call({ path: '/api/llm/openai/v1/models', token });
        expect([status, location, answer.status]).toEqual([status, location, 502]);
        expect(answer.json.error.code).toBe('upstream_error');
        expect(answer.headers.location).toBeUndefined();
        expect(answer.text).not.toContain(KEYS.openai);
      }
    }
    expect(upstream.seen.map(({ url }) => url)).toEqual(Array.from({ length: 20 }, () => '/v1/models'));
    expect(elsewhere.seen).toEqual([]);
  });
});
