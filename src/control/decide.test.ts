import { describe, expect, test } from 'vitest';
import { call, outcome, verdict } from '../../test/support/rounds.ts';
import type { ReplanRequest } from '../contracts/control.ts';
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome, ToolCall } from '../contracts/execution.ts';
import type { TaskId } from '../contracts/ids.ts';
import { accept, type ControllerState, type Decision, decide, initialState } from './decide.ts';
import { defaults, type Hyperparameters } from './hyperparameters.ts';

type FailureClass = CriterionVerdict['failure_class'];

const pass = (more: Partial<CriterionVerdict> = {}) => verdict(more);
const fail = (more: Partial<CriterionVerdict> = {}) => verdict({ verdict: 'fail', ...more });
const unverifiable = verdict({ verdict: 'unverifiable' });

const failedCall = (tool: string, target: string) => call(tool, { target, ok: false, error_class: 'failed' });

const matched = (...tool_calls: readonly ToolCall[]) => outcome([pass()], { tool_calls });
const failed = (failure_class: FailureClass, ...tool_calls: readonly ToolCall[]) => outcome([fail({ failure_class })], { tool_calls });
const refusedOne = outcome([fail()], { refused: true });

const request = (outcomes: readonly SubTaskOutcome[], more: Partial<ReplanRequest> = {}): ReplanRequest => ({
  task_id: 't' as TaskId,
  round: 1,
  gap_summary: '',
  failed_subtasks: [],
  correction_count: 0,
  elapsed_ms: 0,
  outcomes,
  merged_output: null,
  recommendation: 'replan',
  ...more,
});

/** Sub-tasks that all matched, and a task that missed `tenths` tenths of its criteria: D is tenths / 10, P is 1 for logical, 0 for environmental. */
const missed = (tenths: number, failure_class: FailureClass = null, more: Partial<ReplanRequest> = {}): ReplanRequest =>
  request([matched()], {
    task_verdicts: Array.from({ length: 10 }, (_, at) => (at < tenths ? fail({ failure_class }) : pass())),
    ...more,
  });

const after = (more: Partial<ControllerState> = {}): ControllerState => ({
  ...initialState,
  replans: 1,
  prev_directive: 'refine',
  ...more,
});

/** A state in which this request moves the loss by `gradL` and enlarges the distance. */
function movedBy(gradL: number, given: ReplanRequest, more: Partial<ControllerState> = {}): ControllerState {
  const { loss: now } = decide(after(more), given).decision;
  return { ...after(more), last: { L: now.L - gradL, D: -1 } };
}

/** The states and decisions of a task that gets these requests one after another. */
function run(requests: readonly ReplanRequest[], p: Hyperparameters = defaults) {
  let state = initialState;
  return requests.map((given) => {
    const before = state;
    const decided = decide(before, given, p);
    ({ state } = decided);
    return { before, given, ...decided };
  });
}
const statesOf = (requests: readonly ReplanRequest[], p?: Hyperparameters) => run(requests, p).map(({ decision }) => decision.macro_state);

const ending = ({ macro_state, reason }: Decision) => [macro_state, reason];
const endingOf = (state: ControllerState, given: ReplanRequest, p?: Hyperparameters) => ending(decide(state, given, p).decision);

