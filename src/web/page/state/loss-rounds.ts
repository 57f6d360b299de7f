/** The rounds of a task as a person reads them: how far each ended from the goal, what was missing, what was tried, and what follows. Pure. */
import { reaches } from '../../../control/compare.ts';
import type { RoundStory } from '../../../history/story/round.ts';
import type { TaskStory } from '../../../history/story/task-story.ts';
import { counted } from '../../../view/pages.ts';
import { aimText } from '../../../view/words/aim-text.ts';
import { plainly } from '../../../view/words/plainly.ts';
import { replanSentence } from '../../../view/words/replan-sentence.ts';
import { heading, reasonIn } from '../../../view/words/wording.ts';

export type LossRound = {
  readonly round: number;
  readonly seq: number;
  /** The loss and its parts: distance from the goal, implausibility, cost. */
  readonly L: number;
  readonly D: number;
  readonly P: number;
  readonly Omega: number;
  readonly trend: 'first' | 'better' | 'worse' | 'same';
  /** How much the loss has changed since the previous round; null in the first. */
  readonly change: number | null;
  readonly missing: readonly string[];
  readonly tried: string;
  /** What follows, in words, and why R7 decided that. */
  readonly next: string;
  readonly because: string;
};

export const lossRounds = ({ rounds, cwd }: Pick<TaskStory, 'rounds' | 'cwd'>): readonly LossRound[] =>
  rounds.flatMap((round) => lossRound(round, cwd));

function lossRound({ round, seq, turn, gate, subtasks }: RoundStory, cwd: string): readonly LossRound[] {
  if (!turn) return [];
  const { loss, grad_l, prev_directive, epsilon, directive } = turn;
  const isFirst = prev_directive === 'init';
  const isChanged = reaches(Math.abs(grad_l), epsilon);
  const missed = (gate?.verdicts ?? []).filter(({ verdict }) => verdict !== 'pass');
  const ofParts = subtasks.flatMap(({ verdicts }) => verdicts).filter(({ verdict }) => verdict !== 'pass');
  const missing = [...new Set((missed.length > 0 ? missed : ofParts).map(({ criterion }) => plainly(aimText(criterion), cwd)))];
  const isEnd = directive in heading;
  return [
    {
      ...{ round, seq, L: loss.L, D: loss.D, P: loss.P, Omega: loss.Omega },
      trend: isFirst ? 'first' : !isChanged ? 'same' : grad_l < 0 ? 'better' : 'worse',
      change: isFirst ? null : grad_l,
      missing,
      tried: triedIn(subtasks),
      next: isEnd ? heading[directive as keyof typeof heading] : plainly(replanSentence({ ...turn, directive: directive as never }), cwd), // each directive is in one of the two tables
      because: plainly(reasonIn({ rationale: turn.rationale, directive }), cwd),
    },
  ];
}

/** `2 sub-tasks, 5 calls of which 3 failed, 1 correction`. */
function triedIn(subtasks: RoundStory['subtasks']): string {
  const started = subtasks.filter((subtask) => subtask.started);
  const attempts = started.flatMap((subtask) => subtask.attempts);
  const calls = attempts.flatMap((attempt) => attempt.calls);
  const failed = calls.filter(({ state }) => state === 'failed').length;
  const corrections = attempts.filter(({ correction }) => correction).length;
  return [
    counted(started.length, 'sub-task'),
    counted(calls.length, 'call') + (failed === 0 ? '' : failed === calls.length ? ', all failed' : `, ${failed} failed`),
    ...(corrections === 0 ? [] : [counted(corrections, 'correction')]),
  ].join(', ');
}
