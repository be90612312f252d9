import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../provider-table.ts';
import { resolveTarget } from './target.ts';

const openai = { ...entry('openai'), baseUrl: 'https://api.openai.com' };
const gateway = { ...entry('openai'), baseUrl: 'https://gateway.example/team/openai' };
const google = { ...entry('google'), baseUrl: 'https://generativelanguage.googleapis.com' };
const none = new URLSearchParams();

describe('the upstream address', () => {
  it('is the configured base and a listed path', () => {
    expect(resolveTarget(openai, 'POST', 'v1/chat/completions', none).url.href).toBe(
      'https://api.openai.com/v1/chat/completions',
    );
    expect(resolveTarget(gateway, 'GET', 'v1/models', none).url.href).toBe(
      'https://gateway.example/team/openai/v1/models',
    );
    const query = new URLSearchParams('alt=sse');
    const stream = resolveTarget(
      google,
      'POST',
      'v1beta/models/gemini-2.5-flash:streamGenerateContent',
      query,
    );
    expect(stream.url.href).toBe(
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    );
    const other = resolveTarget(google, 'POST', 'v1beta/openai/chat/completions', none);
    expect(other.route.as).toEqual({ key: { header: 'authorization', prefix: 'Bearer ' }, wire: 'openai' });
  });

  it('has a listed path for every provider, and takes the version from it', () => {
    for (const provider of PROVIDERS) {
      const reach = { ...provider, baseUrl: provider.baseUrl ?? 'http://127.0.0.1:11434' };
      const path =
        provider.wire === 'anthropic'
          ? 'v1/messages'
          : provider.wire === 'google'
            ? 'v1beta/models/m:generateContent'
            : 'v1/chat/completions';
      expect(resolveTarget(reach, 'POST', path, none).url.pathname.endsWith(`/${path}`)).toBe(true);
    }
  });

  it('is refused off the list, however the path is dressed up', () => {
    for (const path of PATH_TRICKS) {
      for (const reach of [openai, gateway, google]) {
        expect(() => resolveTarget(reach, 'POST', path, none), path).toThrowError(
          expect.objectContaining({ code: 'not_found' }),
        );
      }
    }
  });

  it('is refused for another method, and for a query that is not listed', () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT', 'post', 'HEAD']) {
      expect(() => resolveTarget(openai, method, 'v1/chat/completions', none), method).toThrowError(
        expect.objectContaining({ code: 'method_not_allowed' }),
      );
    }
    expect(resolveTarget(openai, 'HEAD', 'v1/models', none).route.method).toBe('GET');
    for (const query of ['key=abc', 'alt=sse', 'api_key=1', 'x', '%6b%65%79=1']) {
      expect(
        () => resolveTarget(openai, 'POST', 'v1/responses', new URLSearchParams(query)),
        query,
      ).toThrowError(expect.objectContaining({ code: 'invalid_request' }));
    }
  });
});

function entry(id: string): (typeof PROVIDERS)[number] {
  const found = PROVIDERS.find((provider) => provider.id === id);
  if (!found) throw new Error(id);
  return found;
}

const PATH_TRICKS = [
  '',
  '/',
  'v1',
  'v1/',
  'v1/files',
  'v1/chat',
  'v1/chat/completions/',
  'v1/chat/completions/..',
  'v1/chat/completions/../../admin',
  'v1/chat//completions',
  '/v1/chat/completions',
  '//evil.example/v1/chat/completions',
  '/\\evil.example/v1/chat/completions',
  '\\\\evil.example\\v1\\chat\\completions',
  'http://evil.example/v1/chat/completions',
  'https:evil.example/v1/chat/completions',
  'https:/evil.example/v1/chat/completions',
  '@evil.example/v1/chat/completions',
  '.evil.example/v1/chat/completions',
  ':80@evil.example/v1/chat/completions',
  '../v1/chat/completions',
  './v1/chat/completions',
  'v1/./chat/completions',
  'v1/x/../chat/completions',
  'v1/%2e%2e/chat/completions',
  'v1/%2E%2E/%2e%2e/chat/completions',
  'v1/.%2e/chat/completions',
  'v1%2fchat%2fcompletions',
  'v1%2Fchat/completions',
  'v1/chat%2fcompletions',
  'v1/chat/completions%00',
  'v1/chat/completions%2f..%2f..%2ffiles',
  'v1/chat/completions%3fkey=1',
  'v1/chat/completions?key=1',
  'v1/chat/completions#x',
  'v1/chat/completions;x=1',
  'v1/chat/completions%252e%252e',
  'v1/chat/completions\t',
  'v1/chat/completions\n',
  'v1/chat/completions\r\nHost: evil.example',
  ' v1/chat/completions',
  'v1/chat/completions ',
  'V1/chat/completions',
  'v1/CHAT/completions',
  'v1/chat\\completions',
  'v1/chat/completions\u0000',
  'v1/chat/comple\u0442ions',
  'v1/chat/completions\u202e',
  '％2e％2e/v1/chat/completions',
  'v1beta/models/a/b:generateContent',
  'v1beta/models/..:generateContent/../../x',
  'v1beta/models/x:deleteModel',
  'v1beta/models/:generateContent',
  'v1beta/tunedModels/x:generateContent',
  'v1/fine_tuning/jobs',
  'v1/organization/users',
  'v1/responses/resp_1',
];
