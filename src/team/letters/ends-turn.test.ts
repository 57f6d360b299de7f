import { expect, test } from 'vitest';
import { aBoard, aTask } from '../../../test/team/boards.ts';
import { endsTurn } from './ends-turn.ts';

test.each([
  ['checkpoint_request', true],
  ['log', true],
  ['anomaly', false],
  ['plan', false],
] as const)('a planner that was woken for unclear rules sends %s, which ends its turn: %s', (kind, ends) =>
  expect(endsTurn(kind, aBoard([aTask()], {}), { trigger: 'SYSTEM_AMBIGUITY', about: ['anomaly-1'] })).toBe(ends),
);
