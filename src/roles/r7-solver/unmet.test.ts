import { expect, test } from 'vitest';
import { criterion, outcome, verdict } from '../../../test/support/work.ts';
import { unmetIn } from './unmet.ts';

test('a criterion of work that was not done is told as such where its check passes', () => {
  const [same, runs] = ['test_stats.py is as it was', 'the tests pass'];
  const notDone = [same, runs].map((text) => verdict({ criterion: text, verdict: 'fail', evidence: 'there is no other way', by: 'code' }));
  const checks = [
    verdict({ criterion: same, verdict: 'pass', evidence: 'exit code 0', by: 'check' }),
    verdict({ criterion: runs, verdict: 'fail', evidence: 'exit code 1, not 0', by: 'check' }),
  ];
  const task_criteria = [same, runs].map((text) => criterion({ criterion: text }));
  const outcomes = [outcome({ criteria_verdicts: notDone })];
  expect(unmetIn({ outcomes, task_checks: checks }, { task_criteria, amended: [] })).toEqual([
    { criterion: same, why: 'there is no other way (its check passes all the same)' },
    { criterion: runs, why: 'exit code 1, not 0' },
  ]);
});
