import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config-error.ts';
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
});
