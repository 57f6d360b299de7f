/** What the verdicts of a round say about the whole: which are believed, and whether it may be delivered. Pure. */
import type { ReplanRequest } from '../contracts/control.ts';
import type { CriterionVerdict } from '../contracts/criteria.ts';
import { distance } from './distance.ts';

/** Verdicts on the whole that would outvote a part that failed are not believed: then the parts count. Nor is anything that would outvote a check: then the checks do. */
export function believable({ outcomes, task_verdicts, task_checks }: ReplanRequest): readonly CriterionVerdict[] | undefined {
  const partFailed = outcomes.some(({ status }) => status === 'failed');
  const verdicts = partFailed && task_verdicts?.every(isMetOrGivenUp) ? undefined : task_verdicts;
  const checkFailed = task_checks?.some(({ verdict }) => verdict !== 'pass');
  return checkFailed && distance(outcomes, verdicts) === 0 ? task_checks : verdicts;
}

const isMetOrGivenUp = ({ verdict, amended }: CriterionVerdict): boolean => verdict === 'pass' || amended === true;

/** Whether every part matched, and nothing was missed but what a plan gave up. */
export const isMetAsAmended = ({ outcomes, task_verdicts = [], task_checks = [] }: ReplanRequest): boolean =>
  task_verdicts.some(({ amended }) => amended) &&
  task_verdicts.every(isMetOrGivenUp) &&
  task_checks.every(({ verdict }) => verdict === 'pass') &&
  outcomes.every(({ status }) => status === 'matched');

/** Whether nothing failed that a result must have to be delivered at all: what code checked of the whole, and the built-in criterion. */
export function isDeliverable({ outcomes, task_verdicts = [], task_checks = [] }: ReplanRequest): boolean {
  const ofWhole = [...task_verdicts, ...outcomes.flatMap((outcome) => outcome.task_verdicts ?? [])];
  return [...task_checks, ...ofWhole.filter(({ builtin }) => builtin)].every(({ verdict }) => verdict === 'pass');
}
