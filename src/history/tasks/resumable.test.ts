import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dayMs, daysAgo, type JournalOf, placeJournal } from '../../../test/support/ended-journal.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { turnGoal } from '../../contracts/team-turn.ts';
import { lastTaskIn } from './last-task.ts';
import { newestElsewhere, type Resumable, resumableTasks } from './resumable.ts';
import { readTasks } from './task-index.ts';
import { claimResumed, markDropped } from './task-marks.ts';

const id = (day: number): TaskId => `202603${String(day).padStart(2, '0')}-000000000-0000000${day}` as TaskId; // as artoo makes them
const cancelled = { reason: 'cancelled' } as const;
const stopped = { isOver: false } as const;
const turn = { goal: turnGoal('coder-1', 'parse'), slug: 'coder_1_parse' };

/** A data folder with one task per day, and what is offered in a folder. */
function folderWith(tasks: readonly JournalOf[]): string {
  const data = scratch();
  for (const [at, task] of tasks.entries()) placeJournal(data, id(at + 1), { cwd: '/here', ...task });
  return data;
}

const offered = async (data: string, cwd = '/here', now = Date.now()) => (await resumableTasks(data, cwd, { now })).here.map(labelOf);

const labelOf = ({ task_id, stoppedBy }: Resumable): string => `${task_id.at(-1)}${stoppedBy === 'cancel' ? ' cancelled' : ''}`;

