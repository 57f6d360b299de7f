import { describe, expect, test } from 'vitest';
import { type Scripted, scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, criterion, failing, manifest, outcome, task_id, verdict } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import { subTaskId } from '../../contracts/ids.ts';
import type { Observation } from '../../tools/observe.ts';
import { createMetaValidator } from './role.ts';

const onFile: Criterion = { criterion: 'a.txt exists', mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path: 'a.txt' } };
const onOutput: Criterion = {
  criterion: 'both are in it',
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'output_matches', pattern: 'one.*two' },
};
const plausible = criterion({ criterion: 'it reads well' });
const verifiable = criterion({ criterion: 'it is true', mode: 'verifiable' });
const there: Observation = { of: 'file', path: '/home/a.txt', type: 'file', bytes: 1 };
const absent: Observation = { of: 'file', path: '/home/a.txt', type: null, bytes: null };

/** R4b in a round of these sequences. */
async function round(sequences: readonly number[], task_criteria: readonly Criterion[], script: Scripted = {}) {
  const { tell, ...seen } = scripted(createMetaValidator(settings), script);
  expect(await tell('DispatchManifest', manifest(sequences, { task_criteria }))).toEqual([]);
  const report = (part: number, output: string, more: Partial<SubTaskOutcome> = {}) =>
    tell('SubTaskOutcome', outcome({ subtask_id: subTaskId(task_id, 1, part), intent: `part ${part}`, output, ...more }));
  return { ...seen, report };
}
const failed = { status: 'failed', failure_reason: 'no luck', criteria_verdicts: [verdict({ verdict: 'fail' })] } as const;

test('a group that matched is announced with its outputs, and no model is asked', async () => {
  const { report, keys } = await round([1, 1, 2], [plausible]);
  expect(await report(2, 'two')).toEqual([]);
  expect(await report(1, 'one')).toEqual([
    {
      to: 'R2',
      type: 'GroupMatched',
      payload: {
        round: 1,
        sequence: 1,
        outputs: [
          { subtask_id: 't-1-1', intent: 'part 1', output: 'one' },
          { subtask_id: 't-1-2', intent: 'part 2', output: 'two' },
        ],
      },
    },
  ]);
  expect(keys).toEqual([]);
});

describe('a round in which a sub-task failed', () => {
  test('is over at once: no model is asked, checks are sent along, what was not started is entered', async () => {
    const { report, keys } = await round([1, 1, 2], [plausible, onFile, onOutput], { see: () => absent });
    expect(await report(1, 'one', { gap_trajectory: [1, 2].map((attempt) => ({ attempt, failed_criteria: [] })) })).toEqual([]);
    const tool_calls = [failing('network')];
    const [request, ...more] = await report(2, 'two', { ...failed, tool_calls });
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      to: 'R7',
      type: 'ReplanRequest',
      payload: {
        failed_subtasks: ['t-1-2', 't-1-3'],
        correction_count: 1,
        elapsed_ms: 7,
        outcomes: [{ status: 'matched' }, { status: 'failed' }, { failure_reason: 'not attempted: waits for "part 2"' }],
        task_checks: [
          { criterion: 'a.txt exists', verdict: 'fail', failure_class: 'environmental', by: 'check' },
          { criterion: 'both are in it', verdict: 'fail', by: 'check' },
        ],
        merged_output: null,
        recommendation: 'replan',
      },
    });
    expect(request).not.toHaveProperty('payload.task_verdicts');
    expect(keys).toEqual(['1.0.0/R4b/2.2']);
  });

  test('says so when somebody refused something', async () => {
    const { report } = await round([1], []);
    expect(await report(1, '', { ...failed, refused: true })).toMatchObject([{ payload: { recommendation: 'abandon' } }]);
  });
});

