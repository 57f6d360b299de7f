import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CountLine } from './test/support/count-line.ts';
import { LongestFirst, longest } from './test/support/longest-first.ts';

/** Without what npm adds to it: a contained command is shown the names of all that lies beside the programs it can run, which takes longer than most commands. */
const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.endsWith('/node_modules/.bin'));

export default defineConfig({
  test: {
    globalSetup: ['test/support/readable-copy.ts', 'test/support/compile-cache.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    env: { PATH: path.join(':') },
    reporters: ['default', new CountLine()],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Loading the sources anew for every file nearly doubles the work of the pure rooms; so a test puts back what it changes of its process.
      { extends: true, test: { name: 'rooms', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [...longest], isolate: false } },
      { extends: true, test: { name: 'processes', include: [...longest], isolate: true } },
    ],
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000, // generous, for busy machines: a limit is no measurement
    restoreMocks: true,
    maxWorkers: Math.max(4, availableParallelism()), // many tests wait for processes and sockets of their own
  },
});