describe('A decision', () => {
  test('has the fields of SPEC §16, and a reason only when the task ends', () => {
    const fields = [
      'blocked_targets',
      'blocked_tools',
      'failed_criterion',
      'failure_class',
      'grad_l',
      'loss',
      'macro_state',
      'prev_directive',
    ];
    expect(Object.keys(decide(initialState, missed(9)).decision).sort()).toEqual([...fields, 'rationale', 'urgency']);
    expect(Object.keys(decide(initialState, missed(1)).decision).sort()).toEqual([...fields, 'rationale', 'reason', 'urgency']);
  });

  test.each([
    ['accept', 'met', initialState, missed(0)],
    ['success', 'close_enough', initialState, missed(3)],
    ['break_symmetry', undefined, initialState, missed(4, 'logical')],
    ['change_approach', undefined, movedBy(0.2, missed(4, 'logical')), missed(4, 'logical')],
    ['change_approach', undefined, movedBy(-0.2, missed(4, 'logical')), missed(4, 'logical')],
    ['change_path', undefined, initialState, missed(4, 'environmental')],
    ['change_path', undefined, initialState, missed(4)],
    ['refine', undefined, movedBy(0.2, missed(4)), missed(4)],
    ['refine', undefined, movedBy(-0.2, missed(4)), missed(4)],
    ['abandon', 'budget', initialState, missed(4, null, { elapsed_ms: 600_000 })],
  ] as const)('is %s, for the reason %s, where the table says so', (macro_state, reason, state, given) => {
    expect(endingOf(state, given)).toEqual([macro_state, reason]);
  });

  test('measures the loss from the request and the directives issued', () => {
    const { decision } = decide(after({ replans: 2, last: { L: 0.5, D: 0 } }), missed(5, 'logical', { elapsed_ms: 30_000 }));
    expect(decision.loss.D).toBe(0.5);
    expect(decision.loss.P).toBe(1);
    expect(decision.loss.Omega).toBeCloseTo(0.4 + 0.04, 12);
    expect(decision.loss.L).toBeCloseTo(0.3 + 0.3 * 0.56 + 0.4 * 0.44, 12);
    expect(decision.grad_l).toBeCloseTo(0.644 - 0.5, 12);
  });

  test('measures sub-tasks when the task has no verdicts of its own', () => {
    const { loss: measured } = decide(initialState, request([failed('logical'), matched(), matched(), matched()])).decision;
    expect(measured).toMatchObject({ D: 0.25, P: 1 });
  });

  test('finds no gradient in the first round', () => {
    expect(decide(initialState, missed(10, 'logical', { elapsed_ms: 100_000 })).decision.grad_l).toBe(0);
  });

  test('does not follow the recommendation', () => {
    expect(decide(initialState, missed(9, null, { recommendation: 'abandon' }))).toEqual(decide(initialState, missed(9)));
  });

  test('takes its thresholds from the given hyperparameters', () => {
    expect(endingOf(initialState, missed(3), { ...defaults, delta: 0.2 })).toEqual(['change_path', undefined]);
    expect(endingOf(initialState, missed(4), { ...defaults, maxReplans: 0 })).toEqual(['abandon', 'gap']);
    expect(decide(initialState, missed(4), { ...defaults, alpha: 1 }).decision.loss.L).toBeCloseTo(0.4 + 0.15, 12);
  });
});

describe('Accept', () => {
  test.each([
    ['all matched and all task criteria passed', missed(0)],
    ['all matched and nothing was asked of the whole', request([matched(), matched()])],
    ['nothing is left to doubt, although the budget is spent', missed(0, null, { elapsed_ms: 3_000_000 })],
    ['every check passed too', missed(0, null, { task_checks: [pass()] })],
  ])('is decided when %s', (_, given) => {
    expect(endingOf(after({ replans: 3 }), given)).toEqual(['accept', 'met']);
  });

  test.each([
    ['a sub-task failed, whatever the task verdicts say', request([failed(null), matched()], { task_verdicts: [pass(), pass()] })],
    ['a sub-task failed without a verdict or a criterion', request([outcome([], { status: 'failed' })], { task_verdicts: [pass()] })],
    ['a sub-task failed and the task verdicts are empty', request([failed(null), matched()], { task_verdicts: [] })],
    ['nothing was judged', request([matched()], { task_verdicts: [] })],
    ['there are no outcomes', request([])],
    ['a check of the task failed, and nobody judged the whole', request([matched()], { task_checks: [fail(), pass()] })],
    ['a check of the task failed, whatever the task verdicts say', missed(0, null, { task_checks: [fail()] })],
    ['a check of the task could not be made', missed(0, null, { task_checks: [unverifiable] })],
  ])('is not decided when %s', (_, given) => {
    const { decision } = decide(initialState, given);
    expect(decision.macro_state).not.toBe('accept');
    expect(decision.loss.D).toBeGreaterThan(0);
  });

  test('is the same whether the round asked for a new plan or not', () => {
    for (const state of [initialState, after({ last: { L: 0.9, D: 0.9 } }), after({ replans: 3, last: { L: 0, D: 0 } })])
      expect(accept(state, 90_000)).toEqual(decide(state, missed(0, null, { elapsed_ms: 90_000 })).decision);
  });

  test('has D = 0 and P = 0.5', () => {
    expect(accept(initialState, 0).loss).toEqual({ D: 0, P: 0.5, Omega: 0, L: 0.15 });
  });
});

