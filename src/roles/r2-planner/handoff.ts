/** What is handed to the person when a task is abandoned: what was really achieved, and what could be done next. */
import type { HandoffRequest } from '../../contracts/control.ts';
import type { PayloadOf } from '../../contracts/messages.ts';

/** Made from the outcomes alone, so that it says nothing that did not happen. */
export function handoffFrom({ why, outcomes, unmet }: HandoffRequest): PayloadOf<'Handoff'> {
  const matched = outcomes.filter(({ status }) => status === 'matched');
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const achieved = matched.map(({ intent }) => `done and checked: ${intent}`);
  const moves = [
    ...failed.map(({ intent, failure_reason }) => `Look into "${intent}": ${failure_reason ?? 'it failed without a reason'}.`),
    ...unmet.map(({ criterion, why: reason }) => `See to it that ${criterion}: ${reason}.`),
    'Say the goal in other words, or in smaller parts, and run it again.',
  ];
  return {
    partial_result: achieved.length > 0 ? achieved.join('\n') : `Nothing was completed: ${why}.`,
    next_moves: [...new Set(moves)].slice(0, 3),
  };
}
