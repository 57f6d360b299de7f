/** What one task leaves behind as Megrams: as the product's R7 writes them, or one for every experience. */
import type { ReplanRequest } from '../../../src/contracts/control.ts';
import type { SubTaskOutcome } from '../../../src/contracts/execution.ts';
import { newTaskId, subTaskId, type TaskId } from '../../../src/contracts/ids.ts';
import type { TaskSpec } from '../../../src/contracts/intent.ts';
import type { Megram, MegramState, MemoryRecall } from '../../../src/contracts/memory.ts';
import type { DispatchManifest } from '../../../src/contracts/plan.ts';
import { accept, type ControllerState, decide, initialState } from '../../../src/control/decide.ts';
import { defaults } from '../../../src/control/hyperparameters.ts';
import { withTimeFor } from '../../../src/control/time-budget.ts';
import { quantize } from '../../../src/memory/fading/quantize.ts';
import { lessons, type Round } from '../../../src/roles/r7-solver/lessons.ts';
import { placeName, placesPerKind, slugOf, toolName } from './world.ts';

/** One try of a task. */
export type Try = { readonly tool: number; readonly place: number; readonly ok: boolean; readonly met: readonly boolean[] };
export const isDone = ({ ok, met }: Try): boolean => ok && met.every(Boolean);

type Done = {
  readonly task: number;
  readonly kind: number;
  readonly at: Date;
  readonly tries: readonly Try[];
  readonly recall: MemoryRecall | undefined;
};
export type Writer = (done: Done) => readonly Megram[];

const project = 'example.org/team/project#1';
const cwd = '/work';

export const specOf = (kind: number): Pick<TaskSpec, 'slug' | 'raw_input' | 'clarifications' | 'cwd'> => ({
  slug: slugOf(kind),
  raw_input: `Please ${slugOf(kind).replaceAll('_', ' ')}, from ${Array.from({ length: placesPerKind }, (_, place) => placeName(kind, place)).join(' or ')}.`,
  ...{ clarifications: [], cwd },
});
export const identity = project;

const idOf = ({ task, at }: Done): TaskId => {
  let digit = task;
  return newTaskId(at, () => {
    const next = (digit % 32) / 32;
    digit = Math.floor(digit / 32);
    return next;
  });
};

const criteria = ['the table is complete', 'the totals are stated', 'the file has the right name'] as const;
const callMs = 6_000;

function outcomeOf(task_id: TaskId, round: number, kind: number, each: Try): SubTaskOutcome {
  const target = placeName(kind, each.place);
  const isMatched = isDone(each);
  const verdicts = criteria.map((criterion, at) => ({
    ...{ criterion, mode: 'verifiable' as const, weight: 1, evidence: '', by: 'model' as const },
    verdict: each.met[at] ? ('pass' as const) : ('fail' as const),
    failure_class: each.met[at] ? null : each.ok ? ('logical' as const) : ('environmental' as const),
  }));
  return {
    ...{
      subtask_id: subTaskId(task_id, round, 1),
      parent_task_id: task_id,
      intent: `${slugOf(kind)} from ${target}`,
      output: '',
      refused: false,
    },
    ...{ status: isMatched ? 'matched' : 'failed', failure_reason: isMatched ? null : 'criteria were missed', gap_trajectory: [] },
    success_criteria: criteria.map((criterion) => ({ criterion, mode: 'verifiable', weight: 1 })),
    ...{ criteria_verdicts: verdicts, task_verdicts: verdicts },
    tool_calls: [
      {
        ...{ call_id: `${round}.1.1/R3/1.0`, tool: toolName(each.tool), input: {}, target, ok: each.ok, output_head_tail: '' },
        ...(each.ok ? {} : { error_class: 'not_found' as const }),
      },
    ],
  };
}

/** Writes as R7 does: every round is measured by the product's `decide`, and the product's `lessons` says what the task has taught. */
export const asR7: Writer = (done) => {
  const { kind, at, tries, recall } = done;
  const task_id = idOf(done);
  const p = withTimeFor(defaults, callMs);
  const rounds: Round[] = [];
  let state: ControllerState = initialState;
  for (const [index, each] of tries.entries()) {
    const round = index + 1;
    const outcomes = [outcomeOf(task_id, round, kind, each)];
    const elapsed_ms = round * 6 * callMs;
    if (isDone(each)) {
      rounds.push({ outcomes, decision: accept(state, elapsed_ms, p), isOwn: true });
      break;
    }
    const task_verdicts = outcomes[0]?.task_verdicts ?? [];
    const request: ReplanRequest = {
      ...{
        task_id,
        round,
        gap_summary: '',
        failed_subtasks: [],
        correction_count: 0,
        elapsed_ms,
        outcomes,
        task_verdicts,
        merged_output: null,
      },
      recommendation: 'replan',
    };
    const decided = decide(state, request, { ...p, delta: 0 }); // a task of this world is done when all of it is
    ({ state } = decided);
    rounds.push({ outcomes, decision: decided.decision, isOwn: true });
  }
  const isMet = tries.some(isDone);
  const spec = { ...specOf(kind), task_id, intent: slugOf(kind), constraints: { scope: null, deadline: null }, kind: 'task' } as const;
  const last = tries.at(-1);
  const manifest: DispatchManifest = {
    ...{
      task_id,
      round: tries.length,
      subtasks: [],
      task_spec: spec,
      task_criteria: [],
      amended: [],
      surroundings: '',
      repository: project,
    },
    ...{ fingerprint: `${toolName(last?.tool ?? 0)}: ${slugOf(kind)}`, dispatched_at: at.toISOString() },
  };
  return lessons({
    ...{ task_id, created_at: at.toISOString(), spec, manifest, rounds },
    recalls: recall ? [{ recall, isOwn: true }] : [],
    end: { directive: isMet ? 'accept' : 'abandon', reason: isMet ? 'met' : 'gap', unmet: [] },
  });
};

/** Unlike the product: each result of a tool or a place is one memory, even in a first round, and even if nothing followed from it. */
export const everyExperience: Writer = (done) => {
  const { kind, at, tries } = done;
  const task_id = idOf(done);
  return tries.map((each, index): Megram => {
    const state: MegramState = isDone(each) ? 'accept' : each.ok ? 'change_approach' : 'change_path';
    const tag = each.ok
      ? { space: `intent:${slugOf(kind)}`, entity: `tool:${toolName(each.tool)}` }
      : { space: `tool:${toolName(each.tool)}`, entity: `path:${placeName(kind, each.place)}` };
    return {
      ...{
        id: `${task_id}-m${String(index + 1).padStart(2, '0')}`,
        level: 'M',
        created_at: at.toISOString(),
        ...tag,
        content: 'tried',
        state,
      },
      ...quantize(state),
      learnt_in: project,
    };
  });
};
