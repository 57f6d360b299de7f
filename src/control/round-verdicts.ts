/** What the verdicts of a round say about the whole task: which verdicts to believe, and whether the result may be delivered. Pure. */
import type { ReplanRequest } from '../contracts/control.ts';
import type { CriterionVerdict } from '../contracts/criteria.ts';
import { distance } from './distance.ts';

/**
 * Verdicts on the whole task that contradict a failed sub-task are ignored, and the sub-tasks count. If everything then passes although a check
 * failed, the checks count.
 */
export function believable({ outcomes, task_verdicts, task_checks }: ReplanRequest): readonly CriterionVerdict[] | undefined {
  const partFailed = outcomes.some(({ status }) => status === 'failed');
  const verdicts = partFailed && task_verdicts?.every(isMetOrGivenUp) ? undefined : task_verdicts;
  const checkFailed = task_checks?.some(({ verdict }) => verdict !== 'pass');
  return checkFailed && distance(outcomes, verdicts) === 0 ? task_checks : verdicts;
}

const isMetOrGivenUp = ({ verdict, amended }: CriterionVerdict): boolean => verdict === 'pass' || amended === true;

/** Whether every sub-task matched, and only criteria that a plan gave up were missed. */
export const isMetAsAmended = ({ outcomes, task_verdicts = [], task_checks = [] }: ReplanRequest): boolean =>
  task_verdicts.some(({ amended }) => amended) &&
  task_verdicts.every(isMetOrGivenUp) &&
  task_checks.every(({ verdict }) => verdict === 'pass') &&
  outcomes.every(({ status }) => status === 'matched');

/** Whether everything passed that any delivery requires: the checks of the whole task, and the built-in criterion. */
export function isDeliverable({ outcomes, task_verdicts = [], task_checks = [] }: ReplanRequest): boolean {
  const ofWhole = [...task_verdicts, ...outcomes.flatMap((outcome) => outcome.task_verdicts ?? [])];
  return [...task_checks, ...ofWhole.filter(({ builtin }) => builtin)].every(({ verdict }) => verdict === 'pass');
}
