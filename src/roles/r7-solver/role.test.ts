import { describe, expect, test } from 'vitest';
import { evidence } from '../../../test/support/declared.ts';
import { recalled } from '../../../test/support/fake-memory.ts';
import { handled } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, outcome, verdict } from '../../../test/support/rounds.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { MessageType, PayloadOf } from '../../contracts/messages.ts';
import type { TaskSettings } from '../../journal/entry.ts';
import { handoffFrom, nothingCompleted } from '../handoff.ts';
import type { Context, Draft } from '../role.ts';
import { createSolver } from './role.ts';

const task_id = 't' as TaskId;
const spec: PayloadOf<'TaskSpec'> = {
  task_id,
  slug: 'say_hello',
  intent: 'greet the world',
  constraints: { scope: null, deadline: null },
  raw_input: 'hello?',
  clarifications: [],
  kind: 'task',
  cwd: '/',
};

const context: Context = {
  effects: {} as never, // R7 performs no effects
  ask: async () => ({ partial_result: 'Nothing.', next_moves: ['Look.', 'Look again.'] }) as never, // R7 asks for nothing but the handoff
  activeMs: () => 0,
  callMs: () => 0,
  signal: new AbortController().signal,
};

type Solving = {
  readonly memory?: boolean;
  readonly control?: object;
  readonly more?: Partial<TaskSettings>;
  readonly callMs?: number;
  readonly ask?: Context['ask'];
};

function solver({ memory = true, control = {}, more = {}, callMs = 0, ask = context.ask }: Solving = {}) {
  const role = createSolver(evidence)({ ...settings, control: { ...settings.control, ...control }, memory, ...more });
  const here = { ...context, callMs: () => callMs, ask };
  const tell = <T extends MessageType>(type: T, payload: PayloadOf<T>) => handled(role, type, payload, here);
  return { tell, begin: () => tell('TaskSpec', spec) };
}

