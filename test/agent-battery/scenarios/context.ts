import { newMessageId, type AgentMessage } from '../../../web/src/lib/agent/message.ts';
import { answer, call, type Reply } from '../../../web/src/lib/agent/testing/upstream.ts';
import type { Scenario } from '../scenario.ts';
import { PAGE, write, writePage } from './page.ts';

const PICTURE = {
  type: 'file',
  mediaType: 'image/png',
  filename: 'dot.png',
  url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} as const;
const facts = { vision: false, contextTokens: null, price: null };

const tooLong: Reply = (response, { protocol }) => {
  const message = 'prompt is too long: 250000 tokens > 200000 maximum';
  response.writeHead(400, { 'content-type': 'application/json' });
  const error = { type: 'invalid_request_error', message, code: 'context_length_exceeded' };
  response.end(JSON.stringify(protocol === 'anthropic' ? { type: 'error', error } : { error }));
};

/** Turns that are over, each with a call. */
function turns(count: number, characters: number): readonly AgentMessage[] {
  return Array.from({ length: count }, (_, at): readonly AgentMessage[] => [
    {
      id: newMessageId(),
      role: 'user',
      parts: [{ type: 'text', text: `Wish ${at} ${'x'.repeat(characters)}` }],
    },
    {
      id: newMessageId(),
      role: 'assistant',
      parts: [
        {
          type: 'tool-read_file',
          toolCallId: `call_before_${at}`,
          state: 'output-available',
          input: { path: 'notes.txt' },
          output: { ok: true, path: 'notes.txt', lines: 1, content: 'Hello' },
        },
        { type: 'text', text: `Answer ${at}` },
      ],
    },
  ]).flat();
}

export const CONTEXT: readonly Scenario[] = [
  {
    name: 'a-picture-for-a-model-that-sees',
    attach: [PICTURE],
    facts: { ...facts, vision: true },
    replies: () => [answer('A dot.')],
    expect: { outcome: 'completed', calls: [], asked: /iVBORw0KGgo/, requests: 1 },
  },
  {
    name: 'a-picture-for-a-model-that-does-not',
    attach: [PICTURE],
    facts,
    replies: () => [answer('I cannot see it.')],
    expect: { outcome: 'completed', calls: [], asked: /You cannot see pictures/, requests: 1 },
  },
  {
    name: 'too-long-for-the-provider-once',
    history: turns(3, 3_000),
    replies: () => [tooLong, answer('A summary of it.'), answer('', [writePage()]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, calls: ['ok'], asked: /A summary of it/ },
  },
  {
    name: 'too-long-for-the-provider-always',
    history: turns(3, 3_000),
    replies: () => [tooLong],
    expect: { outcome: 'failed', calls: [] },
  },
  {
    name: 'a-window-that-is-nearly-full',
    history: turns(6, 9_000),
    facts: { ...facts, contextTokens: 16_000 },
    replies: () => [answer('A summary of it.'), answer('', [writePage()]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': PAGE } },
  },
  {
    name: 'a-question-that-needs-no-tool',
    files: { 'index.html': PAGE },
    history: turns(1, 10),
    replies: () => [answer('Because.')],
    expect: { outcome: 'completed', calls: [], requests: 1 },
  },
  {
    name: 'a-data-model-with-a-mistake-then-right',
    replies: () => [
      answer('', [call('write_aml', { aml: 'model Note {\n  text Strnig\n}' }), writePage()]),
      answer('', [call('write_aml', { aml: 'model Note {\n  text String\n}' })]),
      answer('Done.'),
    ],
    expect: {
      outcome: 'completed',
      files: { 'index.html': PAGE },
      calls: ['ok', 'ok', 'ok'],
      asked: /Strnig/,
    },
  },
  {
    name: 'a-look-at-the-preview',
    files: { 'index.html': PAGE },
    facts: { ...facts, vision: true },
    camera: { take: () => Promise.resolve({ revision: 2, picture: PICTURE.url, width: 1, height: 1 }) },
    replies: () => [
      answer('I look. ', [call('studio_screenshot', {}), call('list_files', {})]),
      answer('A dot. ', [call('studio_screenshot', {})]),
      answer('Still a dot.'),
    ],
    expect: {
      outcome: 'completed',
      calls: ['ok', 'ok', 'ok'],
      asked: /It follows.*preview that you took.*iVBORw0KGgo/s,
      requests: 3,
    },
  },
  {
    name: 'more-looks-than-a-turn-has',
    files: { 'index.html': PAGE },
    facts: { ...facts, vision: true },
    camera: { take: () => Promise.resolve({ revision: 2, picture: PICTURE.url, width: 1, height: 1 }) },
    replies: () => [
      ...['a', 'b', 'c', 'd', 'e'].map((name) =>
        answer('', [write(`${name}.txt`, name), call('studio_screenshot', {})]),
      ),
      answer('Enough.'),
    ],
    expect: {
      outcome: 'completed',
      files: { 'index.html': PAGE, 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd', 'e.txt': 'e' },
      calls: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'enough_pictures'],
      asked: /too far back to be shown again/,
    },
  },
  {
    name: 'a-look-without-a-preview',
    files: { 'index.html': PAGE },
    facts: { ...facts, vision: true },
    camera: { take: () => Promise.resolve(null) },
    replies: () => [answer('', [call('studio_screenshot', {})]), answer('I could not see it.')],
    expect: { outcome: 'completed', calls: ['no_preview'], requests: 2 },
  },
  {
    name: 'a-look-of-a-model-that-does-not-see',
    files: { 'index.html': PAGE },
    facts,
    camera: { take: () => Promise.reject(new Error('Nobody looks.')) },
    replies: () => [answer('', [call('studio_screenshot', {})]), answer('I cannot see it.')],
    expect: { outcome: 'completed', calls: ['error'], requests: 2 },
  },
];
