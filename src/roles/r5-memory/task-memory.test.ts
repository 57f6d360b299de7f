import { expect, test } from 'vitest';
import { taskMemorySuite } from '../../../test/support/task-memory-suite.ts';
import { noMemory } from './task-memory.ts';

taskMemorySuite({ name: 'no memory', open: async () => noMemory('it is off'), keeps: false });

test('no memory says why there is none', async () => {
  expect(await noMemory('it is off').recall({ tags: [] })).toEqual({
    space: null,
    rules: [],
    potentials: [],
    recent: [],
    dissonances: [],
    missing: 'it is off',
  });
});