const done = outcome([verdict()], { tool_calls: [call('glob')] });
const missed = outcome([verdict({ verdict: 'fail', failure_class: 'environmental' })], {
  tool_calls: [call('read_file', { ok: false, error_class: 'not_found' })],
});
const summary = { summary: 'done', merged_output: null, elapsed_ms: 0, outcomes: [done], task_verdicts: [] };
const request = (outcomes: readonly SubTaskOutcome[], more: Partial<PayloadOf<'ReplanRequest'>> = {}): PayloadOf<'ReplanRequest'> => ({
  task_id,
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

const typeOf = (draft: Draft): string => ('type' in draft ? draft.type : 'decision');
const memoriesIn = (drafts: readonly Draft[]) =>
  drafts.flatMap((draft) => ('type' in draft && draft.type === 'Megram' ? [draft.payload as PayloadOf<'Megram'>] : [])); // a Megram has this payload

describe('R7 writes what a task has taught right before its end:', () => {
  test('a goal that was met', async () => {
    const { tell, begin } = solver();
    await begin();
    const drafts = await tell('OutcomeSummary', summary);
    expect(drafts.map(typeOf)).toEqual(['decision', 'Megram', 'Megram', 'FinalResult']);
    expect(memoriesIn(drafts)).toMatchObject([
      { id: 't-m01', space: 'intent:say_hello', entity: 'env:local', state: 'accept', created_at: '2025-01-31T12:00:00.000Z' },
      { id: 't-m02', entity: 'tool:glob' },
    ]);
  });

  test('a goal that was nearly met', async () => {
    const { tell, begin } = solver({ control: { delta: 1 } });
    await begin();
    const drafts = await tell('ReplanRequest', request([done, missed]));
    expect(memoriesIn(drafts)).toMatchObject([
      { entity: 'env:local', state: 'success' },
      { entity: 'tool:glob', state: 'success' },
    ]);
    expect(drafts.map(typeOf).at(-1)).toBe('FinalResult');
  });

  test('a goal that was given up, with what failed on the way, held back until then', async () => {
    const { tell, begin } = solver({ control: { maxReplans: 1, theta: 2 } });
    await begin();
    const first = await tell('ReplanRequest', request([missed]));
    expect(first.map(typeOf)).toEqual(['decision', 'PlanDirective']);
    const drafts = await tell('ReplanRequest', request([missed], { round: 2 }));
    expect(memoriesIn(drafts)).toMatchObject([
      { id: 't-m01', space: 'tool:read_file', entity: 'path:a.txt', state: 'change_path' },
      { id: 't-m02', space: 'intent:say_hello', entity: 'env:local', state: 'abandon' },
    ]);
    expect(drafts.map(typeOf).at(-1)).toBe('FinalResult');
  });
});

test.each([
  ['summary.txt is written, and logs/old.log is deleted.', ['/logs/old.log']],
  ['summary.txt is written. logs/old.log was kept as you asked.', undefined],
])('a result lists what the person refused, and marks what its answer claims about it: %s', async (merged_output, mentioned) => {
  const { tell, begin } = solver();
  await begin();
  const declined = [{ action: 'rm logs/old.log', effects: [{ path: '/logs/old.log', change: 'deleted' as const }] }];
  await tell('SubTaskOutcome', outcome([verdict()], { tool_calls: [call('shell', { ok: false, error_class: 'refused', declined })] }));
  const drafts = await tell('OutcomeSummary', { ...summary, merged_output });
  expect(drafts.at(-1)).toMatchObject({
    payload: { directive: 'accept', declined: [{ ...declined[0], ...(mentioned && { mentioned }) }] },
  });
  expect(JSON.stringify(drafts.at(-1)).includes('mentioned')).toBe(mentioned !== undefined);
});

test('a result without an answer mentions nothing, even if the list of what was done names the path', async () => {
  const { tell, begin } = solver({ control: { theta: 0.3 } });
  await begin();
  const declined = [{ action: 'rm b.log', effects: [{ path: '/b.log', change: 'deleted' as const }] }];
  const calls = [
    call('shell', { ok: false, error_class: 'refused', declined }),
    call('shell', { input: { command: 'rm a.log' }, changed: [{ path: '/a.log', change: 'deleted' }] }),
  ];
  await tell('SubTaskOutcome', outcome([verdict()], { intent: 'Delete a.log and b.log', tool_calls: calls }));
  const [end] = (await tell('PlanFailed', { round: 2, reasons: ['no tool'] })).toReversed();
  expect(end).toMatchObject({ payload: { output: expect.stringContaining('b.log'), declined } });
  expect(JSON.stringify(end)).not.toContain('mentioned');
});

describe('R7 writes nothing', () => {
  test('when it hears what memory has to say: it keeps that for the end', async () => {
    const { tell, begin } = solver();
    await begin();
    expect(await tell('MemoryRecall', recalled({ space: 'intent:greet' }))).toEqual([]);
    expect(memoriesIn(await tell('OutcomeSummary', summary))[0]).toMatchObject({ space: 'intent:greet' });
  });

  test.each<[string, (tell: ReturnType<typeof solver>['tell']) => Promise<readonly Draft[]>]>([
    ['after talk', (tell) => tell('Answer', { answer: 'Hello.' })],
    ['when the person cancels', (tell) => tell('Cancel', { why: 'enough' })],
    ['when the surroundings fail', (tell) => tell('Failure', { code: 'model_unreachable', role: 'R2', detail: 'gone' })],
    ['when the budget is spent', (tell) => tell('Failure', { code: 'budget_spent', role: 'Host', detail: 'spent' })],
    ['when the time that a round may take is spent', (tell) => tell('ReplanRequest', request([missed], { elapsed_ms: 1e9 }))],
    ['when no plan was found', (tell) => tell('PlanFailed', { round: 2, reasons: ['no tool'] })],
    ['when an action was refused', (tell) => tell('ReplanRequest', request([{ ...missed, refused: true, failure_reason: '[LAW1] no' }]))],
  ])('%s, not even about earlier rounds', async (_, end) => {
    const { tell, begin } = solver({ control: { theta: 0.3 } });
    await begin();
    expect((await tell('ReplanRequest', request([missed]))).map(typeOf)).toContain('PlanDirective');
    const drafts = await end(tell);
    expect(drafts.map(typeOf).at(-1)).toBe('FinalResult');
    expect(memoriesIn(drafts)).toEqual([]);
  });

  test('in a task without memory', async () => {
    const { tell, begin } = solver({ memory: false });
    await begin();
    expect((await tell('OutcomeSummary', summary)).map(typeOf)).toEqual(['decision', 'FinalResult']);
  });
});

const finalIn = (drafts: readonly Draft[]) =>
  drafts.flatMap((draft) => ('type' in draft && draft.type === 'FinalResult' ? [draft.payload as PayloadOf<'FinalResult'>] : [])).at(0); // one carries one
const decisionIn = (drafts: readonly Draft[]) => drafts.flatMap((draft) => ('decision' in draft ? [draft] : [])).at(0);
const directiveIn = (drafts: readonly Draft[]) =>
  drafts.flatMap((draft) => ('type' in draft && draft.type === 'PlanDirective' ? [draft.payload as PayloadOf<'PlanDirective'>] : [])).at(0); // the same

const manifest: PayloadOf<'DispatchManifest'> = {
  task_id,
  round: 2,
  subtasks: [],
  task_spec: spec,
  task_criteria: [
    { criterion: 'the world is greeted', mode: 'plausible', weight: 1 },
    { criterion: 'and the moon', mode: 'plausible', weight: 1, added: true },
  ],
  amended: [{ criterion: 'the sun answers', instead: 'it was asked', why: 'it does not speak', mode: 'plausible', weight: 4 }],
  surroundings: '',
  fingerprint: 'f',
  dispatched_at: '2025-01-31T12:00:00.000Z',
};
const greeted = { ...verdict(), criterion: 'the world is greeted' };

describe('R7 directs the next plan', () => {
  test('with what was found in all rounds, and whether anything ran', async () => {
    const { tell, begin } = solver();
    await begin();
    await tell('SubTaskOutcome', {
      ...missed,
      subtask_id: 't-1-1' as SubTaskOutcome['subtask_id'],
      failure_reason: 'there is no such file',
    });
    expect(directiveIn(await tell('ReplanRequest', request([missed])))).toMatchObject({
      ran: true,
      findings: expect.stringMatching(/^Round 1, sub-task 1, .*there is no such file\n {2}tried: read_file a\.txt \[failed\]/),
    });
    await tell('SubTaskOutcome', { ...missed, subtask_id: 't-2-1' as SubTaskOutcome['subtask_id'] });
    const { findings } = directiveIn(await tell('ReplanRequest', request([missed], { round: 2 }))) ?? {};
    expect(findings).toMatch(/^Round 1, .*\nRound 2, /s);
  });

  test('and says so where nothing ran', async () => {
    const { tell, begin } = solver();
    await begin();
    await tell('SubTaskOutcome', { ...missed, tool_calls: [call('shell', { ok: false, error_class: 'refused' })] });
    expect(directiveIn(await tell('ReplanRequest', request([missed])))).toMatchObject({ ran: false });
  });
});

describe('R7 ends a goal that cannot be met', () => {
  const impossible = {
    why: 'the sun does not speak',
    partial_result: 'It was asked twice.',
    next_moves: ['Ask the moon.', 'Wait for an answer.'],
  };

  test('as impossible, with the words of the planner as its handoff, and learns from it', async () => {
    const { tell, begin } = solver();
    await begin();
    await tell('DispatchManifest', manifest);
    await tell('SubTaskOutcome', missed);
    await tell('ReplanRequest', request([missed]));
    const drafts = await tell('PlanFailed', { round: 2, reasons: [impossible.why], impossible });
    expect(decisionIn(drafts)).toMatchObject({ decision: 'abandon', result: { reason: 'impossible' } });
    const final = finalIn(drafts);
    expect(final).toMatchObject({ directive: 'abandon', reason: 'impossible', output: 'It was asked twice.', failure: null });
    expect(final?.summary).toContain('the sun does not speak');
    expect(final?.next_moves).toEqual(impossible.next_moves);
    expect(final?.unmet).toContainEqual({ criterion: 'the sun answers', why: 'given up: it does not speak (instead: it was asked)' });
  });

  test('with a handoff made by code where the planner said only why', async () => {
    const { tell, begin } = solver();
    await begin();
    await tell('SubTaskOutcome', { ...missed, failure_reason: 'no answer' });
    const drafts = await tell('PlanFailed', { round: 2, reasons: ['no'], impossible: { why: 'no', partial_result: '', next_moves: [] } });
    expect(finalIn(drafts)).toMatchObject({ reason: 'impossible', output: expect.stringContaining(nothingCompleted) });
    expect(finalIn(drafts)?.next_moves.length).toBeGreaterThanOrEqual(2);
  });
});

test('where no plan was found, a more capable model is proposed once', async () => {
  const { tell, begin } = solver();
  await begin();
  const drafts = await tell('PlanFailed', { round: 2, reasons: ['no tool'] });
  expect(finalIn(drafts)?.next_moves.filter((move) => move.includes('more capable model'))).toHaveLength(1);
});

describe('what plans gave up', () => {
  const amended = {
    ...verdict({ verdict: 'fail', failure_class: null }),
    criterion: 'the sun answers',
    weight: 4,
    evidence: 'given up',
    amended: true,
  } as const;

  test('ends a task as success where all else passed, and is named as unmet', async () => {
    const { tell, begin } = solver();
    await begin();
    await tell('DispatchManifest', manifest);
    const final = finalIn(await tell('ReplanRequest', request([done], { task_verdicts: [greeted, amended] })));
    expect(final).toMatchObject({ directive: 'success', reason: 'close_enough', loss: { D: 0.8 } });
    expect(final?.summary).toBe('Given up on the way: the sun answers.');
    expect(final?.unmet).toEqual([{ criterion: 'the sun answers', why: 'given up: it does not speak (instead: it was asked)' }]);
  });

  test.each<[string, (tell: ReturnType<typeof solver>['tell']) => Promise<readonly Draft[]>]>([
    ['cancelled', (tell) => tell('Cancel', { why: 'enough' })],
    ['given up', (tell) => tell('ReplanRequest', request([missed], { round: 2 }))],
  ])('is unmet in a task that is %s', async (_, end) => {
    const { tell, begin } = solver({ control: { maxReplans: 0 } });
    await begin();
    await tell('DispatchManifest', manifest);
    expect(finalIn(await end(tell))?.unmet.map(({ criterion }) => criterion)).toContain('the sun answers');
  });
});

describe('the time budget', () => {
  const parametersOf = async (given: Solving) => {
    const { tell, begin } = solver(given);
    await begin();
    const inputs = decisionIn(await tell('ReplanRequest', request([missed], { elapsed_ms: 600_000 })))?.inputs as { parameters?: object };
    return inputs.parameters;
  };

  test('leaves room for a slow model if it was not set, and is journaled as used', async () => {
    expect(await parametersOf({ more: { grows: ['time_budget'] }, callMs: 30_000 })).toMatchObject({ timeBudgetMs: 3_000_000 });
    const { tell, begin } = solver({ more: { grows: ['time_budget'] }, callMs: 30_000 });
    await begin();
    expect((await tell('ReplanRequest', request([missed], { elapsed_ms: 600_000 }))).map(typeOf)).toContain('PlanDirective');
  });

  test('is what the person set, however slow the model is', async () => {
    expect(await parametersOf({ more: { grows: [] }, callMs: 30_000 })).toMatchObject({ timeBudgetMs: 300_000 });
    expect(await parametersOf({ more: { grows: undefined }, callMs: 30_000 })).toMatchObject({ timeBudgetMs: 300_000 });
  });
});

describe('an answer that could not be confirmed', () => {
  const unproved = outcome([verdict({ verdict: 'fail', failure_class: 'logical', by: 'model' })], {
    output: 'It is 7.',
    failure_reason: '?',
  });
  const endAfter = async (ask: Context['ask'], given = unproved) => {
    const { tell, begin } = solver({ memory: false, ask });
    await begin();
    return finalIn(await tell('ReplanRequest', request([given], { elapsed_ms: 600_000 })));
  };
  const byCode = async ({ payload }: { readonly payload: unknown }) => handoffFrom(payload as PayloadOf<'HandoffRequest'>) as never; // R7 asks for nothing else

  test('stands alone where code has nothing else to tell', async () => {
    const end = await endAfter(byCode);
    expect(end?.output).toBe('Not confirmed:\n\nIt is 7.');
    expect(end).not.toHaveProperty('bare');
  });

  test('stands after the handoff of a model, however that begins', async () => {
    const told = `${nothingCompleted} The leak is in the cellar.`;
    const byModel = async () => ({ partial_result: told, next_moves: ['Look.'] }) as never; // R7 asks for nothing else
    const end = await endAfter(byModel);
    expect(end?.output).toBe(`${told}\n\nNot confirmed:\n\nIt is 7.`);
    expect(end).not.toHaveProperty('bare');
  });

  test.each([
    ['code wrote all of it', byCode, true],
    [
      'a model wrote it, even in the same words',
      async () => ({ partial_result: `${nothingCompleted} `, next_moves: ['Look.'] }) as never,
      undefined,
    ], // R7 asks for nothing else
  ])('is missing, and the end says whether %s', async (_, ask, bare) => {
    expect((await endAfter(ask, { ...unproved, output: null }))?.bare).toBe(bare);
  });
});

describe('a round that the person spoke in', () => {
  const failed = { ...request([missed]), gap_summary: 'nothing was found' };
  type Said = 'Steer' | 'planned without it' | 'planned with it';
  const hears = async (tell: ReturnType<typeof solver>['tell'], before: readonly Said[]) => {
    for (const each of before) {
      if (each === 'Steer') await tell(each, { text: 'only those of May' });
      else await tell('DispatchManifest', each === 'planned with it' ? { ...manifest, heard: 1 } : manifest);
    }
  };
  const directed = async (...before: readonly Said[]) => {
    const { tell, begin } = solver();
    await begin();
    await hears(tell, before);
    const drafts = await tell('ReplanRequest', failed);
    return drafts.find((draft) => 'type' in draft && draft.type === 'PlanDirective');
  };

  test.each([
    ['after its plan blocks nothing', ['planned without it', 'Steer'], { steered: true, blocked_tools: [], blocked_targets: [] }],
    ['while it was planned blocks nothing', ['Steer', 'planned without it'], { steered: true, blocked_tools: [], blocked_targets: [] }],
    ['before its plan is measured like any other', ['Steer', 'planned with it'], { blocked_targets: [{ tool: 'read_file' }] }],
  ] as const)('%s', async (_, before, payload) => {
    expect(await directed(...before)).toMatchObject({ payload });
  });

  test.each([
    ['is not close enough to what they wanted before', ['planned without it', 'Steer'], 'PlanDirective'],
    ['is not close enough to a plan that did not know it', ['Steer', 'planned without it'], 'PlanDirective'],
    ['may be close enough to what they said before its plan', ['Steer', 'planned with it'], 'FinalResult'],
  ] as const)('%s', async (_, before, type) => {
    const { tell, begin } = solver({ memory: false });
    await begin();
    await hears(tell, before);
    const near = [verdict({ weight: 5 }), verdict({ criterion: 'it is short', verdict: 'fail', weight: 1 })];
    const drafts = await tell('ReplanRequest', request([done], { task_verdicts: near }));
    expect(drafts.map(typeOf)).toEqual(['decision', type]);
  });
});