describe('A refusal', () => {
  test.each([
    ['although another plan could be made', initialState, request([refusedOne])],
    ['although the rest is close enough', initialState, request([refusedOne, outcome(Array.from({ length: 9 }, () => pass()))])],
    ['although the budget is spent', initialState, request([refusedOne], { elapsed_ms: 3_000_000 })],
    ['although replans are used up', after({ replans: 3 }), request([refusedOne])],
    ['although the task verdicts pass', initialState, request([refusedOne, matched()], { task_verdicts: [pass()] })],
  ])('ends the task as refused %s', (_, state, given) => {
    expect(endingOf(state, given)).toEqual(['abandon', 'refused']);
  });

  test('that did not make anything fail does not end the task', () => {
    expect(endingOf(initialState, request([outcome([pass()], { refused: true }), failed(null)]))).toEqual(['change_path', undefined]);
    expect(endingOf(initialState, request([outcome([pass()], { refused: true })]))).toEqual(['accept', 'met']);
  });
});

describe('Success', () => {
  const logical = missed(2, 'logical');
  const withCheck = (...task_checks: readonly CriterionVerdict[]): ReplanRequest => ({ ...logical, task_checks });

  test.each([
    ['there are no checks', logical],
    ['there are none to make', withCheck()],
    ['all of them passed', withCheck(pass(), pass())],
  ])('is decided when D ≤ δ and %s', (_, given) => {
    expect(endingOf(initialState, given)).toEqual(['success', 'close_enough']);
  });

  test.each([
    ['break_symmetry', 'failed', initialState, withCheck(fail())],
    ['break_symmetry', 'could not be made', initialState, withCheck(unverifiable)],
    ['break_symmetry', 'failed among others', initialState, withCheck(pass(), fail(), pass())],
    ['change_approach', 'failed', movedBy(0.2, logical), withCheck(fail())],
    ['change_path', 'failed', initialState, { ...missed(2), task_checks: [fail()] }],
    ['refine', 'failed', movedBy(-0.2, missed(2)), { ...missed(2), task_checks: [fail()] }],
  ] as const)('gives way to %s when a check %s', (macro_state, _, state, given) => {
    expect(endingOf(state, given)).toEqual([macro_state, undefined]);
  });

  test('gives way to a directive when a check failed, however generous δ is', () => {
    expect(endingOf(initialState, withCheck(fail()), { ...defaults, delta: 2 })).toEqual(['break_symmetry', undefined]);
  });

  test('is decided even when the replans are used up', () => {
    expect(endingOf(after({ replans: 3 }), missed(3))).toEqual(['success', 'close_enough']);
  });

  test('is decided even when things got worse for the second time', () => {
    expect(endingOf(movedBy(0.2, missed(3), { worsening: 1 }), missed(3))).toEqual(['success', 'close_enough']);
  });
});

describe('The budget', () => {
  test.each([
    ['is spent from Ω = θ on', 0, 600_000, 9, ['abandon', 'budget']],
    ['is spent from Ω = θ on after a replan too', 1, 450_000, 9, ['abandon', 'budget']],
    ['is not spent just below', 0, 599_000, 9, ['change_path', undefined]],
    ['is spent although the rest is close enough', 0, 600_000, 1, ['abandon', 'budget']],
    ['is spent by replans and time together', 2, 300_000, 9, ['abandon', 'budget']],
    ['is not the reason when replans are used up', 3, 150_000, 9, ['abandon', 'gap']],
    ['is not the reason when replans are used up, close enough or not', 3, 150_000, 1, ['abandon', 'gap']],
  ])('%s', (_, replans, elapsed_ms, tenths, end) => {
    expect(endingOf(after({ replans }), missed(tenths, null, { elapsed_ms }))).toEqual(end);
  });
});

