/** How a goal becomes work: sub-tasks, the manifest that lists them, and the messages about the plan. */
import { z } from 'zod';
import { Criterion, mode, weight } from './criteria.ts';
import { PlannedSubTask } from './given-plan.ts';
import { SubTaskId, TaskId } from './ids.ts';
import { TaskSpec } from './intent.ts';
import { OfferedTool } from './offered-tool.ts';
import { Json } from './shapes/json.ts';
import { count, IsoTime, listOf, record, shape } from './shapes/shape.ts';

const position = z.int().min(1);

/** How many messages (`Steer`) the person had sent when the planner was asked: the plan does not include later ones. Absent if there were none. */
const heard = count.optional();

export const BlockedTarget = shape('BlockedTarget', 'One call that must not be made again: a tool and its main input, compared exactly.', {
  tool: z.string(),
  target: z.string(),
});
export type BlockedTarget = z.infer<typeof BlockedTarget>;

export const Blocked = record({ tools: listOf(z.string()), targets: listOf(BlockedTarget) });
export type Blocked = z.infer<typeof Blocked>;

const Caution = record({ tool: z.string(), target: z.string().optional(), because: z.string() });
export type Caution = z.infer<typeof Caution>;

export const SubTask = shape('SubTask', 'One piece of work with its own rubric, blind to its siblings.', {
  subtask_id: SubTaskId,
  parent_task_id: TaskId,
  index: position,
  round: position,
  sequence: position,
  intent: z.string().min(1),
  success_criteria: listOf(Criterion),
  context: z.string(),
  /** The part of the surroundings that a sub-task needs. */
  surroundings: z.string().default(''),
  tools: listOf(z.string()),
  /** The sub-task's tools that are not built in, as the look around found them. */
  found_tools: listOf(OfferedTool).optional(),
  blocked: Blocked,
  /** Calls with a mixed record in memory: if a person is present, they are asked once before such a call changes anything. */
  cautions: listOf(Caution).default([]),
  deadline: IsoTime.nullable(),
  heard,
});
export type SubTask = z.infer<typeof SubTask>;

const Listed = shape('ListedSubTask', 'A sub-task as R4b needs it, so that even a sub-task that is never started is accounted for.', {
  subtask_id: SubTaskId,
  sequence: position,
  intent: z.string().min(1),
  success_criteria: listOf(Criterion),
});

export const Amendment = shape('Amendment', 'A task criterion that a later plan gave up, what replaces it, and why.', {
  criterion: z.string().min(1),
  instead: z.string(),
  why: z.string(),
  /** Mode and weight of the abandoned criterion, which give its share of the distance. */
  mode,
  weight,
});
export type Amendment = z.infer<typeof Amendment>;

export const DispatchManifest = shape('DispatchManifest', 'Everything dispatched in a round, so that a missing report is noticed.', {
  task_id: TaskId,
  round: position,
  subtasks: listOf(Listed),
  task_spec: TaskSpec,
  task_criteria: listOf(Criterion),
  /** The criteria given up since the first plan, except at the person's request: each counts as unmet. */
  amended: listOf(Amendment).default([]),
  /** The surroundings as the planner saw them: facts in them need no other source. */
  surroundings: z.string().default(''),
  /** How memory identifies the project, according to the look around: by the identity of its repository, otherwise by its real folder. */
  repository: z.string().min(1).optional(),
  fingerprint: z.string(),
  dispatched_at: IsoTime,
  heard,
});
export type DispatchManifest = z.infer<typeof DispatchManifest>;

export const PlanReview = shape('PlanReview', 'The plan, shown to the person before anything is done (`--plan`).', {
  round: position,
  task_criteria: listOf(Criterion),
  subtasks: listOf(PlannedSubTask),
  /** The criteria of the first plan that this plan gives up, and those given up before. */
  amended: listOf(Amendment).default([]),
  /** Why the plan cannot be run as edited by the person. */
  reasons: listOf(z.string()).default([]),
  /** The previous plan, which the person rejected. */
  declined: record({ task_criteria: listOf(Criterion), subtasks: listOf(PlannedSubTask) }).optional(),
});

export const PlanReply = shape('PlanReply', 'The plan, approved or edited; whatever is absent stays as it is.', {
  approved: z.boolean(),
  task_criteria: listOf(Criterion).optional(),
  subtasks: listOf(PlannedSubTask).optional(),
  /** What to do instead, in the person's words: this plan is rejected, and another is made. */
  instead: z.string().optional(),
  /** Set if the question was closed without an answer, which counts as a no. */
  unanswered: z.literal(true).optional(),
});

export const GroupMatched = shape(
  'GroupMatched',
  'A group of sub-tasks with the same sequence is done; its outputs go into the context of the next group.',
  {
    round: position,
    sequence: position,
    outputs: listOf(record({ subtask_id: SubTaskId, intent: z.string(), output: Json })),
  },
);

export const Answer = shape('Answer', 'The reply to a conversation, which needs no tool.', { answer: z.string().min(1) });

export const PlanFailed = shape('PlanFailed', 'No admissible plan was found; the reasons are listed.', {
  round: position,
  reasons: listOf(z.string()),
  /** The reasons as worded for the person, in the same order; absent if the wording is the same, and in older journals. */
  told: listOf(z.string()).optional(),
  /** Set if the person rejected the plan. */
  declined: z.literal(true).optional(),
  /** Set if the planner concluded after a round that the goal cannot be met: what was achieved, and what the person could do. */
  impossible: record({ why: z.string().min(1), partial_result: z.string(), next_moves: listOf(z.string()) }).optional(),
});

export const Handoff = shape('Handoff', 'What was really achieved, and two or three concrete next moves.', {
  partial_result: z.string(),
  next_moves: listOf(z.string()),
});
