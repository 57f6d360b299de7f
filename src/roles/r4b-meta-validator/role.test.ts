import { describe, expect, test } from 'vitest';
import { evidence } from '../../../test/support/declared.ts';
import { type Scripted, scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, criterion, failing, manifest, outcome, task_id, verdict } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import { subTaskId } from '../../contracts/ids.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import type { Observation } from '../../tools/observing/observation.ts';
import { builtIn } from '../judging/built-in.ts';
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
async function round(
  sequences: readonly number[],
  task_criteria: readonly Criterion[],
  script: Scripted = {},
  more: Partial<DispatchManifest> = {},
) {
  const { tell, ...seen } = scripted(createMetaValidator(evidence)(settings), script);
  expect(await tell('DispatchManifest', manifest(sequences, { task_criteria, ...more }))).toEqual([]);
  const report = (part: number, output: string, said: Partial<SubTaskOutcome> = {}) =>
    tell('SubTaskOutcome', outcome({ subtask_id: subTaskId(task_id, 1, part), intent: `part ${part}`, output, ...said }));
  return { ...seen, report };
}
const pass = (criterion: number, evidence: string) => ({ criterion, verdict: 'pass', evidence });
/** A sub-task that looked at something, and one that wrote a.txt. */
const looked = { tool_calls: [call({ tool: 'glob', input: { pattern: '*' }, output_head_tail: 'seen 7 plums' })] };
const wrote = {
  tool_calls: [
    call({
      call_id: '1.2.1/R3/1.1',
      tool: 'write_file',
      input: { path: 'a.txt', content: 'hello' },
      changed: [{ path: '/home/a.txt', change: 'created' }],
    }),
  ],
};
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

  test('says so when something was refused', async () => {
    const { report } = await round([1], []);
    expect(await report(1, '', { ...failed, refused: true })).toMatchObject([{ payload: { recommendation: 'abandon' } }]);
  });
});

describe('a round with one sub-task, which was judged with the task', () => {
  const met = [verdict({ criterion: 'it reads well' }), verdict({ criterion: builtIn.criterion, builtin: true })];
  const missed = [verdict({ criterion: 'a.txt exists', verdict: 'fail', by: 'check' }), ...met.slice(1)];

  test('passes its output on as it is, with its verdicts: nothing is looked at, and no model is asked', async () => {
    const { report, keys } = await round([1], [plausible]);
    expect(await report(1, 'one', { task_verdicts: met })).toMatchObject([
      { to: 'R7', type: 'OutcomeSummary', payload: { merged_output: 'one', summary: 'do it', task_verdicts: met } },
    ]);
    expect(keys).toEqual([]);
  });

  test('is missed by what the task missed, though the sub-task matched', async () => {
    const { report, keys } = await round([1], [onFile]);
    const [end] = await report(1, 'one', { task_verdicts: missed });
    expect(end).toMatchObject({
      type: 'ReplanRequest',
      payload: { failed_subtasks: [], task_verdicts: missed, merged_output: 'one', gap_summary: expect.stringContaining('a.txt exists') },
    });
    expect(keys).toEqual([]);
  });

  test('is missed with its verdicts if the sub-task failed, and those by checks are listed as such', async () => {
    const { report, keys } = await round([1], [onFile]);
    const [end] = await report(1, 'one', { ...failed, task_verdicts: missed });
    expect(end).toMatchObject({
      type: 'ReplanRequest',
      payload: { failed_subtasks: ['t-1-1'], task_verdicts: missed, task_checks: [{ criterion: 'a.txt exists' }], merged_output: 'one' },
    });
    expect(keys).toEqual([]);
  });

  test('counts what was given up as failed, whatever else passed', async () => {
    const amended = [
      { criterion: 'it rhymes', instead: 'it reads well', why: 'no rhyme was found', mode: 'plausible', weight: 2 },
    ] as const;
    const { report } = await round([1], [plausible], {}, { amended });
    const [end] = await report(1, 'one', { task_verdicts: met });
    const givenUp = { criterion: 'it rhymes', verdict: 'fail', failure_class: null, weight: 2, by: 'code', amended: true };
    expect(end).toMatchObject({ type: 'ReplanRequest', payload: { task_verdicts: [...met, givenUp], merged_output: 'one' } });
  });
});

