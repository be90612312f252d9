import { describe, expect, it } from 'vitest';
import { textOf, userMessage, type AgentMessage } from '../message.ts';
import type { ModelFacts } from '../providers.ts';
import { play } from '../testing/harness.ts';
import { MemoryWorkspace } from '../testing/memory-workspace.ts';
import { answer, call, refusal, type UpstreamRequest } from '../testing/upstream.ts';
import { planCompaction } from './compact.ts';
import { estimateTokens } from './estimate.ts';
import { forModel } from './for-model.ts';
import { mentionedPaths } from './mentions.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
const small: ModelFacts = { vision: false, contextTokens: 16_000, price: null };
const asked = (request: UpstreamRequest | undefined): string => JSON.stringify(request?.body.messages);
const says = (id: string, text: string): AgentMessage => ({
  id,
  role: 'assistant',
  parts: [{ type: 'text', text }],
});
/** Turns of about 2,000 tokens each. */
const turns = (count: number): AgentMessage[] =>
  Array.from({ length: count }, (_, n) => [
    userMessage(`Wish ${n}: make it ${n === 0 ? 'always green' : 'better'}.`),
    says(`a-${n}`, `I did ${n}. ${'lorem ipsum '.repeat(520)}`),
  ]).flat();

describe('a long conversation', () => {
  it('is summarised by the model for the model, and stays whole for the person', async () => {
    const history = turns(8);
    const { answer: said, upstream } = await play(
      [answer('The person wants it always green.'), answer('Yes.')],
      {
        history,
        facts: small,
        say: 'And now?',
      },
    );
    expect(upstream.requests).toHaveLength(2);
    expect(asked(upstream.requests[0])).toContain('Summarise this conversation');
    expect(asked(upstream.requests[0])).toContain('always green');
    expect(asked(upstream.requests[1])).toContain('The person wants it always green.');
    expect(asked(upstream.requests[1])).not.toContain('I did 0');
    expect(asked(upstream.requests[1])).toContain('And now?');
    const marker = said.parts.find(({ type }) => type === 'data-summary');
    expect(marker).toMatchObject({ data: { through: 'a-6', messages: 14 } });
    expect(said.metadata).toMatchObject({ outcome: 'completed', inputTokens: 200 });

    // The next turn begins with that summary, without a new one.
    const next = await play([answer('Good.')], { history: [...history, said], facts: small, say: 'Go on' });
    expect(next.upstream.requests).toHaveLength(1);
    expect(asked(next.upstream.requests[0])).toContain('The person wants it always green.');
    expect(asked(next.upstream.requests[0])).not.toContain('I did 0');
  });

  it('is left alone while there is room', async () => {
    const { upstream } = await play([answer('Yes.')], { history: turns(8), say: 'And now?' });
    expect(upstream.requests).toHaveLength(1);
    expect(asked(upstream.requests[0])).toContain('I did 0');
  });

  it('is planned the same way each time, by whole turns, and never takes the newest message', () => {
    const history = turns(6);
    const plan = planCompaction(history, 3_000);
    expect(plan).toEqual(planCompaction(structuredClone(history), 3_000));
    expect(plan).toMatchObject({ through: 'a-4', messages: 10 });
    expect(planCompaction(history, 0)).toMatchObject({ through: 'a-5' });
    expect(planCompaction([], 0)).toBeNull();
  });

  it.each(['openai', 'anthropic'])('is shortened when %s says that it is too long', async (provider) => {
    const { answer: said, upstream } = await play(
      [
        refusal(400, 'invalid_request', 'prompt is too long: 210000 tokens > 200000 maximum'),
        answer('They want green.'),
        answer('Yes.'),
      ],
      { history: turns(2), say: 'And now?', provider },
    );
    expect(said.metadata?.outcome).toBe('completed');
    expect(upstream.requests).toHaveLength(3);
    expect(asked(upstream.requests[2])).toContain('They want green.');
  });

  it('fails in plain words when there is nothing left to leave out', async () => {
    const { answer: said, upstream } = await play([
      refusal(400, 'invalid_request', 'context_length_exceeded'),
    ]);
    expect(said.metadata?.outcome).toBe('failed');
    expect(upstream.requests.length).toBeLessThanOrEqual(3);
  });

  it('shows the model only the beginning of what it read long ago', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`f${n}.js`, `// file ${n}\n${'let a = 1;\n'.repeat(300)}`]),
    );
    const reads = Object.keys(files).map((path) => answer('', [call('read_file', { path })]));
    const { answer: said, upstream } = await play([...reads, answer('Read.')], {
      workspace: new MemoryWorkspace({ 'index.html': '<h1>Hi</h1>', ...files }),
      facts: small,
    });
    const last = asked(upstream.requests.at(-1));
    expect(last).toContain('// file 0');
    expect(last).toMatch(/more characters are left out here/);
    expect(estimateTokens(forModel([said], { vision: false, shortening: 0 }))).toBeGreaterThan(8_000);
    expect(last.length / 3).toBeLessThan(16_000);
    // What is stored is whole.
    expect(JSON.stringify(said.parts)).not.toContain('left out here');
  });
});

