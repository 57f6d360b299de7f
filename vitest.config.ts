import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/readable-copy.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 30_000,
    restoreMocks: true,
    maxWorkers: Math.max(3, availableParallelism()), // many tests wait for processes and sockets of their own
  },
});
