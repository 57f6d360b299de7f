/** A round of the made-up world as the product's messages, so that its own controller and plan validator can be asked. */
import type { ReplanRequest } from '../../../src/contracts/control.ts';
import type { Criterion, CriterionVerdict } from '../../../src/contracts/criteria.ts';
import type { SubTaskOutcome, ToolCall } from '../../../src/contracts/execution.ts';
import { SubTaskId, TaskId } from '../../../src/contracts/ids.ts';
import type { Plan } from '../../../src/roles/r2-planner/plan.ts';
import type { FailureClass, Goal, Method } from './world.ts';

const task_id = TaskId.parse('20260101-000000000-evidence');
const subtask_id = SubTaskId.parse(`${task_id}-1-1`);

export const toolName = (tool: number): string => `tool_${tool + 1}`;
export const toolNumber = (name: string): number => Number(name.slice('tool_'.length)) - 1;
const targetName = (part: number, target: number): string => `part-${part + 1}/place-${target + 1}`;
export const methodOf = ({
  tool,
  target,
}: {
  readonly tool: string;
  readonly target: string;
}): { readonly part: number; readonly method: Method } => {
  const [part = '', place = ''] = target.split('/');
  return {
    part: Number(part.slice('part-'.length)) - 1,
    method: { tool: toolNumber(tool), target: Number(place.slice('place-'.length)) - 1 },
  };
};

/** The criteria of a part. One criterion of the goal is checked by code, so it must pass before anything is delivered with gaps. */
const criteriaOf = (goal: Goal, part: number): readonly Criterion[] =>
  Array.from({ length: goal.parts[part]?.criteria ?? 0 }, (_, at) => ({
    criterion: `part ${part + 1} names its value number ${at + 1}`,
    mode: at % 2 === 0 ? 'verifiable' : 'plausible',
    weight: 1,
  }));

/** The result of one part in a round. */
export type Tried = {
  readonly part: number;
  readonly method: Method;
  readonly isMatched: boolean;
  /** After each attempt: whether its call worked, which criteria passed, and what was said about the cause. */
  readonly attempts: readonly { readonly ok: boolean; readonly passes: readonly boolean[]; readonly cause: FailureClass | null }[];
  /** The verdict of the judge of the whole, if it was asked. */
  readonly whole?: readonly boolean[];
};

const verdictsOf = (goal: Goal, { part }: Tried, passes: readonly boolean[], cause: FailureClass | null): readonly CriterionVerdict[] =>
  criteriaOf(goal, part).map(({ criterion, mode, weight }, at) => ({
    ...{ criterion, mode, weight, evidence: '' },
    verdict: passes[at] ? 'pass' : 'fail',
    failure_class: passes[at] ? null : cause,
    by: isGate(part, at) ? 'check' : 'model',
  }));

/** The criterion that must pass before anything is delivered. */
const isGate = (part: number, at: number): boolean => part === 0 && at === 0;

export function requestOf(goal: Goal, round: number, tried: readonly Tried[], elapsed_ms: number): ReplanRequest {
  const outcomes = tried.map((each) => outcomeOf(goal, round, each));
  const isWhole = goal.parts.length === 1 || tried.every(({ whole }) => whole);
  const ofTask = tried.flatMap((each) => {
    const last = each.attempts.at(-1);
    return verdictsOf(goal, each, each.whole ?? last?.passes ?? [], last?.cause ?? 'logical');
  });
  const task_checks = ofTask.filter(({ by }) => by === 'check');
  return {
    ...{
      task_id,
      round,
      gap_summary: '',
      failed_subtasks: [],
      correction_count: 0,
      elapsed_ms,
      outcomes,
      merged_output: null,
      recommendation: 'replan',
    },
    ...(isWhole ? { task_verdicts: ofTask } : {}),
    ...(isWhole && goal.parts.length > 1 ? {} : { task_checks }),
  };
}

function outcomeOf(goal: Goal, round: number, tried: Tried): SubTaskOutcome {
  const { part, method, attempts, isMatched } = tried;
  const last = attempts.at(-1);
  const names = criteriaOf(goal, part).map(({ criterion }) => criterion);
  return {
    ...{ subtask_id, parent_task_id: task_id, intent: `Reach part ${part + 1}`, output: null, refused: false },
    status: isMatched ? 'matched' : 'failed',
    failure_reason: isMatched ? null : 'criteria were missed',
    success_criteria: criteriaOf(goal, part),
    criteria_verdicts: verdictsOf(goal, tried, last?.passes ?? [], last?.cause ?? null),
    gap_trajectory: attempts.map(({ passes, cause }, at) => ({
      attempt: at + 1,
      failed_criteria: names.flatMap((criterion, which) => (passes[which] ? [] : [{ criterion, failure_class: cause }])),
    })),
    tool_calls: attempts.map(({ ok }, at) => callOf(goal, round, part, method, at + 1, ok)),
  };
}

function callOf(goal: Goal, round: number, part: number, method: Method, nth: number, ok: boolean): ToolCall {
  const target = targetName(part, method.target);
  return {
    ...{ call_id: `${round}.${part + 1}.${nth}/R3/1.0`, tool: toolName(method.tool), input: { target }, target, ok, output_head_tail: '' },
    ...(ok ? {} : { error_class: 'not_found' }),
    ...(ok && goal.isChanging ? { changed: [{ path: `/made/${target}`, change: 'changed' }] } : {}),
  };
}

/** A part and the method that a plan has for it. */
export type Planned = { readonly part: number; readonly method: Method };

/** Every place has words of its own, so that two plans are alike only as far as they use the same places. */
const placeWords = ['the harbour in the north', 'an archive below ground', 'some shelves upstairs', 'their website abroad'];

/** The plan of a round in the words of a planner, which say so when a method is used again. */
export const planOf = (goal: Goal, planned: readonly Planned[], used: (part: number, method: Method) => number): Plan => ({
  task_criteria: goal.parts.flatMap((_, part) => criteriaOf(goal, part)),
  amended: [],
  subtasks: planned.map(({ part, method }) => {
    const times = used(part, method);
    return {
      intent: `Reach part ${part + 1} from ${targetName(part, method.target)}, ${placeWords[method.target]}${times === 0 ? '' : `, more precisely than the ${times} times before`}`,
      ...{ success_criteria: criteriaOf(goal, part), context: '', tools: [toolName(method.tool)], sequence: 1, deadline: null },
    };
  }),
});

/** What the person asked for. */
export const spec = {
  intent: 'Bring all parts of the collection together',
  raw_input: 'Collect everything that belongs to it, please.',
  clarifications: [],
};
