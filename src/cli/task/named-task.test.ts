import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daysAgo, placeJournal } from '../../../test/support/ended-journal.ts';
import { newTerminal, runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { Command } from '../command.ts';
import { log } from '../log/log.ts';
import { replay } from '../replay/replay.ts';
import { cost } from './cost.ts';
import { namedTask } from './named-task.ts';

const [older, here, there] = ['20260101-000000000-0000000a', '20260202-000000000-0000000b', '20260203-000000000-0000000c'] as const;

/** Two tasks in one folder and, newer than both, one in another; a third folder has none. */
function threeFolders() {
  const data = scratch();
  const folder = (name: string): string => {
    mkdirSync(join(data, name));
    return join(data, name);
  };
  const [mine, yours, empty] = [folder('mine'), folder('yours'), folder('empty')];
  placeJournal(data, older, { cwd: mine, at: daysAgo(3) });
  placeJournal(data, here, { cwd: mine, at: daysAgo(2), goal: 'count the words' });
  placeJournal(data, there, { cwd: yours, at: daysAgo(1), goal: 'sort the photos' });
  return { data, mine, empty };
}

test('last is the newest task of this folder', async () => {
  const { data, mine } = threeFolders();
  const { terminal, err } = newTerminal({ cwd: mine });
  expect(await namedTask({ data, wanted: 'last', isTold: false }, terminal)).toMatchObject({ task_id: here });
  expect(await namedTask({ data, wanted: 'last', isTold: true }, terminal)).toMatchObject({ task_id: here });
  expect(err).toEqual([`artoo: the last task here is ${shortId(here)}, "count the words"`]);
});

test('where this folder has no task it is the newest of all, and its folder is named', async () => {
  const { data, empty } = threeFolders();
  const { terminal, err } = newTerminal({ cwd: empty });
  expect(await namedTask({ data, wanted: 'last', isTold: true }, terminal)).toMatchObject({ task_id: there });
  expect(err).toEqual([
    `artoo: there is no task in this folder; the newest task of all is ${shortId(there)}, "sort the photos", in ${join(data, 'yours')}`,
  ]);
});

test('for a command that does more than read, it is no task of another folder', async () => {
  const { data, empty } = threeFolders();
  const { terminal, err } = newTerminal({ cwd: empty });
  await expect(namedTask({ data, wanted: 'last', isTold: false, isActing: true }, terminal)).rejects.toMatchObject({
    code: 'journal_missing',
    message: expect.stringContaining(`${shortId(there)}, "sort the photos"`),
  });
  expect(err).toEqual([]);
});

test('a task that is named by its id is not looked for in the folder', async () => {
  const { data, empty } = threeFolders();
  const { terminal, err } = newTerminal({ cwd: empty });
  expect(await namedTask({ data, wanted: shortId(older), isTold: false }, terminal)).toMatchObject({ task_id: older });
  expect(err).toEqual([]);
});

test.each<[string, Command]>([
  ['log', log],
  ['cost', cost],
  ['replay', replay],
])('artoo %s last takes the task of this folder, and says which', async (_, command) => {
  const { data, mine } = threeFolders();
  const { out, err } = await runHere(command, ['last'], { cwd: mine, env: { ARTOO_DATA_DIR: data } });
  expect(`${err}\n${out}`).toContain(shortId(here));
  expect(`${err}\n${out}`).not.toContain(shortId(there));
});
