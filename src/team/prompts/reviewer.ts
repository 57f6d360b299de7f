/** What a reviewer is asked. Pure. */
import { delimited } from '../../roles/prompting/delimited.ts';
import type { Board, Task } from '../board/board.ts';
import { blockersIn, reviewCriteria } from '../review/verdict.ts';
import { bootstrap, taskText } from './bootstrap.ts';

/** What code found out before the review, so that no one has to claim it. */
export type ReviewNotes = {
  /** The changes from the base to the commit, as a diff; cut where it is long. */
  readonly diff: string;
  /** One sentence for each fact: the test command, new tests on the base, files beyond the checkpoint, a spec that changed. */
  readonly facts: readonly string[];
};

/** The prompt of one review. */
export const reviewerPrompt = (board: Board, agent: string, task: Task, { diff, facts }: ReviewNotes): string =>
  [
    bootstrap(board, agent),
    '=== REVIEW TASK ===',
    taskText(task),
    `Commit: ${task.review_commit}, by ${task.assigned_to}, on ${task.base_commit}. You are in a checkout of it. What you change there has no effect.`,
    `Facts that code found:\n${facts.map((fact) => `- ${fact}`).join('\n') || '- none'}`,
    delimited('diff', diff),
    `Judge each of these, in these words:\n${reviewCriteria(task)
      .map((criterion) => `- ${criterion}`)
      .join('\n')}`,
    `Evidence of a pass is what code can find in this checkout: path:line, or words of a file with its path. A fail has a failure_class: logical, or environmental where the surroundings are at fault.`,
    `A rejection has at least one blocker: file, line, issue in one line, why it matters, what to do, spec_ref. Not style, not another way to do the same, not more scope: those are concerns at most.`,
    ...earlier(task),
    'Send one verdict. It ends your turn, and it is final for this round.',
  ].join('\n\n');

function earlier(task: Task): readonly string[] {
  const issues = (task.iteration ?? 1) > 1 ? blockersIn(task.rejection_reason) : [];
  return issues.length === 0
    ? []
    : [
        `Earlier blockers. Say of each in prior, in these words, whether it is RESOLVED, STILL PRESENT or PARTIAL:\n${issues.map((issue) => delimited('issue', issue)).join('\n')}`,
      ];
}
