/** What the person gets when a task is abandoned: what was achieved, and what to do next. Made from outcomes alone. Pure. */
import type { Unmet } from '../contracts/control.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';
import type { PayloadOf } from '../contracts/messages.ts';
import { headAndTail, oneLine } from '../contracts/text/shorten.ts';

type Known = {
  readonly why: string;
  readonly outcomes: readonly SubTaskOutcome[];
  readonly unmet: readonly Unmet[];
  readonly findings?: string;
};

/** A few moves to choose from, not a list to work through. */
export const maxMoves = 3;

export function handoffFrom({ why, outcomes, unmet, findings = '' }: Known): PayloadOf<'Handoff'> {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const covered = new Set(failed.flatMap(({ success_criteria }) => success_criteria.map(({ criterion }) => criterion)));
  const moves = [
    ...failed.map(lookInto),
    ...unmet
      .filter(({ criterion }) => !covered.has(criterion))
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

/** What was done and passed its checks, one line each; empty if nothing did. */
export const achievedIn = (outcomes: readonly SubTaskOutcome[]): string => {
  const matched = outcomes.filter(({ status }) => status === 'matched');
  return [...new Set(matched.map(({ intent }) => `done and checked: ${atAGlance(intent)}`))].join('\n');
};

/** How much of the findings a person sees when no model wrote the handoff. */
const maxFindings = 2_000;

const atAGlance = (text: string): string => oneLine(text, 400);

function sentence(text: string): string {
  const row = atAGlance(text);
  return /[.!?…]$/.test(row) ? row : `${row}.`;
}
