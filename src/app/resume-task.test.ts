import { expect, test } from 'vitest';
import { placeJournal } from '../../test/support/ended-journal.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import { turnGoal } from '../contracts/team-turn.ts';
import { isResumable } from './resume-task.ts';

const task_id = '20260301-000000000-00000001' as TaskId; // as artoo makes them
const turn = { goal: turnGoal('coder-1', 'parse'), slug: 'coder_1_parse' };

test.each([{ isOver: false }, { reason: 'cancelled' }] as const)('the turn of an agent is continued by its team alone: %j', async (end) => {
  const data = scratch();
  const path = placeJournal(data, task_id, { ...end, ...turn });
  const refused = { code: 'task_of_team', message: expect.stringContaining('coder-1'), hint: expect.stringContaining('`artoo team run`') };
  await expect(isResumable(data, { task_id, path })).rejects.toMatchObject(refused);
});
