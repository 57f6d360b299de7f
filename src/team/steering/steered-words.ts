/** What was decided after a rejection, and why, in one sentence. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { exceeds } from '../../control/compare.ts';
import type { ControllerState, Decision } from '../../control/decide.ts';
import type { NextStep } from './next-step.ts';
import type { Rejection } from './steer.ts';

type Decided = { readonly state: ControllerState; readonly decision: Decision };

/** `before`: the measures of the previous rejection. */
export function steeredWords(next: NextStep, decided: Decided, { criteria }: Rejection, before: ControllerState['last']): string {
  const failed = criteria.filter(({ verdict }) => verdict === 'fail').length;
  return `${failed} of ${criteria.length} criteria ${failed === 1 ? 'fails' : 'fail'}${trend(decided.decision.loss.D, before)}: ${what[next](decided)}`;
}

function trend(distance: number, before: ControllerState['last']): string {
  if (before === null) return '';
  if (exceeds(before.D, distance)) return ', fewer than before';
  return exceeds(distance, before.D) ? ', more than before' : ', as many as before';
}

const what: Readonly<Record<NextStep, (decided: Decided) => string>> = {
  same_coder: ({ decision: { failed_criterion } }) =>
    failed_criterion === null ? 'the same coder continues' : `the same coder continues, first with "${oneLine(failed_criterion, 80)}"`,
  another_coder: ({ decision: { failure_class } }) =>
    `${failure_class === 'environmental' ? 'the environment gets in the way' : 'this approach is not working'}, so another coder starts afresh`,
  review_stuck: () => 'what was wrong before is still wrong, so the planner splits or redefines the task',
  review_deadlock: ({ state, decision }) => `${whyNoFurther(state, decision)}, so the planner decides what comes next`,
};

function whyNoFurther({ worsening }: ControllerState, { reason }: Decision): string {
  if (reason === 'budget') return 'the time for reviews is used up';
  return worsening > 1 ? 'it got worse twice in a row' : 'no review cycle is left';
}
