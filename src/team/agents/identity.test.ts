import { expect, test } from 'vitest';
import { aBoard, aTask, idleCoder, inState, now } from '../../../test/team/boards.ts';
import type { TeamRole } from '../board/ids.ts';
import { identify } from './identity.ts';

const tasks = [
  aTask({ id: 'free' }),
  inState('DRAFT', { id: 'draft' }),
  inState('ABANDONED', { id: 'over' }),
  inState('BLOCKED', { id: 'stuck', blocked_reason: 'no key' }),
];
const board = aBoard(tasks, { 'coder-1': idleCoder({ pid: 7 }) });
const identified = (role: TeamRole, id: string | undefined, task?: string) => identify(board, { role, id, task }, { now, dead: new Set() });

test.each<[TeamRole, string | undefined, string | undefined, string]>([
  ['coder', undefined, undefined, 'LIZA_AGENT_ID is not set, so it is unknown which coder this is. coder-2 is free: LIZA_AGENT_ID=coder-2'],
  ['coder', '', undefined, 'is not set'],
  ['coder', 'coder-x', undefined, 'LIZA_AGENT_ID is "coder-x", which is not an agent id such as coder-1. coder-2 is free'],
  ['coder', '../coder-1', undefined, 'not an agent id'],
  ['code_reviewer', 'coder-2', undefined, 'which is not the id of a code reviewer. code-reviewer-1 is free: LIZA_AGENT_ID=code-reviewer-1'],
  ['coder', 'coder-1', undefined, 'coder-1 is already running as process 7, until '],
  ['planner', 'planner-1', 'free', 'a planner takes no task'],
  ['coder', 'coder-2', 'gone', 'there is no task "gone". artoo team status lists them'],
  ['coder', 'coder-2', '../../etc', 'there is no task "../../etc"'],
  ['coder', 'coder-2', 'over', 'over is ABANDONED: nothing is left to do'],
  ['code_reviewer', 'code-reviewer-1', 'draft', 'draft is a draft'],
  ['coder', 'coder-2', 'stuck', 'stuck is blocked: no key. artoo team task unblock stuck "what changed"'],
])('a %s with the id %j for the task %j is told why not, and what to do', (role, id, task, why) =>
  expect(identified(role, id, task)).toEqual({ ok: false, why: expect.stringContaining(why) }),
);

test.each<[TeamRole, string, string | undefined]>([
  ['coder', 'coder-2', 'free'],
  ['coder', 'coder-7', undefined],
  ['code_reviewer', 'code-reviewer-1', 'free'],
])('a %s can be %s', (role, id, task) => expect(identified(role, id, task)).toEqual({ ok: true, id }));

test('one whose process is gone can be taken over', () =>
  expect(identify(board, { role: 'coder', id: 'coder-1' }, { now, dead: new Set(['coder-1']) })).toEqual({ ok: true, id: 'coder-1' }));