describe('what can be resumed', () => {
  test.each<[string, readonly JournalOf[], readonly string[]]>([
    ['nothing where all have ended', [{}, {}], []],
    ['those that were stopped, newest first', [stopped, {}, stopped], ['3', '1']],
    ['those of the folder alone', [stopped, { ...stopped, cwd: '/there' }], ['1']],
    ['not a turn of a team, however it ended', [stopped, { ...stopped, ...turn }, { ...cancelled, ...turn }], ['1']],
    ['the last of the folder, if it was cancelled', [stopped, cancelled], ['2 cancelled', '1']],
    ['not a cancelled one after which another was started there', [cancelled, {}], []],
    ['not that of another folder', [{ ...cancelled, cwd: '/there' }], []],
    ['the last of the folder, whatever was started elsewhere', [cancelled, { cwd: '/there' }], ['1 cancelled']],
    ['not one that was cancelled more than a day ago', [{ ...cancelled, at: new Date(Date.now() - dayMs - 1_000) }], []],
  ])('is %s', async (_, tasks, ids) => {
    const data = folderWith(tasks);
    expect(await offered(data)).toEqual(ids);
    await readTasks(data); // also from the index
    expect(await offered(data)).toEqual(ids);
  });

  test.each<[string, readonly JournalOf[], readonly string[]]>([
    ['the newest cancelled one, whatever came after it and whenever', [{ ...cancelled, at: daysAgo(40) }, cancelled, {}], ['2 cancelled']],
    ['not one that another error ended', [{ reason: 'infrastructure' }], []],
  ])('on request is %s', async (_, tasks, ids) => {
    const data = folderWith(tasks);
    expect((await resumableTasks(data, '/here')).here.map(labelOf)).toEqual(ids);
  });

  test('leaves out the last of the folder if it ended as the caller does not want to know', async () => {
    const data = folderWith([stopped, cancelled]);
    const { here } = await resumableTasks(data, '/here', { now: Date.now(), without: 'cancel' });
    expect(here.map(labelOf)).toEqual(['1']);
  });

  test('elsewhere is distinguished, with its folder', async () => {
    const data = folderWith([stopped, { ...stopped, cwd: '/there' }, { ...stopped, cwd: '/far' }]);
    const { elsewhere } = await resumableTasks(data, '/here');
    expect(elsewhere.map(({ task_id, cwd }) => [task_id, cwd])).toEqual([
      [id(3), '/far'],
      [id(2), '/there'],
    ]);
  });

  const there = { cwd: '/there' };
  test.each<[string, readonly JournalOf[], string | undefined]>([
    ['nothing where all have ended', [there], undefined],
    ['nothing of this folder', [stopped, cancelled], undefined],
    ['one that was stopped', [{ ...stopped, ...there }, {}], '1'],
    [
      'no turn of a team',
      [
        { ...stopped, ...there, ...turn },
        { ...cancelled, ...there, ...turn },
      ],
      undefined,
    ],
    ['one that was cancelled', [{ ...cancelled, ...there }, {}], '1'],
    [
      'one that was cancelled, though one of another folder was stopped before',
      [
        { ...stopped, cwd: '/far' },
        { ...cancelled, ...there },
      ],
      '2',
    ],
    [
      'one that was stopped after one was cancelled',
      [
        { ...cancelled, cwd: '/far' },
        { ...stopped, ...there },
      ],
      '2',
    ],
    ['not a cancelled one after which another was started there', [{ ...cancelled, ...there }, there], undefined],
    ['not one that was cancelled more than a day ago', [{ ...cancelled, ...there, at: new Date(Date.now() - dayMs - 1_000) }], undefined],
  ])('the newest one in another folder is %s', async (_, tasks, expected) => {
    const data = folderWith(tasks);
    const now = Date.now();
    const newest = await newestElsewhere(data, '/here', now, await resumableTasks(data, '/here'));
    expect(newest?.task_id.at(-1)).toBe(expected);
  });

  test('is nothing that was dropped, whether stopped, cancelled or damaged', async () => {
    const data = folderWith([stopped, stopped, cancelled]);
    for (const day of [1, 3]) await markDropped(data, id(day));
    expect(await offered(data)).toEqual(['2']);
    const { tasks } = await readTasks(data, { state: ['unfinished'] });
    expect(tasks.map(({ task_id }) => task_id)).toEqual([id(2)]);
    expect((await readTasks(data, { state: ['dropped'] })).tasks).toMatchObject([
      { task_id: id(3), state: 'ended', dropped: true },
      { task_id: id(1), state: 'unfinished', dropped: true },
    ]);
  });

  test('is nothing that was resumed', async () => {
    const data = folderWith([cancelled]);
    expect(await claimResumed(data, id(1), id(8))).toBe(id(8));
    expect(await claimResumed(data, id(1), id(9))).toBe(id(8));
    expect(await offered(data)).toEqual([]);
    expect((await readTasks(data)).tasks).toMatchObject([{ task_id: id(1), resumed_as: id(8) }]);
  });

  test('survives marks that say nothing', async () => {
    const data = folderWith([cancelled, stopped]);
    mkdirSync(join(data, 'marks', `${id(2)}.resumed`), { recursive: true });
    for (const text of ['', '../../etc', 'x'.repeat(100_000)]) {
      writeFileSync(join(data, 'marks', `${id(1)}.resumed`), text);
      expect((await readTasks(data)).tasks.every((task) => task.resumed_as === undefined)).toBe(true);
      expect(await claimResumed(data, id(1), id(9))).toBe(id(9));
      rmSync(join(data, 'marks', `${id(1)}.resumed`));
    }
  });
});

test('the last task of a folder is found by any path to it, and there is none where none worked', async () => {
  const folder = scratch();
  symlinkSync(folder, join(folder, 'link'));
  const data = folderWith([{ cwd: folder }, { cwd: '/there' }]);
  for (const path of [folder, join(folder, 'link')]) expect(await lastTaskIn(data, path)).toMatchObject({ task_id: id(1) });
  expect(await lastTaskIn(data, '/elsewhere')).toBeUndefined();
  expect(await lastTaskIn(scratch(), folder)).toBeUndefined();
});

test('a turn of a team is no last task: a person would follow up what they asked for themselves', async () => {
  expect(await lastTaskIn(folderWith([{}, turn]), '/here')).toMatchObject({ task_id: id(1) });
  expect(await lastTaskIn(folderWith([turn]), '/here')).toBeUndefined();
});

test('a line of the index from before it noted folders does not hide a task', async () => {
  const data = folderWith([{}]);
  await readTasks(data);
  const index = join(data, 'index.jsonl');
  writeFileSync(index, readFileSync(index, 'utf8').replace('"cwd":"/here",', ''));
  expect(await lastTaskIn(data, '/here')).toMatchObject({ task_id: id(1) });
});
