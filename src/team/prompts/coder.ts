/** A coder's prompt. Pure. */
import { delimited } from '../../roles/prompting/delimited.ts';
import type { Board, Task } from '../board/board.ts';
import { nextStepOf } from '../steering/next-step.ts';
import { bootstrap, experienceText, taskText } from './bootstrap.ts';

/**
 * The prompt for one turn of a coder. `testCommand` decides whether tests pass; `recalled` is what memory holds about the task's spec and files,
 * `currentSpec` the current spec, if the worktree has another version.
 */
export const coderPrompt = (
  board: Board,
  agent: string,
  task: Task,
  testCommand: string | undefined,
  recalled: readonly string[] = [],
  currentSpec?: string,
): string =>
  [
    bootstrap(board, agent, task),
    '=== ASSIGNED TASK ===',
    taskText(task, currentSpec),
    `You work in your own worktree, which is the current folder, and nowhere else: what you change elsewhere has no effect. Do not commit; your work is committed when you submit.`,
    [
      '1. Read the spec and the code that the task concerns.',
      '2. Send checkpoint before your first change. If you come to change files that it does not name, send another one.',
      task.kind === 'code' || !task.kind
        ? '3. Write the tests that show done_when first, then the code until they pass.'
        : '3. Make the change. It needs no tests.',
      `4. ${testCommand ? `Run the tests: ${testCommand}` : 'Run what shows that it works.'}`,
      '5. Send submit. The test command is run once more before it counts.',
    ].join('\n'),
    'Stay within scope. What you notice outside it is a discovery. A small gap that the spec leaves is an assumption: name it in the checkpoint. If what is missing decides what the result is, send block with questions instead of guessing; do not block for what the specs say, for style, or for what would only be nice.',
    'Report an anomaly when it happens, before you submit; retry_loop is more than two tries at one error. If a check fails and your work is not the cause, say so in an external_blocker, and send block if it stays.',
    ...experienceText(recalled),
    ...afterRejection(task),
    ...ofHandoff(board, task),
    ...(task.integration_fix
      ? [
          'This is an integration fix: the integration branch was merged into your worktree. Resolve the conflicts, leave no markers, and make the tests pass.',
        ]
      : []),
  ].join('\n\n');

function afterRejection(task: Task): readonly string[] {
  const { rejection_reason, previous_commit, failed_by } = task;
  if (!rejection_reason) return [];
  const isOwn = (task.iteration ?? 1) > 1;
  if (isOwn && nextStepOf(task) !== 'another_coder')
    return [
      'Your last submission was rejected. Your worktree holds it, committed: what you submit now becomes one more commit. A new checkpoint comes before your first change. Address each blocker as it is meant: do not reinterpret it, work around it, or argue in comments.',
      ...(typeof task.steering?.first === 'string' ? [`Begin with the failed criterion that weighs most: "${task.steering.first}".`] : []),
      delimited('rejection', rejection_reason),
    ];
  if (!isOwn && !failed_by?.length) return [];
  return [
    `${isOwn ? 'Your last submission' : 'The work of a coder before you'} was rejected, and its approach did not get there. Your worktree starts afresh${previous_commit ? `; that work is commit ${previous_commit}` : ''}. Take another approach: the same one would fail again.`,
    delimited('rejection', rejection_reason),
  ];
}

function ofHandoff({ handoff }: Board, { id, handoff_pending }: Task): readonly string[] {
  const left = handoff?.[id];
  return left && handoff_pending ? ['The one before you left this:', delimited('handoff', JSON.stringify(left, undefined, 1))] : [];
}
