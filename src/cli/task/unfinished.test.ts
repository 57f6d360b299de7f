import { expect, test } from 'vitest';
import { newHome } from '../../../test/support/command.ts';
import { type JournalOf, placeJournal } from '../../../test/support/ended-journal.ts';
import { runArtoo } from '../../../test/support/run-artoo.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { mentionUnfinished } from './unfinished.ts';

const id = (day: number): TaskId => `202603${String(day).padStart(2, '0')}-000000000-0000000${day}` as TaskId; // an id in the form that artoo generates
const stopped = { isOver: false };
const there = { isOver: false, cwd: '/there' };

test.each<[string, readonly JournalOf[], number | undefined]>([
  ['nothing, where all have ended', [{}], undefined],
  ['one alone', [stopped, {}], 0],
  ['others of the folder', [stopped, stopped, {}], 1],
  ['one that was cancelled, too: it can be resumed', [{ reason: 'cancelled' }, stopped], 1],
  ['those of other folders, too', [stopped, there, there], 2],
  ['those of other folders alone', [there, {}, there], 1],
])('as many are mentioned as can be resumed and are listed: %s', async (_, tasks, others) => {
  const at = newHome();
  for (const [day, task] of tasks.entries()) placeJournal(at.data, id(day + 1), { cwd: at.cwd, ...task });
  const notes: string[] = [];
  await mentionUnfinished(at.data, at.cwd, { note: (text) => notes.push(text) });
  expect(notes).toHaveLength(others === undefined ? 0 : 1);
  expect(Number(/\(and (\d+) more: artoo log --state resumable\)$/.exec(notes[0] ?? '')?.[1] ?? 0)).toBe(others ?? 0);
  const [, resumed, dropped] = /artoo resume (\w+) continues it, artoo resume --drop (\w+) ends it for good/.exec(notes[0] ?? '') ?? [];
  expect([resumed === dropped, resumed !== undefined]).toEqual([true, others !== undefined]);
  const { out } = await runArtoo(['log', '--state', 'resumable', '--json'], { at });
  expect(out.split('\n').filter((line) => line !== '')).toHaveLength(others === undefined ? 0 : others + 1);
});