describe('Replans', () => {
  test('are used up after three directives, and the task is abandoned', () => {
    expect(statesOf([missed(9), missed(9), missed(9), missed(9)])).toEqual(['change_path', 'change_path', 'change_path', 'abandon']);
    expect(endingOf(after({ replans: 3 }), missed(9))).toEqual(['abandon', 'gap']);
    expect(endingOf(after({ replans: 2 }), missed(9))).toEqual(['change_path', undefined]);
  });

  test('that are used up also end the task when only a failed check prevents success', () => {
    expect(endingOf(after({ replans: 3 }), missed(1, null, { task_checks: [fail()] }))).toEqual(['abandon', 'gap']);
  });

  test('are counted by directives, not by decisions', () => {
    expect(run([missed(9), missed(1), missed(9)]).map(({ state }) => state.replans)).toEqual([1, 1, 2]);
  });
});

describe('The kill switch', () => {
  const patient = { ...defaults, maxReplans: 100 };
  const worseTwice = [missed(4, 'environmental'), missed(6, 'environmental'), missed(8, 'environmental')];
  const worsening = (requests: readonly ReplanRequest[], p?: Hyperparameters) => run(requests, p).map(({ state }) => state.worsening);

  test('ends the task when things got worse twice in a row', () => {
    expect(run(worseTwice).map(({ decision }) => ending(decision))).toEqual([
      ['change_path', undefined],
      ['refine', undefined],
      ['abandon', 'gap'],
    ]);
  });

  test('waits for as many rounds as it is told', () => {
    expect(statesOf(worseTwice, { ...defaults, kill: 1 })).toEqual(['change_path', 'abandon', 'abandon']);
    expect(statesOf(worseTwice, { ...defaults, kill: 3 })).toEqual(['change_path', 'refine', 'refine']);
  });

  test('is not triggered by the cost of time alone', () => {
    const slower = [0, 75_000, 150_000].map((elapsed_ms) => missed(5, 'environmental', { elapsed_ms }));
    const rounds = run(slower);
    expect(rounds.slice(1).every(({ decision }) => decision.grad_l > 0.1)).toBe(true);
    expect(rounds.map(({ decision }) => decision.macro_state)).toEqual(['change_path', 'refine', 'refine']);
    expect(rounds.map(({ state }) => state.worsening)).toEqual([0, 0, 0]);
  });

  test('is not triggered by the cost of time that outweighs a smaller distance', () => {
    const given = missed(5, 'environmental', { elapsed_ms: 150_000 });
    const before = after({ worsening: 1, last: { L: 0.2, D: 0.51 } });
    expect(decide(before, given).decision.grad_l).toBeGreaterThan(0.1);
    expect(decide(before, given)).toMatchObject({ decision: { macro_state: 'refine' }, state: { worsening: 0 } });
  });

  test('is not triggered by a larger distance while the loss hardly moves', () => {
    const rounds = run([missed(4, 'logical'), missed(5, 'logical'), missed(6, 'logical')]);
    expect(rounds.map(({ state }) => state.last?.D)).toEqual([0.4, 0.5, 0.6]);
    expect(rounds.map(({ decision }) => decision.macro_state)).toEqual(['break_symmetry', 'break_symmetry', 'break_symmetry']);
    expect(rounds.map(({ state }) => state.worsening)).toEqual([0, 0, 0]);
  });

  test.each([
    ['a loss that grew by ε', 0.1, 0],
    ['a loss that grew by ε but for rounding', 0.1 + 1e-10, 0],
    ['a loss that grew by more', 0.1 + 1e-6, 1],
    ['a loss that fell', -0.5, 0],
  ])('counts %s as it should', (_, gradL, count) => {
    expect(decide(movedBy(gradL, missed(9)), missed(9)).state.worsening).toBe(count);
  });

  test.each([
    ['the same distance', 0, 0],
    ['a distance that is larger by rounding', 1e-10, 0],
    ['a distance that is larger', 1e-6, 1],
    ['a distance that is smaller', -1e-6, 0],
  ])('counts %s as it should', (_, growth, count) => {
    expect(decide(after({ last: { L: 0, D: 0.9 - growth } }), missed(9)).state.worsening).toBe(count);
  });

  test('is not triggered by implausibility alone: failures that turn from environmental to logical do not increase the distance', () => {
    const rounds = run([missed(5, 'environmental'), missed(5, null), missed(5, 'logical')], patient);
    expect(rounds.slice(1).every(({ decision }) => decision.grad_l > 0.1)).toBe(true);
    expect(rounds.map(({ state }) => state.worsening)).toEqual([0, 0, 0]);
  });

  test('gives way to success', () => {
    const before = movedBy(0.2, missed(3), { worsening: 5 });
    expect(endingOf(before, missed(3))).toEqual(['success', 'close_enough']);
    expect(endingOf(before, missed(4))).toEqual(['abandon', 'gap']);
  });

  test('starts over when a round did not make things worse', () => {
    const upAndDown = [4, 7, 5, 8, 6, 9].map((tenths) => missed(tenths, 'environmental'));
    expect(worsening(upAndDown, patient)).toEqual([0, 1, 0, 1, 0, 1]);
    expect(statesOf(upAndDown, patient)).not.toContain('abandon');
  });

  test('starts over when a round made no difference', () => {
    expect(
      worsening(
        [4, 7, 7, 10].map((tenths) => missed(tenths, 'environmental')),
        patient,
      ),
    ).toEqual([0, 1, 0, 1]);
  });
});

