import { expect, test } from 'vitest';
import { newestUndo, pickUndo, type TaskChanges } from './undo.ts';

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
  ['t21', 't21'],
  ['t3', 't3'],
  ['t4', 't4'],
])('%s means %s', (wanted, id) => {
  expect(pickUndo(tasks, wanted).id).toBe(id);
});

test.each<[string, readonly TaskChanges[], readonly string[], object]>([
  ['the newest that is neither undone nor an undo', tasks, ['t3', 't22', 't21'], { here: tasks[2] }],
  ['one of this folder, although another is newer', tasks, ['t21'], { here: tasks[3] }],
  ['nothing here, and what is newest elsewhere', tasks, [], { elsewhere: tasks[2] }],
  ['nothing where everything is undone', [task('t1', { undone: true })], ['t1'], {}],
  ['nothing of nothing', [], [], {}],
])('without a name it is %s', async (_, all, here, found) => {
  expect(await newestUndo(all, async ({ id }) => here.includes(id))).toEqual(found);
});

test.each([
  ['t9', /no changes/],
  ['t2', /t22 or t21/],
])('%s is a usage error', (wanted, message) => {
  expect(() => pickUndo(tasks, wanted)).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) }));
});
