import { expect, it } from 'vitest';
import { jsonOf } from '../support/llm-upstream.ts';
import { describeEachHouse, KEYS, rawRequest, statusOf } from './house.ts';

/** Each a header, or several at once, that must change nothing of what goes upstream. */
const HEADER_TRICKS: readonly (readonly string[])[] = [
  ['Connection: authorization, close'],
  ['Connection: x-api-key'],
  ['Proxy-Connection: authorization'],
  ['Keep-Alive: timeout=1'],
  ['TE: trailers, deflate'],
  ['Trailer: Authorization'],
  ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
  ['X-Api-Key: theirs'],
  ['X-Goog-Api-Key: theirs'],
  ['Api-Key: theirs'],
  ['Proxy-Authorization: Basic dGhlaXJz'],
  ['Cookie: session=theirs'],
  ['X-Forwarded-For: 10.0.0.1'],
  ['X-Forwarded-Host: evil.example'],
  ['X-Forwarded-Proto: gopher'],
  ['Forwarded: for=10.0.0.1;host=evil.example'],
  ['X-Real-IP: 10.0.0.1'],
  ['X-Original-URL: /v1/files', 'X-Rewrite-URL: /v1/files'],
  ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE'],
  ['Via: 1.1 evil.example'],
  ['Origin: https://evil.example', 'Referer: https://evil.example/?secret'],
  ['Accept-Encoding: gzip, br, zstd'],
  ['Range: bytes=0-1'],
  ['If-None-Match: "x"'],
  ['OpenAI-Organization: org-theirs', 'OpenAI-Project: proj-theirs'],
  ['Anthropic-Dangerous-Direct-Browser-Access: true'],
  ['Anthropic-Beta: ../../x', 'Anthropic-Version: latest'],
  ['User-Agent: theirs'],
  ['Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'Baggage: x=1'],
  ['X-Stainless-Lang: js', 'Sec-Fetch-Site: cross-site'],
  ['Accept: \u00e4\u00f6'],
  [`X-Long: ${'x'.repeat(6_000)}`],
  ['Priority: u=0', 'Early-Data: 1'],
];

/** Requests that are two requests to some and one to others: refused, or read as one. */
const SMUGGLING: readonly (readonly string[])[] = [
  ['Transfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ['Transfer-Encoding: xchunked'],
  ['Content-Length: 0'],
  ['Content-Length : 5'],
  ['Content-Length: +13'],
  ['Authorization: Bearer another'],
  [' Folded: yes'],
  ['X-A: b\rX-Smuggled: c'],
  ['X-Null: a\u0000b'],
  ['Host: evil.example'],
];

describeEachHouse('headers on their way upstream', (house) => {
  it(`are the listed ones only, under ${HEADER_TRICKS.length} tricks`, async () => {
    expect(HEADER_TRICKS.length).toBeGreaterThanOrEqual(30);
    const { upstream, elsewhere, raw, joinQuickly } = house();
    upstream.reply = jsonOf(200, {});
    const host = new URL(upstream.url).host;
    for (const trick of HEADER_TRICKS) {
      const { token } = await joinQuickly();
      upstream.forget();
      for (const path of [
        'openai/v1/chat/completions',
        'anthropic/v1/messages',
        'google/v1beta/models/m:generateContent',
      ])
        expect(statusOf(await raw(rawRequest(token, `/api/llm/${path}`, trick))), trick.join()).toBe(200);
      const ours = {
        host,
        connection: 'close',
        'content-type': 'application/json',
        'content-length': '13',
        'accept-encoding': 'identity',
        'user-agent': 'platform-llm-proxy',
      };
      expect(
        upstream.seen.map(({ headers }) => headers),
        trick.join(),
      ).toEqual([
        { ...ours, authorization: `Bearer ${KEYS.openai}` },
        { ...ours, 'x-api-key': KEYS.anthropic, 'anthropic-version': '2023-06-01' },
        { ...ours, 'x-goog-api-key': KEYS.google },
      ]);
    }
    expect(elsewhere.seen).toEqual([]);
  });

  it('make no second request out of one', async () => {
    const { upstream, raw, joinQuickly } = house();
    upstream.reply = jsonOf(200, {});
    for (const trick of SMUGGLING) {
      const { token } = await joinQuickly();
      upstream.forget();
      const inner = rawRequest(token, '/api/llm/openai/v1/responses');
      const answer = await raw(
        rawRequest(token, '/api/llm/openai/v1/chat/completions', trick, { body: inner }),
      );
      expect([0, 400, 401, 501], `${trick.join()}: ${answer.slice(0, 200)}`).toContain(statusOf(answer));
      expect(upstream.seen.length, trick.join()).toBe(0);
    }
  });
});
