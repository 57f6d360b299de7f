import { expect, test } from 'vitest';
import { outcome, verdict } from '../../../test/support/rounds.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import { unconfirmedIn } from './unconfirmed.ts';

const judged = (more: Partial<CriterionVerdict>): CriterionVerdict => ({
  ...verdict({ verdict: 'fail', failure_class: 'logical' }),
  by: 'model',
  ...more,
});
const answered = (...verdicts: readonly CriterionVerdict[]) => outcome(verdicts, { output: 'It is 7.', failure_reason: 'unproved' });

test('an answer that was judged and found unproved is shown, marked', () => {
  expect(unconfirmedIn({ outcomes: [answered(judged({}))] })).toBe('Not confirmed:\n\nIt is 7.');
  expect(unconfirmedIn({ outcomes: [answered(judged({})), answered(judged({}))] })).toBe('Not confirmed:\n\nIt is 7.');
});

test('an answer whose every pass code did not accept is shown, marked', () => {
  const unaccepted = judged({ verdict: 'unverifiable', failure_class: null, by: 'code' });
  expect(unconfirmedIn({ outcomes: [answered(unaccepted, judged({ verdict: 'pass', by: 'check' }))] })).toBe('Not confirmed:\n\nIt is 7.');
});

test.each([
  ['that a check disproved', [answered(judged({}), judged({ by: 'check' }))]],
  ['that no one judged', [answered(judged({ by: 'code' }))]],
  ['of a round in which something was refused', [answered(judged({})), { ...answered(judged({})), refused: true }]],
  ['that is empty', [{ ...answered(judged({})), output: ' ' }]],
])('an answer %s is not shown', (_, outcomes) => {
  expect(unconfirmedIn({ outcomes })).toBe('');
});
