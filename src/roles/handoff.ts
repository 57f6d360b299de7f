/** What the person gets when a task is abandoned: what was achieved, and what to do next. Made from outcomes alone. Pure. */
import type { Unmet } from '../contracts/control.ts';
import { type SubTaskOutcome, wasMade } from '../contracts/execution.ts';
import type { PayloadOf } from '../contracts/messages.ts';
import { oneLine } from '../contracts/text/shorten.ts';
import { refusedPartOf } from './declined.ts';

type Known = {
  readonly outcomes: readonly SubTaskOutcome[];
  readonly unmet: readonly Unmet[];
};

/** A few moves to choose from, not a list to work through. */
export const maxMoves = 3;

/** Does not repeat why the task ended, which the result says. `all`: the outcomes of every round, if they are known. */
export function handoffFrom({ outcomes, unmet }: Known, all: readonly SubTaskOutcome[] = outcomes): PayloadOf<'Handoff'> {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const covered = new Set(failed.flatMap(({ success_criteria }) => success_criteria.map(({ criterion }) => criterion)));
  const moves = [
    ...failed.map(lookInto),
    ...unmet
      .filter(({ criterion }) => !covered.has(criterion))
      .map(({ criterion, why: reason }) => `Still open, ${atAGlance(criterion)}: ${sentence(reason)}`),
    ...(failed.some(({ refused }) => refused)
      ? ['Reword the goal so that it can be met without that.']
      : ['Put the goal in other words, or split it into smaller parts.', 'Try a more capable model: --model <name>.']),
  ];
  return {
    partial_result: [achievedIn(outcomes) || (all.some(hasChanged) ? onlyChanged : nothingCompleted), ...triedIn(failed)].join('\n\n'),
    next_moves: [...new Set(moves)].slice(0, maxMoves),
  };
}

/** How a handoff written by code begins if nothing was done. */
export const nothingCompleted = 'No part of it was completed.';
/** How a handoff written by code begins if something was done, but no part passed; single criteria may have. */
export const onlyChanged = 'No part of it was completed, and what it changed is still in place.';

const hasChanged = ({ tool_calls }: SubTaskOutcome): boolean => tool_calls.some(({ changed = [] }) => changed.length > 0);

function lookInto({ intent, failure_reason, refused, unanswered }: SubTaskOutcome): string {
  if (unanswered) return `Run it again at a terminal, where you can say yes: ${sentence(intent)}`;
  if (refused) return `If you want it after all, do it yourself, or run the task again and allow it: ${sentence(intent)}`;
  const why = failure_reason ?? 'it failed without a reason';
  return `Look into "${atAGlance(intent)}": ${sentence(why.startsWith(`${intent}: `) ? why.slice(intent.length + 2) : why)}`;
}

/** The failed calls, one line each; none after a refusal, which explains the end by itself. */
function triedIn(failed: readonly SubTaskOutcome[]): readonly string[] {
  const lines = failed.slice(-maxTried).flatMap(({ intent, tool_calls, refused }) => {
    const made = [...new Set(tool_calls.filter(wasMade).map(({ tool, target }) => oneLine(`${tool} ${target}`, 80)))];
    const more = made.length > maxCalls ? `; and ${made.length - maxCalls} more` : '';
    return refused || made.length === 0 ? [] : [`- ${atAGlance(intent)}: ${made.slice(0, maxCalls).join('; ')}${more}`];
  });
  return lines.length === 0 ? [] : [`What was tried:\n${lines.join('\n')}`];
}

const maxTried = 10;
const maxCalls = 5;

/** What was done and passed its checks, one line each; empty if nothing passed. A part that only met with a refusal is not listed. */
export const achievedIn = (outcomes: readonly SubTaskOutcome[]): string => {
  const partOf = refusedPartOf(outcomes);
  const lines = outcomes.flatMap((outcome) => {
    const part = partOf(outcome);
    return outcome.status !== 'matched' || part === 'all' ? [] : [`${achieved[part]}: ${atAGlance(outcome.intent)}`];
  });
  return [...new Set(lines)].join('\n');
};

const achieved = { none: 'done and checked', some: 'done, except for what you refused' } as const;

const atAGlance = (text: string): string => oneLine(text, 400);

function sentence(text: string): string {
  const row = atAGlance(text);
  return /[.!?…]$/.test(row) ? row : `${row}.`;
}
