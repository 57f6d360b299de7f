/** A reviewer's prompt. Pure. */
import { delimited } from '../../roles/prompting/delimited.ts';
import type { Board, Task } from '../board/board.ts';
import { sinceClaim } from '../lifecycle/claiming.ts';
import { blockersIn, reviewCriteria } from '../review/verdict.ts';
import { bootstrap, taskText } from './bootstrap.ts';

/** What code found out before the review, so that no claim needs to be relied on. */
export type ReviewNotes = {
  /** The changes from the base to the commit, as a diff; cut if it is long. */
  readonly diff: string;
  /** One sentence per fact: the test command, new tests on the base, files beyond the checkpoint, a changed spec. */
  readonly facts: readonly string[];
};

/** The prompt for one review. `currentSpec` is the current spec, if the commit has another version. */
export const reviewerPrompt = (board: Board, agent: string, task: Task, { diff, facts }: ReviewNotes, currentSpec?: string): string =>
  [
    bootstrap(board, agent, task),
    '=== REVIEW TASK ===',
    taskText(task, currentSpec),
    `Commit: ${task.review_commit}, by ${task.assigned_to}, on ${task.base_commit}. You are in a checkout of it. What you change there has no effect.`,
    ...checkpointText(task),
    `Facts that code found:\n${facts.map((fact) => `- ${fact}`).join('\n') || '- none'}`,
    delimited('diff', diff),
    `Judge each of these, in these words:\n${reviewCriteria(task)
      .map((criterion) => `- ${criterion}`)
      .join('\n')}`,
    `Evidence of a pass is what code can find at this commit: one or more of path:line, path:from-to, or "quoted words" of a file with its path, or of what the test command printed. read_file and grep show the numbers of lines. A fail has a failure_class: logical, or environmental where the surroundings are at fault; a pass has none.${currentSpec === undefined ? '' : ' The spec that is shown above is not at this commit: name the lines that match it, not its own.'}`,
    'Where something needed to judge a criterion is missing (the spec leaves it open, or it cannot be run here), do not guess: its verdict is cannot_judge, and its evidence says what kept you from it. Then reject, with a blocker that says what would let the next reviewer judge it. That does not count against the coder.',
    'Code refuses an approval while the test command fails, or while a criterion has no evidence that code can find.',
    'The spec applies to this task only as far as its scope goes: what else it asks for belongs to other tasks.',
    `A rejection has at least one blocker: file, line, issue in one line, why it matters, what to do, spec_ref. Not style, not another way to do the same, not more scope: those are concerns at most, which are kept with the verdict and change nothing; send a discovery for what someone should take up. Where the facts of code and your own run differ, the facts decide: if the surroundings are at fault, reject with the class environmental.`,
    ...earlier(task),
    'Send one verdict. It is final for this round.',
  ].join('\n\n');

/** What the coder said it would do, to be compared with the result. */
function checkpointText(task: Task): readonly string[] {
  const last = sinceClaim(task).findLast(({ event }) => event === 'pre_execution_checkpoint')?.checkpoint;
  return [
    `This is review number ${(task.review_cycles_total ?? 0) + 1} of the task.`,
    ...(last === undefined ? [] : [`The coder's last checkpoint:\n${delimited('checkpoint', JSON.stringify(last, undefined, 1))}`]),
  ];
}

function earlier(task: Task): readonly string[] {
  const issues = (task.iteration ?? 1) > 1 ? blockersIn(task.rejection_reason) : [];
  return issues.length === 0
    ? []
    : [
        `Earlier blockers. Say of each in prior, in these words, whether it is RESOLVED, STILL PRESENT or PARTIAL:\n${issues.map((issue) => delimited('issue', issue)).join('\n')}`,
      ];
}
