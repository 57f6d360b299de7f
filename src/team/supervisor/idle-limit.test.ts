import { expect, test } from 'vitest';
import { aBoard, inState } from '../../../test/team/boards.ts';
import { idleLimitMs } from './idle-limit.ts';

const config = { coder_max_wait: 60, planner_max_wait: 100 };

test.each([
  [['coder'], 'UNCLAIMED', 60_000],
  [['coder', 'planner'], 'UNCLAIMED', 100_000],
  [['code_reviewer'], 'UNCLAIMED', 1_800_000],
  [['coder'], 'DRAFT', 120_000],
] as const)('%j wait beside a task that is %s for %i ms', (roles, status, ms) => {
  expect(idleLimitMs({ ...aBoard([inState(status)], {}), config }, roles)).toBe(ms);
});