describe('Urgency', () => {
  test.each([
    ['normal', 0],
    ['normal', 0.1],
    ['normal', 0.1 + 1e-10],
    ['high', 0.1 + 1e-6],
    ['high', 0.5],
    ['normal', -0.1],
    ['normal', -0.1 - 1e-10],
    ['low', -0.1 - 1e-6],
    ['low', -0.5],
  ] as const)('is %s when the loss moved by %d', (urgency, gradL) => {
    expect(decide(movedBy(gradL, missed(9)), missed(9)).decision.urgency).toBe(urgency);
  });

  test('is normal in the first round', () => {
    expect(decide(initialState, missed(10)).decision.urgency).toBe('normal');
  });
});

describe('The blocked set', () => {
  const find = call('shell', { programs: ['find', 'sort'], target: 'find . | sort' });
  const blocked = (state: ControllerState, given: ReplanRequest) => {
    const { macro_state, urgency, blocked_tools, blocked_targets } = decide(state, given).decision;
    return [macro_state, urgency, blocked_tools, blocked_targets.map(({ tool, target }) => `${tool} ${target}`)];
  };

  test('of break_symmetry is every tool used in failing sub-tasks, and no other', () => {
    const given = request([failed('logical', find, call('fetch')), matched(call('read_file'))]);
    expect(blocked(initialState, given)).toEqual(['break_symmetry', 'normal', ['shell:find', 'shell:sort', 'fetch'], []]);
  });

  test('of break_symmetry does not contain the tools of earlier rounds', () => {
    const given = request([failed('logical', call('fetch'))]);
    expect(blocked(movedBy(0, given, { failing_tools: ['write_file'] }), given)).toEqual(['break_symmetry', 'normal', ['fetch'], []]);
  });

  test('contains the tools of the whole round when all sub-tasks matched and the task missed its own criteria', () => {
    const given = missed(9, 'logical', { outcomes: [matched(find), matched(call('fetch'))] });
    expect(blocked(initialState, given)).toEqual(['break_symmetry', 'normal', ['shell:find', 'shell:sort', 'fetch'], []]);
  });

  const twice = request([
    failed('logical', call('fetch'), call('read_file', { call_id: '1.1.2/R3/1.1' })),
    failed('logical', call('glob', { call_id: 'from elsewhere' })),
    failed('environmental', find),
  ]);
  test.each([
    ['low', -0.2, ['read_file', 'glob']],
    ['normal', 0.1, ['fetch', 'read_file', 'glob', 'shell:find', 'shell:sort']],
    ['normal', -0.1, ['fetch', 'read_file', 'glob', 'shell:find', 'shell:sort']],
    ['high', 0.2, ['fetch', 'read_file', 'glob', 'shell:find', 'shell:sort', 'write_file']],
  ])('of change_approach at %s urgency, the loss moved by %d, is of tools', (urgency, gradL, tools) => {
    const before = movedBy(gradL, twice, { failing_tools: ['write_file', 'fetch'] });
    expect(blocked(before, twice)).toEqual(['change_approach', urgency, tools, []]);
  });

  test('of change_approach when things get better contains the last attempts of all sub-tasks when only the task failed', () => {
    const given = missed(9, 'logical', { outcomes: [matched(find, call('fetch', { call_id: '1.1.2/R3/1.1' }))] });
    expect(blocked(movedBy(-0.2, given), given)).toEqual(['change_approach', 'low', ['fetch'], []]);
  });

  const before = { failed_calls: [{ tool: 'fetch', target: 'earlier' }] };
  const environmental = request([failed('environmental', failedCall('read_file', 'b'), call('glob')), matched(failedCall('shell', 'ls'))]);
  test.each([
    ['change_path', 'normal', 0, ['fetch earlier', 'read_file b', 'shell ls']],
    ['refine', 'high', 0.2, ['fetch earlier', 'read_file b', 'shell ls']],
    ['refine', 'normal', 0.1, ['fetch earlier', 'read_file b', 'shell ls']],
    ['refine', 'normal', -0.1, ['fetch earlier', 'read_file b', 'shell ls']],
    ['refine', 'low', -0.2, ['read_file b', 'shell ls']],
  ])('of %s at %s urgency, the loss moved by %d, is of calls', (state, urgency, gradL, targets) => {
    expect(blocked(movedBy(gradL, environmental, before), environmental)).toEqual([state, urgency, [], targets]);
  });

  test('leaves out calls that were refused or have no target', () => {
    const calls = [call('fetch', { ok: false, error_class: 'refused' }), failedCall('glob', '')];
    expect(blocked(initialState, request([failed('environmental', ...calls)]))).toEqual(['change_path', 'normal', [], []]);
    expect(blocked(initialState, request([failed('logical', ...calls)]))).toEqual(['break_symmetry', 'normal', ['glob'], []]);
  });

  test('leaves out calls that worked later, in the same round or another', () => {
    const rounds = [
      [failedCall('read_file', 'a'), failedCall('read_file', 'b'), call('read_file', { target: 'a' })],
      [failedCall('read_file', 'c'), call('read_file', { target: 'b' })],
      [failedCall('read_file', 'a')],
    ].map((calls) => request([failed('environmental', ...calls)]));
    const targets = run(rounds).map(({ decision }) => decision.blocked_targets.map(({ target }) => target));
    expect(targets).toEqual([['b'], ['c'], ['c', 'a']]);
  });

  test('remembers calls and tools of every round, whatever the directive was', () => {
    const rounds = [
      request([failed('logical', failedCall('fetch', 'a')), matched(failedCall('glob', 'b'))]),
      missed(9, null, { outcomes: [matched(call('read_file'))] }),
      request([failed('environmental', failedCall('shell', 'c'))]),
    ];
    const [first, second, third] = run(rounds).map(({ state }) => state);
    expect(first).toMatchObject({ failing_tools: ['fetch'], failed_calls: [{ target: 'a' }, { target: 'b' }] });
    expect(second).toMatchObject({ failing_tools: ['fetch', 'read_file'], failed_calls: [{ target: 'a' }, { target: 'b' }] });
    expect(third).toMatchObject({
      failing_tools: ['fetch', 'read_file', 'shell'],
      failed_calls: [{ target: 'a' }, { target: 'b' }, { target: 'c' }],
    });
  });
});

