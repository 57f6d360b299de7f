/** What is handed to the person when a task is abandoned: what was really achieved, and what could be done next. Made from outcomes alone. */
import type { Unmet } from '../contracts/control.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';
import type { PayloadOf } from '../contracts/messages.ts';
import { headAndTail, oneLine } from '../contracts/shorten.ts';

type Known = {
  readonly why: string;
  readonly outcomes: readonly SubTaskOutcome[];
  readonly unmet: readonly Unmet[];
  /** What was tried and found in all rounds. */
  readonly findings?: string;
};

/** Two or three moves, so that a person neither stands before nothing nor before a list. */
export const maxMoves = 3;

export function handoffFrom({ why, outcomes, unmet, findings = '' }: Known): PayloadOf<'Handoff'> {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const told = new Set(failed.flatMap(({ success_criteria }) => success_criteria.map(({ criterion }) => criterion)));
  const moves = [
    ...failed.map(lookInto),
    ...unmet
      .filter(({ criterion }) => !told.has(criterion))
      .map(({ criterion, why: reason }) => `Still open, ${atAGlance(criterion)}: ${sentence(reason)}`),
    'Say the goal in other words, or in smaller parts, and run it again.',
    'Look at what was tried, in the journal of the task, before you do.',
  ];
  return {
    partial_result: [
      achievedIn(outcomes) || `Nothing was completed: ${sentence(why)}`,
      ...(failed.length > 0 && findings !== '' ? [`What was tried and found:\n${headAndTail(findings, maxFindings)}`] : []),
    ].join('\n\n'),
    next_moves: [...new Set(moves)].slice(0, maxMoves),
  };
}

const lookInto = ({ intent, failure_reason, refused }: SubTaskOutcome): string =>
  refused
    ? `If you want it, do it yourself, or run the task again where you can be asked: ${sentence(intent)}`
    : `Look into "${atAGlance(intent)}": ${sentence(failure_reason ?? 'it failed without a reason')}`;

/** What was done and passed its checks, a line each; empty when nothing was. */
export const achievedIn = (outcomes: readonly SubTaskOutcome[]): string => {
  const matched = outcomes.filter(({ status }) => status === 'matched');
  return [...new Set(matched.map(({ intent }) => `done and checked: ${atAGlance(intent)}`))].join('\n');
};

/** How much of the findings a person is told where nobody wrote a handoff. */
const maxFindings = 2_000;

const longest = 400;

const atAGlance = (text: string): string => oneLine(text, longest);

/** One sentence that ends once. */
function sentence(text: string): string {
  const row = atAGlance(text);
  return /[.!?…]$/.test(row) ? row : `${row}.`;
}