describe('a round of several in which all matched', () => {
  test('is merged by the model and judged in one call: what checks decide is not asked, the rest needs evidence from calls and outputs', async () => {
    const task_criteria = [verifiable, onFile, onOutput, plausible];
    const verdicts = [pass(0, 'seen 7'), pass(1, 'seen 7'), pass(2, 'two'), pass(3, 'seen 7')];
    const model = [{ merged_output: 'one, and two', summary: 'Both.', verdicts }];
    const see: Scripted['see'] = ({ look }) => (look.kind === 'contents' ? { of: 'contents', files: [] } : there);
    const { report, keys, prompts } = await round([1, 1], task_criteria, { model, see });
    await report(2, 'two', wrote);
    expect(await report(1, 'one', looked)).toMatchObject([
      {
        type: 'OutcomeSummary',
        payload: {
          merged_output: 'one, and two',
          summary: 'Both.',
          task_verdicts: [
            { criterion: 'it is true', by: 'model' },
            { criterion: 'a.txt exists', by: 'check' },
            { criterion: 'both are in it', by: 'model' },
            { criterion: 'it reads well', by: 'model' },
            { criterion: builtIn.criterion, by: 'model', builtin: true },
          ],
        },
      },
    ]);
    expect(keys).toEqual(['1.0.0/R4b/2.2', '1.0.0/R4b/6.1', '1.0.0/R4b/1.0']);
    expect(prompts[0]).not.toContain('a.txt exists');
    expect(prompts[0]).toContain(`3. (verifiable) ${builtIn.criterion}`);
  });

  test('is joined by code where checks of the world decide everything: no model is asked', async () => {
    const { report, prompts } = await round([1, 1], [onFile], { see: () => there });
    await report(1, 'one');
    expect(await report(2, 'two', wrote)).toMatchObject([
      { type: 'OutcomeSummary', payload: { merged_output: 'one\n\ntwo', task_verdicts: [{ criterion: 'a.txt exists', by: 'check' }] } },
    ]);
    expect(prompts).toEqual([]);
  });

  test('is missed where the merged text loses what a check asks for, whatever the judge says', async () => {
    const verdicts = [pass(0, 'seen 7'), pass(1, 'seen 7')];
    const { report } = await round([1, 1], [onOutput], { model: [{ merged_output: 'two', summary: '', verdicts }] });
    await report(1, 'one', looked);
    expect(await report(2, 'two')).toMatchObject([
      { type: 'ReplanRequest', payload: { task_verdicts: [{ criterion: 'both are in it', verdict: 'fail', by: 'check' }, {}] } },
    ]);
  });

  const again = (asked: Criterion, evidence: string) => [
    { verdicts: [pass(0, evidence), pass(1, asked === plausible ? 'one' : 'seen 7')] },
  ];
  test.each<[string, Criterion, string, boolean]>([
    ['is in an output, for how it reads', plausible, 'one', true],
    ['is only in an output, for what is true', verifiable, 'one', false],
    ['is in what a call gave back', verifiable, 'seen', true],
    ['is in what is delivered, for how it reads', plausible, 'lovely', true],
    ['is only in what the judge merged, for what is true', verifiable, 'lovely', false],
    ['is nowhere', plausible, 'nowhere', false],
  ])('passes or not by whether the evidence %s', async (_, asked, evidence, passes) => {
    const model = again(asked, evidence).flatMap((said) => [{ merged_output: 'lovely', summary: '', ...said }, said]);
    const { report, keys } = await round([1, 1], [asked], { model });
    await report(1, 'one', looked);
    const [end] = await report(2, 'two');
    expect(end).toMatchObject(
      passes
        ? { type: 'OutcomeSummary' }
        : {
            type: 'ReplanRequest',
            payload: { merged_output: 'lovely', failed_subtasks: [], task_verdicts: [{ verdict: 'unverifiable' }, {}] },
          },
    );
    expect(keys.includes('1.0.0/R4b/4.0')).toBe(!passes);
  });

  const joined = /^part 1:?\s+one\s+part 2:?\s+two$|one\s+two/;
  test.each<[string, string, string, RegExp, string]>([
    ['what the judge made of it', 'Lovely: one, two.', 'All of it.', /^Lovely: one, two\.$/, 'All of it.'],
    ['the outputs joined, where the judge made nothing of them', ' ', 'All of it.', joined, 'All of it.'],
    [
      'the outputs joined, where the judge adds a fact that no output has',
      'Lovely: one, two, and 12,500 plums.',
      'All of it.',
      joined,
      'All of it.',
    ],
    ['its intent for a summary that adds a fact', 'Lovely: one, two.', 'All 12,500 of it.', /^Lovely: one, two\.$/, 'do it'],
  ])('delivers %s', async (_, merged_output, summary, delivered, told) => {
    const model = [{ merged_output, summary, verdicts: [pass(0, 'one'), pass(1, 'one')] }];
    const { report } = await round([1, 1], [plausible], { model });
    await report(1, 'one', looked);
    expect(await report(2, 'two')).toMatchObject([
      { type: 'OutcomeSummary', payload: { merged_output: expect.stringMatching(delivered), summary: told } },
    ]);
  });

  test('fails by name what the outputs state and nothing shows', async () => {
    const verdicts = [pass(0, 'seen 7'), pass(1, 'seen 7')];
    const model = [{ merged_output: 'There are 8 plums.', summary: '', verdicts }, { verdicts }];
    const { report } = await round([1, 1], [verifiable], { model });
    await report(1, 'There are 8 plums.', looked);
    expect(await report(2, 'two')).toMatchObject([
      {
        type: 'ReplanRequest',
        payload: {
          task_verdicts: [{ verdict: 'pass' }, { builtin: true, verdict: 'fail', by: 'code', evidence: expect.stringContaining('"8"') }],
        },
      },
    ]);
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
    const { report } = await round([1, 1], [plausible], { model: [{ merged_output: 'one', verdicts: [pass(1, 'one')] }] });
    await report(1, 'one');
    expect(await report(2, 'two')).toMatchObject([
      { type: 'ReplanRequest', payload: { task_verdicts: [{ verdict: 'fail', by: 'model' }, { verdict: 'pass' }] } },
    ]);
  });
});

test('an exit code that is asked of the whole is that of the sub-task that came last, wherever the plan lists it', async () => {
  const onExit: Criterion = { criterion: 'it ended well', mode: 'plausible', weight: 1, check: { kind: 'exit_code', equals: 0 } };
  const shell = (exit_code: number) => ({
    tool_calls: [call({ tool: 'shell', input: { command: 'make' }, exit_code, ok: exit_code === 0 })],
  });
  const verdicts = [pass(0, 'first'), pass(1, 'first')];
  for (const [first, last, type] of [
    [1, 0, 'OutcomeSummary'],
    [0, 1, 'ReplanRequest'],
  ] as const) {
    const { report } = await round([2, 1], [onExit], { model: [{ merged_output: 'both', summary: 's', verdicts }] });
    await report(2, 'first', shell(first));
    expect(await report(1, 'last', shell(last))).toMatchObject([{ type }]);
  }
});
