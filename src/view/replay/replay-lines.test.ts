import { describe, expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import type { ReplayReport } from '../../app/replay.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { defaults } from '../../control/hyperparameters.ts';
import { decisionKinds } from '../../history/replay/decisions-in.ts';
import { createWhatIf } from '../../history/replay/what-if.ts';
import { journalFormat } from '../../journal/entry.ts';
import { reportLines, whatIfLines } from './replay-lines.ts';

const none = Object.fromEntries(decisionKinds.map((kind) => [kind, 0])) as ReplayReport['decisions'];
const report = (more: Partial<ReplayReport> = {}): ReplayReport => ({
  task_id: 'a-task' as TaskId,
  format: journalFormat,
  entries: 1_200,
  derived: 800,
  decisions: { ...none, routes: 500 },
  differences: [],
  more: 0,
  result: { directive: 'accept', reason: 'met' },
  ...more,
});

describe('what a replay found', () => {
  test('is short where all is the same', () => {
    expect(reportLines(report())).toEqual([
      'a-task: 1,200 entries followed, 800 of them decided by code',
      '      500  routes',
      'It ends with accept (met).',
      'No differences: code makes the same decisions again.',
    ]);
  });

  test.each<[string, Partial<ReplayReport>, boolean]>([
    ['an earlier format that goes another way', { format: journalFormat - 1, lost: 'it leads elsewhere' }, true],
    ['an earlier format that differs', { format: 1, more: 1 }, true],
    ['an earlier format that is the same', { format: 1 }, false],
    ['a journal of today that differs', { more: 1 }, false],
  ])('says of %s whether that was expected', (_, more, expected) => {
    expect(reportLines(report(more)).some((line) => line.startsWith('An earlier artoo wrote this journal'))).toBe(expected);
  });

  test('names each difference with both values', () => {
    const parts = [{ path: 'payload.loss.D', recorded: 0.5, computed: 0.6 }];
    const lines = reportLines(report({ differences: [{ seq: 41, what: 'PlanDirective', parts }], more: 2 }));
    expect(lines).toContain('entry 41 PlanDirective payload.loss.D: recorded 0.5, computed 0.6');
    expect(lines.slice(-2)).toEqual(['and 2 more entries', 'Code now decides 3 entries differently.']);
  });

  test.each([
    [[], 'has its keys in another order'],
    [[{ path: '', recorded: 'SubTask', computed: 'PlanFailed' }], 'recorded "SubTask", computed "PlanFailed"'],
    [[{ path: 'payload.x', recorded: undefined, computed: null }], 'payload.x: recorded nothing, computed null'],
    [[{ path: 'a\u001b[2J', recorded: '\u202e', computed: '' }], 'a�[2J: recorded "�", computed ""'],
  ])('tells any difference: %j', (parts, line) => {
    expect(reportLines(report({ differences: [{ seq: 1, what: 'SubTask', parts }] }))).toContain(`entry 1 SubTask ${line}`);
  });

  test('says where it could not be followed', () => {
    const { result: _, ...others } = report({ lost: 'entry 9 is in the record, but the code does not derive it' });
    const lines = reportLines(others);
    expect(lines).toContain('It cannot be followed any further: entry 9 is in the record, but the code does not derive it.');
    expect(lines.join('\n')).not.toContain('No differences');
    expect(lines.join('\n')).not.toContain('ends before the task did');
  });

  test('says that the task has not ended', () => {
    const { result: _, ...unfinished } = report();
    expect(reportLines(unfinished)).toContain('The journal ends before the task did.');
  });
});

test('what would have been the same is claimed only of the rounds that are listed', () => {
  const fold = createWhatIf({ epsilon: 0.11 });
  for (const entry of goldenEntries('another-tool')) fold.add(entry);
  const lines = whatIfLines(fold.rounds, { constants: { epsilon: 0.11 }, recorded: defaults });
  expect(lines.filter((line) => line.startsWith('  round'))).toHaveLength(1); // one of two rounds: the second met its goal
  expect(lines.at(-1)).toMatch(/^Every round would have been decided the same way/);
});

test('what would have been without a round to decide says so', () => {
  expect(whatIfLines([], { constants: { epsilon: 0.05 }, recorded: defaults })).toEqual([
    'With epsilon 0.05 instead of 0.1:',
    'No round missed its goal, so there was nothing to decide differently.',
  ]);
});