describe('The failed criterion', () => {
  const named = (criterion: string, weight: number, more: Partial<CriterionVerdict> = {}) => fail({ criterion, weight, ...more });
  const of = (given: ReplanRequest) => decide(initialState, given).decision.failed_criterion;
  const onceInThree = [
    { attempt: 1, failed_criteria: [{ criterion: 'reads well', failure_class: null }] },
    { attempt: 2, failed_criteria: [] },
    { attempt: 3, failed_criteria: [] },
  ];

  test.each([
    ['is the heaviest that failed', request([outcome([named('a', 1), named('b', 3), named('c', 2)])]), 'b'],
    ['is not one that passed', request([outcome([named('a', 1), pass({ criterion: 'b', weight: 5 })])]), 'a'],
    ['may be one that could not be verified', request([outcome([named('a', 1), named('b', 2, { verdict: 'unverifiable' })])]), 'b'],
    ['is the first of equals', request([outcome([named('a', 1), named('b', 2)]), outcome([named('c', 2)])]), 'b'],
    [
      'weighs how surely it failed',
      request([outcome([named('reads well', 5, { mode: 'plausible' }), named('b', 2)], { gap_trajectory: onceInThree })]),
      'b',
    ],
    [
      'weighs how surely it failed, and its weight too',
      request([outcome([named('b', 1), named('reads well', 5, { mode: 'plausible' })], { gap_trajectory: onceInThree })]),
      'reads well',
    ],
    ['is one of the task when the task was judged', request([matched()], { task_verdicts: [pass(), named('whole', 1)] }), 'whole'],
    [
      'is one of a sub-task when the task verdicts are not believed',
      request([outcome([named('part', 1)])], { task_verdicts: [pass()] }),
      'part',
    ],
    [
      'is asked for, not judged, where a sub-task has no verdicts',
      request([outcome([], { status: 'failed', success_criteria: [{ criterion: 'asked', mode: 'verifiable', weight: 1 }] })]),
      'asked',
    ],
    ['is the intent of a sub-task that failed with nothing asked of it', request([outcome([], { status: 'failed' })]), 'i'],
    ['is null when nothing failed', missed(0), null],
    ['is null when nothing was judged', request([], { task_verdicts: [] }), null],
  ])('%s', (_, given, criterion) => {
    expect(of(given)).toBe(criterion);
  });
});

