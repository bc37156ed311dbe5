import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testFiles } from './test/support/projects.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  resolve: { alias: { 'pybench/kit': fileURLToPath(new URL('src/kit/index.ts', import.meta.url)) } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: 'test/support/build.ts',
    env: { NO_COLOR: '1' },
    projects: Object.entries(testFiles(root)).map(([name, include]) => ({
      extends: true as const,
      test: { name, include },
    })),
  },
});
