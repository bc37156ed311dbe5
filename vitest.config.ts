import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { 'pybench/kit': fileURLToPath(new URL('src/kit/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: 'test/support/build.ts',
    env: { NO_COLOR: '1' },
  },
});
