import { expect, test } from 'vitest';
import { aBoard, aTask } from '../../../test/team/boards.ts';
import type { Board, Task } from '../board/board.ts';
import { missingRoles } from './missing-roles.ts';

const now = new Date('2026-11-15T12:00:00Z');
const alive = '2026-11-15T12:10:00Z';
const agent = (role: string): Board['agents'][string] => ({
  role,
  status: 'IDLE',
  current_task: null,
  lease_expires: alive,
  heartbeat: alive,
});
const team = (...ids: readonly string[]): Board['agents'] => Object.fromEntries(ids.map((id) => [id, agent(id.replace(/-\d+$/, ''))]));
const open = (status: Task['status'], more: Partial<Task> = {}): Task => aTask({ id: 't1', status, depends_on: [], ...more });

test.each<[string, readonly Task[], Board['agents'], ReturnType<typeof missingRoles>]>([
  ['a free task needs a coder', [open('UNCLAIMED')], team('planner-1', 'code-reviewer-1'), [{ role: 'coder', tasks: ['t1'] }]],
  ['which is there', [open('UNCLAIMED')], team('coder-1'), []],
  ['work under review needs a reviewer', [open('READY_FOR_REVIEW')], team('coder-1'), [{ role: 'code_reviewer', tasks: ['t1'] }]],
  [
    'a coder whose work waits for one takes nothing else',
    [open('READY_FOR_REVIEW', { assigned_to: 'coder-1' }), open('UNCLAIMED', { id: 't2' })],
    team('coder-1'),
    [
      { role: 'code_reviewer', tasks: ['t1'] },
      { role: 'coder', tasks: ['t2'] },
    ],
  ],
  ['what another process has in hand goes on', [open('CLAIMED', { assigned_to: 'coder-9', lease_expires: alive })], team('coder-9'), []],
  ['what was approved is merged', [open('APPROVED')], {}, []],
  ['what is blocked needs a planner', [open('BLOCKED')], team('coder-1'), [{ role: 'planner', tasks: ['t1'] }]],
  ['and so does an empty board', [], team('coder-1'), [{ role: 'planner', tasks: [] }]],
  ['a draft needs the person', [open('DRAFT')], {}, []],
  [
    'what waits for another task needs no one yet',
    [open('BLOCKED'), open('UNCLAIMED', { id: 't2', depends_on: ['t1'] })],
    team('coder-1'),
    [{ role: 'planner', tasks: ['t1'] }],
  ],
])('%s', (_, tasks, agents, lacks) => {
  expect(missingRoles(aBoard(tasks, agents), { now, dead: new Set() })).toEqual(lacks);
});
