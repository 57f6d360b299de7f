import { describe, expect, test } from 'vitest';
import { criterion, manifest, outcome, task_id, verdict } from '../../../test/support/work.ts';
import type { ReplanRequest } from '../../contracts/control.ts';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import { subTaskId } from '../../contracts/ids.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { openIn, unmetIn } from './unmet.ts';

test('a criterion of work that was not done is reported as such where its check passes', () => {
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

describe('when a task ends during a round', () => {
  const named = (...texts: readonly string[]) => texts.map((text) => criterion({ criterion: text, mode: 'verifiable' }));
  const found = (text: string, said: 'pass' | 'fail') => verdict({ criterion: text, verdict: said, evidence: said, by: 'check' });
  const [first, second] = ['a.txt exists', 'b.txt exists'] as const;
  const parts = [named(first), named(second)] as const;
  const listed = (success_criteria: readonly Criterion[], at: number) => ({
    ...{ subtask_id: subTaskId(task_id, 1, at + 1), sequence: at + 1, intent: `part ${at + 1}`, success_criteria },
  });
  const asked = (of: readonly (readonly Criterion[])[] = parts) =>
    manifest([], { task_criteria: named(first, second), subtasks: of.map(listed) });
  const done = (...criteria_verdicts: readonly CriterionVerdict[]) => outcome({ subtask_id: subTaskId(task_id, 1, 1), criteria_verdicts });
  const open = { criterion: second, why: 'not checked: the task ended first', unchecked: true } as const;

  test.each<[string, DispatchManifest, readonly SubTaskOutcome[], ReturnType<typeof openIn>]>([
    ['what an earlier sub-task proved is met', asked(), [done(found(first, 'pass'))], [open]],
    ['also where a later one needs it too', asked([named(first), named(first, second)]), [done(found(first, 'pass'))], [open]],
    ['what it missed is not met', asked(), [done(found(first, 'fail'))], [{ criterion: first, why: 'fail' }, open]],
    ['and nothing is met before the first ends', asked(), [], [{ ...open, criterion: first }, open]],
  ])('%s', (_, of, outcomes, expected) => {
    expect(openIn(of, undefined, outcomes)).toEqual(expected);
  });
});

test('when a task ends during a later round, what the person had dropped before it is no longer open', () => {
  const [kept, changed] = ['it is kept', 'it was asked for before'].map((text) => criterion({ criterion: text })) as [Criterion, Criterion]; // both
  const missed = [kept, changed].map(({ criterion: text }) => verdict({ criterion: text, verdict: 'fail', evidence: 'it is not so' }));
  const last = { round: 1, outcomes: [], task_verdicts: missed } as unknown as ReplanRequest; // the parts that count
  expect(openIn(manifest([], { round: 2, task_criteria: [kept] }), last, [], [changed.criterion])).toEqual([
    { criterion: kept.criterion, why: 'not checked: the task ended first', unchecked: true }, // again: work has been done since
  ]);
});

test('what a sub-task proved is met, where the whole is not judged because another failed', () => {
  const [kept, missed, whole] = ['it is kept', 'it is missed', 'it reads well'];
  const of = (text: string, said: 'pass' | 'fail') =>
    outcome({ criteria_verdicts: [verdict({ criterion: text, verdict: said, evidence: said })] });
  const task_criteria = [kept, missed, whole].map((text) => criterion({ criterion: text }));
  expect(unmetIn({ outcomes: [of(kept, 'pass'), of(missed, 'fail')] }, { task_criteria, amended: [] })).toEqual([
    { criterion: missed, why: 'fail' },
    { criterion: whole, why: 'not checked: not every part was done', unchecked: true },
  ]);
});
