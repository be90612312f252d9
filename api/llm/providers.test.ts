import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config-error.ts';
import { factsOf } from './model-facts.ts';
import { readProviders } from './providers.ts';

describe('providers from the environment', () => {
  it('are none without a key, and Ollama with an address', () => {
    expect(readProviders({})).toEqual({ providers: [], demoPace: 1, dailyTokens: null });
    expect(readProviders({ OPENAI_API_KEY: '  ', LLM_OPENAI_BASE_URL: '' }).providers).toEqual([]);
    const { providers } = readProviders({ LLM_OLLAMA_BASE_URL: 'http://127.0.0.1:11434/' });
    expect(providers).toMatchObject([{ id: 'ollama', baseUrl: 'http://127.0.0.1:11434', secret: null }]);
  });

  it('take address and models when given', () => {
    const { providers, demoPace, dailyTokens } = readProviders({
      GROQ_API_KEY: 'gsk_0123456789',
      LLM_GROQ_BASE_URL: 'https://gateway.example/groq//',
      LLM_GROQ_MODELS: 'a/b:free, c ,',
      LLM_DEMO_PACE: '0',
      LLM_DAILY_TOKENS: '5000',
    });
    expect(providers).toMatchObject([
      {
        id: 'groq',
        baseUrl: 'https://gateway.example/groq',
        models: ['a/b:free', 'c'],
        onlyListedModels: true,
      },
    ]);
    expect([demoPace, dailyTokens]).toEqual([0, 5_000]);
  });

  it('name every mistake at once', () => {
    const mistakes = {
      OPENAI_API_KEY: 'short',
      XAI_API_KEY: 'has a space in it',
      LLM_GOOGLE_BASE_URL: 'ftp://x',
      LLM_MISTRAL_BASE_URL: 'https://user:pass@x',
      LLM_GROQ_BASE_URL: 'https://x?key=1',
      LLM_DEEPSEEK_MODELS: 'a b',
      LLM_DEMO_PACE: 'fast',
      LLM_DAILY_TOKENS: '-1',
    };
    const attempt = (): unknown => readProviders(mistakes);
    expect(attempt).toThrow(ConfigError);
    for (const name of Object.keys(mistakes)) expect(attempt).toThrow(name);
  });

  it('take what an operator says of models before what is known of them', () => {
    const { providers } = readProviders({
      OPENROUTER_API_KEY: 'sk-or-0123456789',
      LLM_OPENROUTER_MODELS: 'anthropic/claude-sonnet-4.5,x/new:free,meta/llama-3.3-70b',
      LLM_OPENROUTER_VISION: 'x/new:free',
      LLM_OPENROUTER_CONTEXT: 'x/new:free=64000',
      LLM_OPENROUTER_PRICES: 'x/new:free=0/0, anthropic/claude-sonnet-4.5=3/15/0.3',
    });
    expect(providers[0] && factsOf(providers[0])).toEqual([
      {
        model: 'anthropic/claude-sonnet-4.5',
        vision: false,
        contextTokens: 200_000,
        price: { input: 3, output: 15, cachedInput: 0.3 },
      },
      {
        model: 'x/new:free',
        vision: true,
        contextTokens: 64_000,
        price: { input: 0, output: 0, cachedInput: null },
      },
      { model: 'meta/llama-3.3-70b', vision: false, contextTokens: 131_072, price: null },
    ]);
    const plain = readProviders({ ANTHROPIC_API_KEY: 'sk-0123456789' }).providers[0];
    expect(plain && factsOf(plain)[0]).toMatchObject({ vision: true, contextTokens: 200_000, price: null });
  });

  it('do not guess what a price should have been', () => {
    for (const LLM_GROQ_PRICES of ['a=1', 'a=-1/2', 'a=1/2/3/4', 'a', '=1/2', 'a=1,5/2']) {
      expect(() => readProviders({ GROQ_API_KEY: 'gsk_0123456789', LLM_GROQ_PRICES })).toThrow(ConfigError);
    }
    expect(() => readProviders({ GROQ_API_KEY: 'gsk_0123456789', LLM_GROQ_CONTEXT: 'a=many' })).toThrow(
      /LLM_GROQ_CONTEXT must be model=tokens/,
    );
  });
});
