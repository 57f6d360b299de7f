import { describe, expect, test } from 'vitest';
import { recalled } from '../../../test/support/fake-memory.ts';
import { handled } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, outcome, verdict } from '../../../test/support/rounds.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { MessageType, PayloadOf } from '../../contracts/messages.ts';
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
  effects: {} as never, // R7 asks the world for nothing
  ask: async () => ({ partial_result: 'Nothing.', next_moves: ['Look.', 'Look again.'] }) as never, // the handoff, which is all that R7 asks for
  activeMs: () => 0,
  signal: new AbortController().signal,
};

function solver({ memory = true, control = {} } = {}) {
  const role = createSolver({ ...settings, control: { ...settings.control, ...control }, memory });
  const tell = <T extends MessageType>(type: T, payload: PayloadOf<T>) => handled(role, type, payload, context);
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
  drafts.flatMap((draft) => ('type' in draft && draft.type === 'Megram' ? [draft.payload as PayloadOf<'Megram'>] : [])); // a Megram carries one

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
