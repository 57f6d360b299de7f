/** Tasks that have reached a limit: they are blocked, and the planner decides. Pure. */
import type { Board, Task } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { type NextStep, nextStepOf, whySteered } from '../steering/next-step.ts';

export type Limit = { readonly task: string; readonly reason: string; readonly questions: readonly string[] };

/** Every task that has to be blocked, with the reason. */
export function limitsReached(board: Board): readonly Limit[] {
  const { maxIterations, maxReviewCycles } = settingsOf(board.config);
  const abandoned = new Set(board.tasks.flatMap(({ id, status }) => (status === 'ABANDONED' ? [id] : [])));
  return board.tasks.flatMap((task) => limitOf(task, { maxIterations, maxReviewCycles, abandoned }) ?? []);
}

type Limits = { readonly maxIterations: number; readonly maxReviewCycles: number; readonly abandoned: ReadonlySet<string> };

function limitOf(task: Task, { maxIterations, maxReviewCycles, abandoned }: Limits): Limit | undefined {
  const [iterations, cycles] = [task.max_iterations ?? maxIterations, task.max_review_cycles ?? maxReviewCycles];
  const gone = (task.depends_on ?? []).find((id) => abandoned.has(id));
  if (gone !== undefined && waits.has(task.status))
    return { task: task.id, reason: `it depends on ${gone}, which was abandoned`, questions: [`Can it be done without ${gone}?`] };
  if (task.status === 'REJECTED' && isExhausted(task))
    return {
      task: task.id,
      reason: `hypothesis_exhaustion: ${task.failed_by?.join(' and ')} failed it`,
      questions: ['What is it that neither of them knows or can do?'],
    };
  const steered = task.status === 'REJECTED' ? steeredInto[nextStepOf(task) ?? 'same_coder'] : undefined;
  if (steered !== undefined) return { task: task.id, reason: `${nextStepOf(task)}: ${whySteered(task)}`, questions: [steered] };
  if (task.status === 'REJECTED' && (task.review_cycles_current ?? 0) >= cycles)
    return {
      task: task.id,
      reason: `review_deadlock: rejected ${task.review_cycles_current} times`,
      questions: ['Is what done_when asks for possible, and intended?'],
    };
  if (task.status === 'REJECTED' && (task.iteration ?? 0) >= iterations)
    return {
      task: task.id,
      reason: `${task.iteration} iterations without an approval`,
      questions: ['Is the task too large, or its spec too vague?'],
    };
  if (task.status === 'CLAIMED' && (task.turns ?? 0) >= iterations)
    return { task: task.id, reason: `${task.turns} turns without a submission`, questions: ['What keeps it from being submitted?'] };
  return undefined;
}

/** Whether a second coder has failed at the task. A third one that the person allows to try is not stopped because others failed. */
const isExhausted = ({ failed_by, assigned_to }: Task): boolean =>
  (failed_by?.length ?? 0) >= 2 && Boolean(assigned_to && failed_by?.includes(assigned_to));

/** What the planner is asked about a task that steering blocks, by decision. */
const steeredInto: Readonly<Partial<Record<NextStep, string>>> = {
  review_stuck: 'Should it be split or reworded?',
  review_deadlock: 'Is what done_when asks for possible, and intended?',
};

/** The statuses of tasks on which no agent is working, so that they can be stopped without loss. */
const waits: ReadonlySet<Task['status']> = new Set(['UNCLAIMED', 'REJECTED', 'INTEGRATION_FAILED']);
