import { expect, test } from 'vitest';
import { placeJournal } from '../../../test/support/ended-journal.ts';
import { newTerminal, runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskSummary } from '../../history/tasks/task-state.ts';
import { recordTried, type TriedCommand } from '../../history/tried/tried-record.ts';
import { log } from './log.ts';
import { mixedRows } from './tried-commands.ts';

const id = (number: number): TaskId => `20260101-000000000-${String(number).padStart(8, '0')}` as TaskId; // in the form of an id

/** A command that was tried so many minutes after ten. */
const tried = (minute: number, more: Partial<TriedCommand> = {}): TriedCommand => ({
  ...{ v: 1, id: id(minute), at: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString(), cwd: '/p', command: `command ${minute}` },
  ...{ refused: null, exit_code: 0, effects: [], count: 0, ...more },
});

const list = (data: string, ...args: readonly string[]) => runHere(log, args, { env: { ARTOO_DATA_DIR: data }, cwd: scratch() });

test('commands are listed between the tasks by their times; of many in a row, the oldest are only counted', () => {
  const at = (minute: number) => ({
    task_id: id(minute),
    state: 'unfinished',
    started: tried(minute).at,
    goal: `task ${minute}`,
    slug: '',
    stopped: tried(minute).at,
    halted: null,
  });
  const tasks = [at(50), at(20)] as unknown as readonly TaskSummary[]; // as much of a summary as its rows show
  const commands = [55, 49, 48, 47, 46, 45, 10].map((minute) => tried(minute));
  const rows = mixedRows(tasks, commands, { now: Date.UTC(2026, 2, 2), width: 80 });
  expect(rows.flatMap((row) => /(?:command|task) \d+|and \d+ more command.*/.exec(row) ?? [])).toEqual([
    'command 55',
    'task 50',
    'command 49',
    'command 48',
    'command 47',
    'and 2 more commands that were tried: artoo log --state tried',
    'task 20',
    'command 10',
  ]);
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
});

test('the list tells what became of a command, and how much it changed', async () => {
  const data = scratch();
  recordTried(data, tried(1, { count: 2 }));
  recordTried(data, tried(2, { refused: 'person', exit_code: null, count: 1 }));
  recordTried(data, tried(3, { refused: 'absent', exit_code: null, count: 1 }));
  recordTried(data, tried(4, { exit_code: 2 }));
  recordTried(data, tried(5, { exit_code: null }));
  const { out } = await list(data, '--state', 'tried');
  expect(out.match(/^tried.*?(?= {2,})/gm)).toEqual([
    'tried, stopped',
    'tried, exit code 2',
    'tried, refused',
    'tried, you said no',
    'tried',
  ]);
  expect(out).toContain('would have changed 1 file or folder');
  expect(out).toContain('changed 2 files or folders');
});

test('the list of tasks has them, too, and as JSON only the tasks', async () => {
  const data = scratch();
  placeJournal(data, id(1), { goal: 'sort the notes' });
  recordTried(data, tried(2));
  expect((await list(data)).out).toMatch(/command 2[\s\S]*sort the notes|sort the notes[\s\S]*command 2/);
  expect((await list(data, '--json')).out.split('\n').map((line) => JSON.parse(line).task_id)).toEqual([id(1)]);
  expect((await list(data, '--text', 'notes')).out).not.toContain('command 2');
  expect((await list(data, '--text', 'command')).out).toContain('command 2');
});

test.each([
  [
    { refused: 'person', exit_code: null, count: 1, effects: [{ path: '/p/a', change: 'deleted' }] },
    ['You said no: nothing was changed.', 'It would have changed:', '  deleted a'],
  ],
  [
    { count: 22, effects: [{ path: '/q/a', change: 'created' }] },
    ['It ended with exit code 0.', '  created /q/a', '  and 21 more', `To undo it: artoo undo ${'00000007'}`],
  ],
  [{ exit_code: 1 }, ['It ended with exit code 1.', 'It changed nothing.']],
] as const)('one of them is shown in full: %j', async (more, lines) => {
  const data = scratch();
  recordTried(data, tried(7, more));
  const { out } = await list(data, '00000007');
  expect(out.split('\n')).toEqual(expect.arrayContaining(['  command 7', ...lines]));
  expect(JSON.parse((await list(data, '00000007', '--json')).out)).toMatchObject({ command: 'command 7', undone: false });
});

test('an id that fits a task, too, is that task', async () => {
  const data = scratch();
  placeJournal(data, id(1), { goal: 'sort the notes' });
  recordTried(data, tried(7));
  expect((await list(data, '20260101')).out).toContain('sort the notes');
});

test('it has no journal and no page', async () => {
  const data = scratch();
  recordTried(data, tried(7));
  const { terminal } = newTerminal({ env: { ARTOO_DATA_DIR: data } });
  await expect(log.run(['00000007', '--html'], terminal)).rejects.toMatchObject({ code: 'usage' });
});
