import { expect, test } from 'vitest';
import { pickUndo, type TaskChanges } from './undo.ts';

const task = (id: string, more: Partial<TaskChanges> = {}): TaskChanges => ({
  id,
  time: '2026-11-15T10:00:00.000Z',
  titles: ['rm x'],
  counts: { created: 0, changed: 0, deleted: 1, metadata: 0 },
  undone: false,
  ...more,
});

/** Newest first. */
const tasks = [task('t4', { undo_of: 't3' }), task('t3', { undone: true }), task('t22'), task('t21')];

test.each([
  [undefined, 't22'],
  ['last', 't22'],
  ['t21', 't21'],
  ['t3', 't3'],
  ['t4', 't4'],
])('%s means %s', (wanted, id) => {
  expect(pickUndo(tasks, wanted)?.id).toBe(id);
});

test('where everything is undone there is nothing', () => {
  expect(pickUndo([task('t1', { undone: true })], undefined)).toBeUndefined();
  expect(pickUndo([], undefined)).toBeUndefined();
});

test.each([
  ['t9', /changed anything/],
  ['t2', /t22 or t21/],
])('%s is a usage error', (wanted, message) => {
  expect(() => pickUndo(tasks, wanted)).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) }));
});