describe('a round in which all matched', () => {
  test('passes the output of its only sub-task through when checks decide everything', async () => {
    const { report, keys } = await round([1], [onFile], { see: () => there });
    expect(await report(1, 'one')).toMatchObject([
      {
        to: 'R7',
        type: 'OutcomeSummary',
        payload: { merged_output: 'one', summary: 'do it', task_verdicts: [{ verdict: 'pass', by: 'check' }] },
      },
    ]);
    expect(keys).toEqual(['1.0.0/R4b/2.1']);
  });

  test('is merged by the model and judged: checks on the merged output, the rest by evidence, in the order of the criteria', async () => {
    const task_criteria = [verifiable, onOutput, plausible];
    const verdicts = [
      { criterion: 0, verdict: 'pass', evidence: 'two' },
      { criterion: 1, verdict: 'pass', evidence: 'one, and' },
    ];
    const { report, keys } = await round([1, 1], task_criteria, { model: [{ merged_output: 'one, and two', summary: 'Both.', verdicts }] });
    await report(1, 'one');
    expect(await report(2, 'two', { tool_calls: [call({ output_head_tail: 'two' })] })).toMatchObject([
      {
        type: 'OutcomeSummary',
        payload: {
          merged_output: 'one, and two',
          summary: 'Both.',
          task_verdicts: [
            { criterion: 'it is true', by: 'model' },
            { criterion: 'both are in it', by: 'check' },
            { criterion: 'it reads well', by: 'model' },
          ],
        },
      },
    ]);
    expect(keys).toEqual(['1.0.0/R4b/1.0']);
  });

  test.each<[string, Criterion, string, boolean]>([
    ['is in an output, for how it reads', plausible, 'one', true],
    ['is only in an output, for what is true', verifiable, 'one', false],
    ['is in what a call gave back', verifiable, 'seen', true],
    ['is in what the judge merged, for how it reads', plausible, 'lovely', true],
    ['is only in what the judge merged, for what is true', verifiable, 'lovely', false],
    ['is nowhere', plausible, 'nowhere', false],
  ])('passes or not by whether the evidence %s', async (_, asked, evidence, passes) => {
    const model = [{ merged_output: 'lovely', summary: '', verdicts: [{ criterion: 0, verdict: 'pass', evidence }] }];
    const { report } = await round([1, 1], [asked], { model });
    await report(1, 'one', { tool_calls: [call({ tool: 'glob', output_head_tail: 'seen' })] });
    const [end] = await report(2, 'two');
    expect(end).toMatchObject(
      passes ? { type: 'OutcomeSummary' } : { type: 'ReplanRequest', payload: { merged_output: 'lovely', failed_subtasks: [] } },
    );
  });

  test.each<[string, string, string]>([
    ['what the judge made of it', 'lovely', 'lovely'],
    ['it as it is, where the judge made nothing of it', '', 'dull'],
  ])('of one sub-task that a judge was asked about delivers %s', async (_, made, merged_output) => {
    const model = [{ merged_output: made, summary: '', verdicts: [{ criterion: 0, verdict: 'pass', evidence: 'dull' }] }];
    const { report } = await round([1], [plausible], { model });
    expect(await report(1, 'dull')).toMatchObject([{ type: 'OutcomeSummary', payload: { merged_output } }]);
  });

  test('is missed when the answer cannot be read twice: nothing is judged, and so nothing passes', async () => {
    const { report, keys } = await round([1, 1], [plausible, onOutput], { model: ['no', '{}'] });
    await report(1, 'one');
    expect(await report(2, 'two')).toMatchObject([
      {
        type: 'ReplanRequest',
        payload: { merged_output: null, task_verdicts: [{ verdict: 'unverifiable' }, { verdict: 'unverifiable' }] },
      },
    ]);
    expect(keys).toEqual(['1.0.0/R4b/1.0', '1.0.0/R4b/1.1']);
  });

  test('is missed when a verdict is missing', async () => {
    const { report } = await round([1], [plausible], { model: [{ merged_output: 'one' }] });
    expect(await report(1, 'one')).toMatchObject([
      { type: 'ReplanRequest', payload: { task_verdicts: [{ verdict: 'fail', by: 'code' }] } },
    ]);
  });
});

test('an exit code that is asked of the whole is that of the sub-task that came last, wherever the plan lists it', async () => {
  const onExit: Criterion = { criterion: 'it ended well', mode: 'verifiable', weight: 1, check: { kind: 'exit_code', equals: 0 } };
  const shell = (exit_code: number) => ({ tool_calls: [call({ tool: 'shell', exit_code })] });
  const { report } = await round([2, 1], [onExit], { model: [{ merged_output: 'both', summary: 's', verdicts: [] }] });
  await report(2, 'first', shell(1));
  expect(await report(1, 'last', shell(0))).toMatchObject([{ type: 'OutcomeSummary', payload: { task_verdicts: [{ verdict: 'pass' }] } }]);
});