describe('The failure class', () => {
  test.each([
    ['logical', ['logical', 'logical', 'environmental']],
    ['environmental', ['logical', 'environmental', 'environmental', null]],
    ['logical', ['logical', null, null, null]],
    ['mixed', ['logical', 'environmental']],
    ['mixed', [null, null]],
    ['mixed', []],
  ] as const)('is %s when what failed is of %j', (failure_class, classes) => {
    const parts = request(classes.map((each) => failed(each)));
    const whole = request([matched()], { task_verdicts: [...classes.map((each) => fail({ failure_class: each })), pass()] });
    expect(decide(initialState, parts).decision.failure_class).toBe(failure_class);
    expect(decide(initialState, whole).decision.failure_class).toBe(failure_class);
  });

  test('counts criteria, not weights, and only those that failed', () => {
    const judged = [
      fail({ weight: 5, failure_class: 'logical' }),
      fail({ failure_class: 'environmental' }),
      fail({ failure_class: 'environmental' }),
      pass({ failure_class: 'logical' }),
      pass({ failure_class: 'logical' }),
    ];
    expect(decide(initialState, request([outcome(judged)])).decision.failure_class).toBe('environmental');
  });
});

describe('The previous directive', () => {
  test('is init at first, then the previous directive, and does not change when the task ends', () => {
    const rounds = run([missed(9, 'logical'), missed(5), missed(9, 'environmental'), missed(9)]);
    expect(rounds.map(({ decision }) => [decision.prev_directive, decision.macro_state])).toEqual([
      ['init', 'break_symmetry'],
      ['break_symmetry', 'refine'],
      ['refine', 'refine'],
      ['refine', 'abandon'],
    ]);
    expect(rounds.at(-1)?.state.prev_directive).toBe('refine');
  });

  test('is init when the first round ends the task', () => {
    expect(decide(initialState, missed(1))).toMatchObject({ decision: { prev_directive: 'init' }, state: { prev_directive: 'init' } });
    expect(accept(initialState, 0).prev_directive).toBe('init');
  });
});

