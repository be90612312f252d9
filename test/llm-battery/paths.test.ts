import { expect, it } from 'vitest';
import { jsonOf } from '../support/llm-upstream.ts';
import { describeEachHouse, rawRequest, statusOf } from './house.ts';

const CHAT = 'v1/chat/completions';

/** What may stand behind `/api/llm/`; EVIL is the address of a server that must never be asked. */
const PATH_TRICKS: readonly string[] = [
  // Off the list.
  ...[
    '',
    '/',
    'openai',
    'openai/',
    'openai/v1',
    'openai/v1/',
    'openai/v1/files',
    'openai/v1/chat',
    'openai/v1/embeddings',
  ],
  ...[
    'openai/v1/responses/resp_1',
    'openai/v1/models/gpt-5',
    'openai/v1/organization/api_keys',
    'openai/v1/fine_tuning/jobs',
  ],
  ...[
    'openai/chat/completions',
    `openai/${CHAT}/`,
    `openai/${CHAT}/x`,
    `openai/x/${CHAT}`,
    'openai/v2/chat/completions',
  ],
  ...[
    'anthropic/v1/messages/batches',
    'anthropic/v1/complete',
    'anthropic/v1/organizations/me',
    `anthropic/${CHAT}`,
  ],
  ...[
    'google/v1beta/models/x:deleteModel',
    'google/v1beta/models/x/y:generateContent',
    'google/v1beta/models/:generateContent',
  ],
  ...[
    'google/v1beta/tunedModels/x:generateContent',
    'google/v1beta/cachedContents',
    'google/upload/v1beta/files',
  ],
  // Providers that are none.
  ...[
    `nobody/${CHAT}`,
    `mistral/${CHAT}`,
    `__proto__/${CHAT}`,
    `constructor/${CHAT}`,
    `OpenAI/${CHAT}`,
    `openai%20/${CHAT}`,
  ],
  ...[
    `%6fpenai/${CHAT}`,
    `openai%2f${CHAT}`,
    `openai;x/${CHAT}`,
    `openai:443/${CHAT}`,
    `../llm-other/${CHAT}`,
  ],
  // Dots.
  ...[
    `openai/../openai/v1/files`,
    `openai/${CHAT}/..`,
    `openai/${CHAT}/../../admin`,
    `openai/v1/x/%2e%2e/files`,
  ],
  ...[
    'openai/v1/%2E%2E/%2e%2e/files',
    'openai/v1/.%2e/files',
    'openai/v1/..%2ffiles',
    'openai/v1/%252e%252e/files',
  ],
  ...['openai/..;/v1/files', 'openai/v1/chat/..%00/files', 'openai/v1/．．/files', 'openai/.../v1/files'],
  // Slashes.
  ...[
    `openai//${CHAT}`,
    `openai/v1//chat/completions`,
    'openai/v1%2fchat%2fcompletions',
    'openai/v1/chat%2Fcompletions',
  ],
  ...[
    'openai/v1%5cchat%5ccompletions',
    'openai/v1%252fchat%252fcompletions',
    'openai/v1%c0%afchat/completions',
  ],
  // Other hosts.
  ...[
    `openai//EVIL/${CHAT}`,
    `openai/\\EVIL/${CHAT}`,
    `openai/\\\\EVIL\\v1\\models`,
    `openai/http://EVIL/${CHAT}`,
    `openai/https:EVIL/${CHAT}`,
  ],
  ...[
    `openai/@EVIL/${CHAT}`,
    `openai/.EVIL/${CHAT}`,
    `openai/:80@EVIL/${CHAT}`,
    `openai/%40EVIL/${CHAT}`,
    `openai/%2f%2fEVIL/${CHAT}`,
  ],
  ...[
    `openai/http:%2f%2fEVIL/${CHAT}`,
    `openai/%5c%5cEVIL/${CHAT}`,
    `http://EVIL/${CHAT}`,
    `//EVIL/${CHAT}`,
    `openai#@EVIL/${CHAT}`,
  ],
  // Ends, letters and signs.
  ...[
    `openai/${CHAT}%00`,
    `openai/${CHAT}%0d%0aHost:%20EVIL`,
    `openai/${CHAT}%20`,
    `openai/${CHAT}%09`,
    `openai/${CHAT};x=1`,
  ],
  ...[
    `openai/${CHAT}%3fkey=1`,
    `openai/${CHAT}%23`,
    `openai/${CHAT},x`,
    `openai/${CHAT}.json`,
    `openai/${CHAT}~`,
  ],
  ...[
    'openai/V1/chat/completions',
    'openai/v1/CHAT/completions',
    'openai/v1/chat/comple%D1%82ions',
    `openai/${CHAT}%E2%80%AE`,
  ],
  ...[`openai/${'v1/'.repeat(2_000)}${CHAT}`, `openai/${'%2e%2e/'.repeat(500)}files`],
  // Queries.
  ...[
    `openai/${CHAT}?key=1`,
    `openai/${CHAT}?api_key=1&x`,
    `openai/${CHAT}?__proto__[x]=1`,
    `openai/${CHAT}?x=//EVIL`,
  ],
  ...[
    'google/v1beta/models/x:generateContent?key=1',
    'google/v1beta/models?alt=sse&key=1',
    'anthropic/v1/messages?beta=true&url=http://EVIL',
  ],
];

describeEachHouse('paths of the LLM proxy', (house) => {
  it(`lead nowhere off the list: ${PATH_TRICKS.length} tricks, each by several methods`, async () => {
    expect(PATH_TRICKS.length).toBeGreaterThanOrEqual(80);
    const { upstream, elsewhere, raw, joinQuickly } = house();
    upstream.reply = jsonOf(200, {});
    const host = new URL(elsewhere.url).host;
    let count = 0;
    for (const trick of PATH_TRICKS) {
      // Each person has 30 calls a minute.
      const { token } = await joinQuickly();
      const target = `/api/llm/${trick.replaceAll('EVIL', host)}`;
      const targets = [target, `http://${host}${target}`];
      for (const [index, one] of targets.entries()) {
        for (const method of index === 0
          ? ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']
          : ['POST']) {
          const answer = await raw(rawRequest(token, one, [], { method }));
          count += 1;
          const allowed = method === 'OPTIONS' ? [204, 400, 404, 405] : [400, 404, 405, 414, 431];
          expect(allowed, `${method} ${one.slice(0, 200)}: ${answer.slice(0, 300)}`).toContain(
            statusOf(answer),
          );
        }
      }
    }
    expect(count).toBeGreaterThan(500);
    expect(upstream.seen.map(({ url }) => url)).toEqual([]);
    expect(elsewhere.seen).toEqual([]);
  });

  it('that are on the list are asked, so that the tricks could have been', async () => {
    const { upstream, raw, joinQuickly } = house();
    upstream.forget();
    upstream.reply = jsonOf(200, {});
    const { token } = await joinQuickly();
    const listed: readonly [string, string][] = [
      [`openai/${CHAT}`, `/${CHAT}`],
      ['openai/v1/responses', '/v1/responses'],
      ['anthropic/v1/messages?beta=true', '/gateway/v1/messages?beta=true'],
      [
        'google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
        '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      ],
      ['google/v1beta/openai/chat/completions', '/v1beta/openai/chat/completions'],
    ];
    for (const [path] of listed) expect(statusOf(await raw(rawRequest(token, `/api/llm/${path}`)))).toBe(200);
    expect(upstream.seen.map(({ url }) => url)).toEqual(listed.map(([, url]) => url));
  });
});
