import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/readable-copy.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    sequence: { sequencer: LongestFirst },
    isolate: false, // to load the sources anew for every file takes as long as all the tests of src/: a test puts back what it changes of its process
    testTimeout: 60_000, // ten times what the slowest takes on an idle machine: a limit is no measurement
    restoreMocks: true,
    maxWorkers: Math.max(3, availableParallelism()), // many tests wait for processes and sockets of their own
  },
});