test('the rationale of an end says what ended it', () => {
  const said = (request: ReplanRequest, state = initialState) => decide(state, request).decision.rationale;
  const rounds = { ...initialState, replans: 3, last: { L: 0.5, D: 0.5 }, prev_directive: 'refine' } as const;
  expect(said(missed(9), rounds)).toContain('no replan is left of 3');
  expect(said(missed(1))).toContain('δ = 0.3');
  expect(said({ ...missed(9), elapsed_ms: 600_000 }, { ...rounds, replans: 2 })).toContain('θ = 0.8');
});

describe('What a plan gave up', () => {
  const amended = { verdict: 'fail', failure_class: null, by: 'code', amended: true } as const;
  const given = (passes: number, more: Partial<ReplanRequest> = {}) =>
    request([matched()], { task_verdicts: [...Array.from({ length: passes }, () => pass()), fail(amended)], ...more });

  test.each([
    ['a small share', given(9), 0.1],
    ['half of the weight', given(1), 0.5],
    ['all of it', given(0), 1],
    ['half of the weight, with the time spent', given(1, { elapsed_ms: 1e9 }), 0.5],
  ])('ends as success when all else passed: %s', (_, asked, D) => {
    for (const state of [initialState, after({ replans: 3, worsening: 2, last: { L: 0, D: 0 } })]) {
      expect(endingOf(state, asked)).toEqual(['success', 'close_enough']);
      expect(decide(state, asked).decision.loss).toMatchObject({ D, P: 0.5 });
    }
  });

  test.each<[string, ReplanRequest]>([
    ['another criterion failed', { ...given(1), task_verdicts: [pass(), fail(), fail(amended)] }],
    ['another criterion could not be verified', { ...given(1), task_verdicts: [fail({ verdict: 'unverifiable' }), fail(amended)] }],
    ['the built-in criterion failed', { ...given(1), task_verdicts: [pass(), fail({ builtin: true }), fail(amended)] }],
    ['a check of the whole failed', given(1, { task_checks: [fail()] })],
    ['a part failed', given(1, { outcomes: [matched(), failed('logical')] })],
  ])('does not end the task when %s', (_, asked) => {
    expect(decide(initialState, asked).decision.reason).toBeUndefined();
  });

  test('is never accepted', () => {
    for (const passes of [0, 1, 9]) expect(decide(initialState, given(passes)).decision.macro_state).not.toBe('accept');
  });
});

describe('Success is not decided', () => {
  const builtin = fail({ builtin: true });
  const nines = Array.from({ length: 9 }, () => pass());

  test.each<[string, ReplanRequest]>([
    ['the built-in criterion failed', request([matched()], { task_verdicts: [...nines, builtin] })],
    ['it could not be verified', request([matched()], { task_verdicts: [...nines, fail({ builtin: true, verdict: 'unverifiable' })] })],
    [
      'it failed where the one sub-task was judged with it',
      request([{ ...failed(null), task_verdicts: [builtin] }, ...nines.map(() => matched())]),
    ],
  ])('while %s, however small the distance', (_, asked) => {
    expect(decide(initialState, asked).decision.loss.D).toBeLessThanOrEqual(0.1 + 1e-9);
    expect(endingOf(initialState, asked)).toEqual(['change_path', undefined]);
    expect(endingOf(after({ replans: 3 }), asked)).toEqual(['abandon', 'gap']);
  });

  test('but it is decided if the built-in criterion passed', () => {
    const asked = request([matched()], { task_verdicts: [...nines, pass({ builtin: true }), fail()] });
    expect(endingOf(initialState, asked)).toEqual(['success', 'close_enough']);
  });
});
