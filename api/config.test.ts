import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('needs nothing, and its addresses follow the ports', () => {
    const config = readConfig({ PORT: '5000', PUBLISH_PORT: '5001', BASE_URL: '' });
    expect(config).toMatchObject({
      baseUrl: 'http://localhost:5000',
      publishOrigin: 'http://localhost:5001',
      databaseUrl: null,
    });
  });

  it('names every mistake at once', () => {
    const read = (): unknown =>
      readConfig({
        PORT: 'many',
        BASE_URL: 'https://example.org/path',
        PUBLISH_ISOLATION: 'maybe',
        DATABASE_URL: 'postgresql://x/y',
        SMTP_URL: 'mail',
        OPENAI_API_KEY: 'short',
      });
    expect(read).toThrow(ConfigError);
    for (const name of [
      'PORT',
      'BASE_URL',
      'PUBLISH_ISOLATION',
      'SESSION_SECRET',
      'SMTP_URL',
      'OPENAI_API_KEY',
    ])
      expect(read).toThrow(name);
  });

  it('refuses one origin for both, because published code may not share it', () => {
    expect(() =>
      readConfig({ BASE_URL: 'http://localhost:1', PUBLISH_ORIGIN: 'http://localhost:1' }),
    ).toThrow('must differ');
    expect(() => readConfig({ PUBLISH_ORIGIN: 'http://127.0.0.1:1', PUBLISH_ISOLATION: 'subhost' })).toThrow(
      'sub-hosts',
    );
  });
});
