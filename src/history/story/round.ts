/** One round: its plan, its sub-tasks, the verdict on the task as a whole, and what R7 decided next. */
import type { Directive, FinalResult, PlanDirective } from '../../contracts/control.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import { type CriterionStory, type VerdictStory, verdictOf } from './criteria.ts';
import type { Room } from './limits.ts';
import type { Mutable } from './mutable.ts';
import { beginning, words } from './short-copies.ts';
import type { SubTaskStory } from './subtask.ts';

export type RoundStory = {
  /** The first entry of the round: a fork from there gets another plan. */
  readonly seq: number;
  readonly round: number;
  /** Rejected plans, each with the reasons. */
  readonly rejected: readonly { readonly seq: number; readonly reasons: readonly string[] }[];
  /** The plan as the person saw it, and their reply. */
  readonly reviews: readonly ReviewStory[];
  readonly plan: { readonly seq: number; readonly subtasks: number; readonly criteria: readonly CriterionStory[] } | null;
  readonly no_plan: { readonly seq: number; readonly reasons: readonly string[] } | null;
  readonly subtasks: readonly SubTaskStory[];
  readonly gate: GateStory | null;
  readonly turn: TurnStory | null;
};

type ReviewStory = {
  readonly seq: number;
  readonly subtasks: number;
  /** Why the plan as edited by the person cannot be run. */
  readonly reasons: readonly string[];
  readonly reply: { readonly seq: number; readonly approved: boolean; readonly edited: boolean } | null;
};

/** Whether the goal was met, and which parts of it were missed. */
type GateStory = { readonly seq: number; readonly met: boolean; readonly missed: string; readonly verdicts: readonly VerdictStory[] };

/** What was measured, and what followed: another kind of plan or, if the fields of a directive are missing, the end. */
export type TurnStory = Pick<
  PlanDirective,
  'loss' | 'grad_l' | 'prev_directive' | 'blocked_tools' | 'blocked_targets' | 'failed_criterion' | 'rationale'
> & {
  readonly seq: number;
  readonly directive: Directive | FinalResult['directive'];
  readonly urgency: PlanDirective['urgency'] | null;
  readonly failure_class: PlanDirective['failure_class'] | null;
  /** The smallest change of the loss that counts in this task. */
  readonly epsilon: number;
};

export function newRound(round: number, seq: number): Mutable<RoundStory> {
  return { seq, round, rejected: [], reviews: [], plan: null, no_plan: null, subtasks: [], gate: null, turn: null };
}

/** As many of the reasons as there is room for. */
export const reasonsIn = (reasons: readonly string[], room: Room): string[] => room.fit('reasons', reasons).map((reason) => words(reason));

export const reviewOf = ({ seq, payload }: MessageOf<'PlanReview'>, room: Room): Mutable<ReviewStory> => ({
  seq,
  subtasks: payload.subtasks.length,
  reasons: reasonsIn(payload.reasons, room),
  reply: null,
});

export const replyOf = ({ seq, payload }: MessageOf<'PlanReply'>): ReviewStory['reply'] => ({
  seq,
  approved: payload.approved,
  edited: payload.subtasks !== undefined || payload.task_criteria !== undefined,
});

export function gateOf({ seq, type, payload }: MessageOf<'ReplanRequest' | 'OutcomeSummary'>, room: Room): GateStory {
  const verdicts = type === 'OutcomeSummary' ? payload.task_verdicts : (payload.task_verdicts ?? payload.task_checks ?? []);
  return {
    seq,
    met: type === 'OutcomeSummary',
    missed: type === 'OutcomeSummary' ? '' : beginning(payload.gap_summary, 2_000),
    verdicts: room.fit('verdicts', verdicts).map((verdict) => verdictOf(verdict, seq)),
  };
}

/** R7's latest decision, and the reason for it. */
export type Decided = { readonly seq: number; readonly rationale: string; readonly epsilon: number };

/** The decision after a round. The last round has no directive; its measurements are in the result. */
export function turnOf(message: MessageOf<'PlanDirective' | 'FinalResult'>, decided: Decided): TurnStory {
  const { loss, grad_l, prev_directive, directive } = message.payload;
  const measured = { loss, grad_l, prev_directive, directive, epsilon: decided.epsilon };
  if (message.type === 'FinalResult') return { ...measured, ...noDirective, seq: decided.seq, rationale: decided.rationale };
  const { urgency, blocked_tools, blocked_targets, failed_criterion, failure_class, rationale } = message.payload;
  return {
    ...measured,
    seq: message.seq,
    urgency,
    blocked_tools: blocked_tools.slice(0, 100).map((tool) => words(tool, 80)),
    blocked_targets: blocked_targets.slice(0, 100).map(({ tool, target }) => ({ tool: words(tool, 80), target: words(target) })),
    failed_criterion: failed_criterion === null ? null : words(failed_criterion),
    failure_class,
    rationale: words(rationale, 2_000),
  };
}

const noDirective = { urgency: null, blocked_tools: [], blocked_targets: [], failed_criterion: null, failure_class: null };
