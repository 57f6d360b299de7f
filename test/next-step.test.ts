/** The advice at the end of a task works: for every way in which a task can end, each command that is named is run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openArtoo } from '../src/app/open-artoo.ts';
import { isResumable } from '../src/app/resume-task.ts';
import type { RunningTask } from '../src/app/tasks.ts';
import type { TaskOptions } from '../src/config/settings.ts';
import { EndReason, type FinalResult } from '../src/contracts/control.ts';
import { ArtooError, type ErrorCode } from '../src/contracts/errors.ts';
import { continuationAfter } from '../src/history/replay/resume-place.ts';
import { findTask } from '../src/history/tasks/find-task.ts';
import type { Model } from '../src/models/model.ts';
import { openChanges } from '../src/tools/changes/change-store.ts';
import { endingLines } from '../src/view/picture/ending.ts';
import { fitted } from '../src/view/picture/layout.ts';
import { createShownReasons } from '../src/view/picture/shown-reasons.ts';
import { nothingSpent } from '../src/view/picture/spent.ts';
import { textOf } from '../src/view/style/line.ts';
import { scratch } from './support/scratch.ts';
import {
  always,
  answers,
  attempt,
  does,
  everyAttempt,
  except,
  fileThere,
  judged,
  oneRound,
  outputSays,
  plan,
  saying,
  subtask,
  write,
  writers,
  writing,
} from './support/scripted.ts';
import { settingsFor } from './support/settings.ts';

type End = {
  readonly how: string;
  readonly reason: FinalResult['reason'];
  readonly model: () => Model;
  readonly options?: TaskOptions;
  readonly meanwhile?: (task: RunningTask) => void;
  /** The command that continues the task. */
  readonly goesOn?: 'resume' | 'fork';
};

const failing = (code: ErrorCode) => () => Promise.reject(new ArtooError(code, 'it failed'));
const wrong = does(write('other.txt'), 'It is written.');
const impossible = { impossible: 'It cannot be written.', partial_result: 'Nothing.', next_moves: ['Write it.', 'Leave it.'] };

/** Two sub-tasks run side by side: the model of one fails just when the model of the other asks for a call. */
function besideFailure(): Model {
  const model = saying({ R2: answers(plan([writing('a'), writing('b')])) }, attempt('1.2.1', does(write('b.txt'), 'b is written.')));
  const both = Promise.withResolvers<void>();
  return except(
    model,
    (_, key) => /^1\.[12]\.1\/R3\/1\.0$/.test(key),
    async (request, origin, signal) => {
      if (origin.key.startsWith('1.2.')) {
        both.resolve();
        return model.step(request, origin, signal);
      }
      await both.promise;
      throw new ArtooError('model_unreachable', 'it failed');
    },
  );
}

const ends: readonly End[] = [
  { how: 'done', reason: 'met', model: () => saying({}) },
  {
    how: 'done but for a small part',
    reason: 'close_enough',
    model: () => {
      const many = [fileThere('a.txt'), outputSays('a is'), outputSays('written')];
      const subtasks = [writing('a', { success_criteria: many }), writing('b')];
      return saying({ R2: answers(plan(subtasks, [judged('all of it is there'), fileThere('a.txt')])) }, writers(1, ['a', 'b'], ['b']));
    },
  },
  {
    how: 'not done',
    reason: 'gap',
    model: () => saying({}, everyAttempt('1.1', wrong)),
    options: { control: oneRound },
  },
  {
    how: 'not done, and nothing changed',
    reason: 'gap',
    model: () => saying({ R3: always('Done.') }),
    options: { control: oneRound },
  },
  {
    how: 'impossible',
    reason: 'impossible',
    model: () => saying({ R2: answers(plan(), impossible) }, everyAttempt('1.1', wrong)),
  },
  {
    how: 'out of tokens',
    reason: 'budget',
    model: () => except(saying({}), (role) => role === 'R3', failing('budget_spent')),
  },
  { how: 'cancelled at once', reason: 'cancelled', model: () => saying({}), meanwhile: (task) => task.cancel(), goesOn: 'resume' },
  {
    how: 'refused',
    reason: 'refused',
    model: () =>
      saying({ R2: answers(plan([subtask({ success_criteria: [fileThere('AGENTS.md')] })])), R3: does(write('AGENTS.md', 'theirs')) }),
  },
  { how: 'without a plan', reason: 'no_plan', model: () => saying({ R2: always(plan([])) }) },
  {
    how: 'with answers that cannot be read',
    goesOn: 'resume',
    reason: 'infrastructure',
    model: () => saying({ R1: always('I would rather not.') }),
  },
  ...(['R1', 'R2', 'R3', 'R4a'] as const).map(
    (asked): End => ({
      how: `its model away when ${asked} asks`,
      reason: 'infrastructure',
      model: () =>
        except(
          saying({ R2: answers(plan([subtask({ success_criteria: [{ criterion: 'it greets', mode: 'plausible' }] })])) }),
          (role) => role === asked,
          failing('model_unreachable'),
        ),
      goesOn: 'resume',
    }),
  ),
  { how: 'its model away beside work', reason: 'infrastructure', model: besideFailure, goesOn: 'fork' },
];

test('the ends cover every reason', () => {
  expect(new Set(ends.map(({ reason }) => reason))).toEqual(new Set(EndReason.options));
});

test.each(ends)('$reason, $how: what is advised works', async ({ reason, model, options = {}, meanwhile, goesOn }) => {
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'AGENTS.md'), 'mine');
  const site = { settings: settingsFor({ data, workspace: cwd }, options), model: model(), secrets: () => [] };
  await using artoo = openArtoo({ data, siteOf: () => site, env: {}, answers: {}, onNotice: (text) => expect.fail(text) });
  const task = artoo.run('Say hello.', { cwd });
  meanwhile?.(task);
  const result = await task.result;
  expect(result.reason).toBe(reason);
  const file = { task_id: task.id, path: task.journal };
  const about = { cwd, told: createShownReasons(), found: () => undefined, aims: [], dropped: [], estimated: nothingSpent.estimated };
  const lines = fitted(endingLines(result, { ...about, continuation: await continuationAfter(result, file) }), undefined).map(textOf);
  const advised = lines.flatMap((line) => [...line.matchAll(/artoo (\w+) (\S+)(?: --at (\d+))?/g)]);
  expect(advised.map(([, command]) => command)).toEqual([
    ...(goesOn ? [goesOn] : []),
    ...(result.changed.length > 0 ? ['undo'] : []),
    'log',
  ]);
  for (const [, command, id = '', at] of advised) {
    const found = await findTask(data, id);
    if (command === 'resume') await isResumable(data, found);
    if (command === 'undo') expect((await openChanges(data).undoable()).map((each) => each.id)).toContain(found.task_id);
    if (command === 'fork') (await artoo.fork(found.task_id, { at: Number(at) })).cancel();
  }
  if (goesOn !== 'resume') await expect(isResumable(data, file)).rejects.toMatchObject({ code: 'task_over' });
});
