import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endsAtOnce, final, goal, hostIn, perceives, role, step, worldOf } from '../../../test/support/parts.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { HostOptions } from '../../engine/host.ts';
import { createInProcessObservers } from '../../engine/in-process-observers.ts';
import type { Entry } from '../../journal/entry.ts';
import { journalPath, reopenJournal } from '../../journal/files.ts';
import { noteTask, readTasks } from './task-index.ts';
import { createTaskNotes } from './task-notes.ts';

const task_id = '20260203-000000000-00000003' as TaskId;
const asksFirst = role('R7', {
  async *TaskSpec({ task_id: id }, { effects }) {
    await step(effects, { round: 0, step: 1 });
    yield final(id);
  },
});

const linesIn = (data: string): readonly string[] => readFileSync(join(data, 'index.jsonl'), 'utf8').split('\n').filter(Boolean);

/** A host whose tasks are recorded in the index. */
function notingHost(data: string, roles = [perceives, endsAtOnce], more: Partial<HostOptions> = {}, waitMs?: number) {
  const notes = createTaskNotes(data, waitMs);
  const observers = { ...createInProcessObservers<Entry>(), publish: notes.see };
  return { notes, host: hostIn(data, roles, { observers, ...more }) };
}

test('a task that was seen from start to end gets one line, the same as from its journal', async () => {
  const data = scratch();
  const { notes, host } = notingHost(data);
  await using _host = host;
  notes.begin(task_id);
  await host.start(goal('the goal\nof – it'), task_id).result;
  notes.end(task_id);
  await notes.write();
  const [line] = linesIn(data);
  await noteTask(data, journalPath(data, task_id));
  expect(linesIn(data)).toEqual([line, line]);
  expect(JSON.parse(line ?? '')).toMatchObject({ task_id, state: 'ended', goal: 'the goal of – it', slug: 's' });
  await notes.write();
  expect(linesIn(data)).toHaveLength(2);
});

test('a task that runs on gets a line that no list takes at its word, and another when it has ended', async () => {
  const data = scratch();
  const asked = Promise.withResolvers<void>();
  const world = worldOf(() => {
    asked.resolve();
    return new Promise(() => {});
  });
  const first = notingHost(data, [perceives, asksFirst], { world, limits: { graceMs: 0 } }, 0);
  const running = first.host.start(goal(), task_id);
  await asked.promise;
  first.notes.begin(task_id);
  await expect.poll(() => existsSync(join(data, 'index.jsonl'))).toBe(true);
  expect(linesIn(data).map((line) => JSON.parse(line))).toMatchObject([{ state: 'unfinished', size: 0, goal: 'do it' }]);
  expect((await readTasks(data)).tasks).toMatchObject([{ state: 'running' }]);
  await first.host.close();
  await expect(running.result).rejects.toMatchObject({ code: 'stopped' });
  const { notes, host } = notingHost(data, [perceives, asksFirst]);
  await using _host = host;
  const { tape, writer } = reopenJournal(data, task_id);
  await host.resume(tape, writer).result;
  notes.end(task_id); // the start of the task was not seen
  await notes.write();
  expect(linesIn(data).map((line) => JSON.parse(line).state)).toEqual(['unfinished', 'unfinished', 'ended']);
});

test('a journal that is gone gets no line', async () => {
  const data = scratch();
  const { notes, host } = notingHost(data);
  await using _host = host;
  await host.start(goal(), task_id).result;
  rmSync(journalPath(data, task_id));
  notes.end(task_id);
  await notes.write();
  expect(existsSync(join(data, 'index.jsonl'))).toBe(false);
});
