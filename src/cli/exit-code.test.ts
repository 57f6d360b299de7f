import { describe, expect, test } from 'vitest';
import { errorCodes } from '../contracts/errors.ts';
import { exitOf, exitOfError } from './exit-code.ts';

const ended = { directive: 'abandon', reason: 'gap', refused: false, failure: null, changed: [] } as const;
const declined = [{ action: 'rm a', effects: [] }] as const;

describe('a task that', () => {
  test.each([
    ['met its goal', { ...ended, directive: 'accept', reason: 'met' }, 0, 0],
    ['met its goal without what the person refused', { ...ended, directive: 'accept', reason: 'met', declined }, 0, 2],
    ['was delivered with gaps', { ...ended, directive: 'success', reason: 'close_enough' }, 0, 2],
    ['was given up', ended, 2, 2],
    ['found no plan', { ...ended, reason: 'no_plan' }, 2, 2],
    ['spent its budget', { ...ended, reason: 'budget', failure: 'budget_spent' }, 2, 2],
    ['got answers that nobody could read', { ...ended, reason: 'infrastructure', failure: 'answer_unreadable' }, 2, 2],
    ['was rejected by its model', { ...ended, reason: 'infrastructure', failure: 'model_rejected' }, 2, 2],
    ['could not reach its model', { ...ended, reason: 'infrastructure', failure: 'model_unreachable' }, 69, 69],
    ['was denied its model', { ...ended, reason: 'infrastructure', failure: 'model_denied' }, 69, 69],
    ['was refused by a law', { ...ended, reason: 'refused', refused: true }, 3, 3],
    [
      'was refused by a law and then lost its model',
      { ...ended, reason: 'infrastructure', refused: true, failure: 'model_unreachable' },
      3,
      3,
    ],
    ['was refused by a law and then spent its budget', { ...ended, reason: 'budget', refused: true, failure: 'budget_spent' }, 3, 3],
    ['was cancelled', { ...ended, reason: 'cancelled' }, 130, 130],
    ['was refused by a law and then cancelled', { ...ended, reason: 'cancelled', refused: true }, 130, 130],
  ] as const)('%s', (_, result, code, strict) => {
    expect([exitOf(result), exitOf(result, true)]).toEqual([code, strict]);
  });
});

test('wrong usage ends with 64, a missing model or bus with 69, a cancel with 130, and a defect of artoo with 70', () => {
  const codes = Object.groupBy(errorCodes, (code) => `exit ${exitOfError(code)}`);
  expect(codes['exit 64']).toEqual([
    'usage',
    'goal_empty',
    'id_invalid',
    'task_over',
    'task_of_team',
    'person_needed',
    'price_unknown',
    'config_invalid',
    'suite_invalid',
    'results_unfit',
    'cassette_corrupt',
    'record_unwritable',
    'folder_missing',
    'folder_gone',
    'journal_missing',
    'nothing_to_resume',
    'memory_refused',
    'bus_needed',
  ]);
  expect(codes['exit 69']).toEqual([
    'model_unset',
    'model_unreachable',
    'model_busy',
    'model_spent',
    'model_timed_out',
    'model_denied',
    'model_key_missing',
    'model_missing',
    'bus_unreachable',
    'bus_denied',
    'bus_unfit',
    'task_taken',
    'task_elsewhere',
    'log_rolled_back',
    'task_half_applied',
  ]);
  expect(codes['exit 130']).toEqual(['cancelled']);
  expect(codes['exit 143']).toEqual(['stopped']);
  for (const code of ['journal_unwritable', 'memory_unavailable', 'memory_damaged', 'memory_too_new'])
    expect(codes['exit 70']).toContain(code);
});

test('what is wrong with a team ends as its scripts do: 1 refused, 2 locked, 3 git, 4 inconsistent, 5 no git', () => {
  const codes = ['board_refused', 'board_locked', 'git_failed', 'board_inconsistent', 'git_missing'] as const;
  expect(codes.map(exitOfError)).toEqual([1, 2, 3, 4, 5]);
});
