import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['aml-compiler/**/*.test.ts', 'api/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/e2e/**'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
