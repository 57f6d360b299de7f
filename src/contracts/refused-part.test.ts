import { expect, test } from 'vitest';
import type { FinalResult } from './control.ts';
import { refusedPart } from './refused-part.ts';

const rm = { action: 'rm logs/old.log', effects: [{ path: '/p/logs/old.log', change: 'deleted' as const }] };
const changing = (...paths: string[]): FinalResult['changed'] => paths.map((path) => ({ path, change: 'changed' }));

test.each<[string, FinalResult['declined'], FinalResult['changed'], string]>([
  ['nothing was refused', undefined, [], 'none'],
  ['what was refused was all there was to do', [rm], [], 'all'],
  ['something else was done', [rm], changing('/p/summary.txt'), 'some'],
  ['something else was done to the same file', [rm], changing('/p/logs/old.log'), 'none'],
  ['the file was moved instead', [rm], [{ path: '/p/kept', change: 'created', moved_from: '/p/logs/old.log' }], 'none'],
  ['the person changed the command', [{ ...rm, edited: 'mv logs/old.log kept' }], [], 'none'],
  ['an action without file changes was refused', [{ action: 'example.org', effects: [] }], [], 'some'],
  ['one of two was replaced', [rm, { ...rm, effects: [{ path: '/p/b', change: 'changed' }] }], changing('/p/b'), 'some'],
])('%s', (_, declined, changed, part) => {
  expect(refusedPart({ declined, changed })).toBe(part);
});