describe('pictures', () => {
  const withPicture = userMessage('Like this', [{ type: 'file', mediaType: 'image/png', url: PIXEL }]);

  it.each(['openai', 'anthropic'])('go to a model of %s that sees', async (provider) => {
    const facts = { ...small, vision: true };
    const { answer: said, upstream } = await play([answer('Pretty.')], { say: withPicture, facts, provider });
    expect(asked(upstream.requests[0])).toContain('iVBORw0KGgo=');
    expect(said.metadata?.notes).toEqual([]);
  });

  it('are told of to one that does not, and so is the person', async () => {
    const { answer: said, upstream } = await play([answer('I cannot see it.')], { say: withPicture });
    expect(asked(upstream.requests[0])).not.toContain('iVBORw0KGgo=');
    expect(asked(upstream.requests[0])).toContain('You cannot see pictures');
    expect(said.metadata?.notes?.[0]).toMatch(/not known to see pictures/);
  });

  it('may come without a word', async () => {
    const facts = { ...small, vision: true };
    const alone = userMessage('', [{ type: 'file', mediaType: 'image/png', url: PIXEL }]);
    const { upstream } = await play([answer('Pretty.')], { say: alone, facts, provider: 'anthropic' });
    expect(asked(upstream.requests[0])).not.toContain('"text":""');
  });

  it('do not go along for ever', () => {
    const many = Array.from({ length: 12 }, () => structuredClone(withPicture));
    const parts = forModel(many).flatMap((message) => message.parts);
    expect(parts.filter(({ type }) => type === 'file')).toHaveLength(8);
    expect(textOf({ id: '', role: 'user', parts })).toContain('too far back');
  });
});

describe('mentions', () => {
  const files = { 'app.js': 'let answer = 42;', 'lib/app.js': 'lib', 'a.js': 'a', 'README.md': 'read' };
  const workspace = () =>
    new MemoryWorkspace({ 'index.html': '<h1>Hi</h1>', ...files }, 'model A {\n b String\n}');

  it('are whole paths behind @, each once', () => {
    const { state } = workspace();
    expect(mentionedPaths('See @lib/app.js and @app.js, then @app.js. Not me@a.js', state)).toEqual([
      'lib/app.js',
      'app.js',
    ]);
    expect(mentionedPaths('(@model.aml) @README.md.', state)).toEqual(['model.aml', 'README.md']);
    expect(mentionedPaths('@app.jsx @gone.js', state)).toEqual([]);
  });

  it('bring the file along for the model, in every step of the turn, and are not stored', async () => {
    const { upstream, saves } = await play([answer('', [call('list_files', {})]), answer('Yes.')], {
      workspace: workspace(),
      say: 'What does @app.js do?',
    });
    for (const request of upstream.requests) expect(asked(request)).toContain('let answer = 42;');
    expect(JSON.stringify(saves)).not.toContain('let answer = 42;');
  });

  it('are bounded, and say how the rest is read', async () => {
    const long = new MemoryWorkspace({ 'index.html': '', 'long.js': 'let a = 1;\n'.repeat(9_000) });
    const { upstream } = await play([answer('Yes.')], { workspace: long, say: 'See @long.js' });
    expect(asked(upstream.requests[0]).length).toBeLessThan(60_000);
    expect(asked(upstream.requests[0])).toMatch(/read_file with ..from..: 218[0-9] shows the rest/);
  });
});

describe('what a turn costs', () => {
  const price = { input: 3, output: 15, cachedInput: 0.3 };

  it('is what the provider says', async () => {
    const { answer: said, upstream } = await play(
      [
        answer('', [call('list_files', {})], { usage: { cost: 0.0012 } }),
        answer('Done.', [], { usage: { cost: 0.0003 } }),
      ],
      { provider: 'openrouter', facts: { ...small, price } },
    );
    expect(said.metadata?.cost).toBeCloseTo(0.0015, 10);
    expect(upstream.requests[0]?.body.usage).toEqual({ include: true });
  });

  it('follows from the prices of the operator, cached tokens by their own', async () => {
    const usage = { prompt_tokens_details: { cached_tokens: 40 } };
    const { answer: said } = await play([answer('Done.', [], { usage })], { facts: { ...small, price } });
    expect(said.metadata).toMatchObject({ inputTokens: 100, outputTokens: 10, cachedTokens: 40 });
    expect(said.metadata?.cost).toBeCloseTo((60 * 3 + 40 * 0.3 + 10 * 15) / 1e6, 12);
  });

  it('is not known where nobody says, or for a part of the calls only', async () => {
    const nobody = await play([answer('Done.')], { facts: small });
    expect(nobody.answer.metadata?.cost).toBeNull();
    const part = await play(
      [answer('', [call('list_files', {})]), answer('Done.', [], { usage: { cost: 0.1 } })],
      { provider: 'openrouter' },
    );
    expect(part.answer.metadata?.cost).toBeNull();
  });

  it('is told as the least there was when an answer broke off', async () => {
    const { answer: said } = await play([
      answer('', [call('list_files', {})]),
      answer('It goes on', [], { cutAtEvent: 3, clean: true }),
    ]);
    expect(said.metadata).toMatchObject({ outcome: 'failed', inputTokens: 100, moreUsed: true });
  });
});
