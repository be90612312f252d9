import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Libraries load graphql's CommonJS build; two copies of it would not know each other's classes.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: new URL('node_modules/graphql/index.js', import.meta.url).pathname },
    ],
  },
  test: {
    include: ['aml-compiler/**/*.test.ts', 'api/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'web/build/**'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/seeded.ts'],
    // Tests ask faster than any visitor; the rates have tests of their own.
    env: {
      NODE_ENV: 'test',
      LIMIT_BRIDGE_INSERTS_PER_ADDRESS: '1000000',
      LIMIT_BRIDGE_INSERTS_PER_APP: '1000000',
      LIMIT_BRIDGE_QUERIES_PER_ADDRESS: '1000000',
      LIMIT_BRIDGE_QUERIES_PER_APP: '1000000',
      LIMIT_LLM_REQUESTS_PER_MINUTE: '1000000',
    },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // How long something may take says nothing here: the machine may be busy. What has a limit measures it.
    expect: { poll: { timeout: 20_000 } },
  },
});
