/** What is not met or not judged, and why: after a measured round, or when a task ends during one. Pure. */
import type { ReplanRequest, Unmet } from '../../contracts/control.ts';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import { whyGivenUp } from '../../control/counted-verdicts.ts';

/** The task's criteria, and those that plans gave up. */
type Asked = Pick<DispatchManifest, 'task_criteria' | 'amended'>;

type Judged = Pick<ReplanRequest, 'outcomes'> & Partial<Pick<ReplanRequest, 'task_verdicts' | 'task_checks'>>;

/**
 * Every criterion of the sub-tasks and the task that did not pass, was not judged or was given up. A criterion of the task that is not judged counts as met
 * where a sub-task proved it; one that a later plan added counts only if it failed.
 */
export function unmetIn(
  { outcomes, task_verdicts, task_checks = [] }: Judged,
  { task_criteria, amended }: Asked,
  uncheckedBecause = 'not every part was done',
): readonly Unmet[] {
  const ofWhole = task_verdicts ?? task_checks;
  const met = (found: readonly CriterionVerdict[], text: string): boolean =>
    found.some(({ criterion, verdict }) => verdict === 'pass' && criterion === text);
  // after a refusal, only the task as a whole was judged, so its passes count here, too
  const ofParts = outcomes.flatMap(({ criteria_verdicts, refused }) =>
    criteria_verdicts.filter(({ criterion }) => !refused || !met(ofWhole, criterion)),
  );
  const verdicts: readonly CriterionVerdict[] = [...ofParts, ...ofWhole];
  const missed = verdicts
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ criterion, evidence }) => ({
      criterion,
      why: met(task_checks, criterion) ? `${evidence} (its check passes all the same)` : evidence,
    }));
  const unjudged = task_criteria.filter(
    ({ criterion, added }) => !added && !ofWhole.some((verdict) => verdict.criterion === criterion) && !met(ofParts, criterion),
  );
  const givenUp = amended.map((amendment) => ({ criterion: amendment.criterion, why: whyGivenUp(amendment) }));
  return once([...unjudged.map(notChecked(uncheckedBecause)), ...missed, ...givenUp]);
}

/** The criteria of a task without a plan: none. */
export const nothingAsked: Asked = { task_criteria: [], amended: [] };

/**
 * The criteria that are open when a task ends early: in the round under way, and in the last measured one unless met since, or dropped for something
 * else that the person asked for.
 */
export function openIn(
  manifest: DispatchManifest | undefined,
  last: ReplanRequest | undefined,
  outcomes: readonly SubTaskOutcome[],
  dropped: readonly string[] = [],
): readonly Unmet[] {
  if (!manifest) return [];
  const { subtasks, round } = manifest;
  if (last && last.round >= round) return unmetIn(last, manifest);
  const reported = subtasks.flatMap(({ subtask_id }) => outcomes.find((outcome) => outcome.subtask_id === subtask_id) ?? []);
  const unreported = subtasks.filter(({ subtask_id }) => !reported.some((outcome) => outcome.subtask_id === subtask_id));
  const verdicts = reported.flatMap(({ criteria_verdicts }) => criteria_verdicts);
  const passed = new Set(verdicts.filter(({ verdict }) => verdict === 'pass').map(({ criterion }) => criterion));
  const isOpen = ({ criterion }: Pick<Criterion, 'criterion'>): boolean => !passed.has(criterion);
  const before = last ? unmetIn(last, nothingAsked).filter((each) => isOpen(each) && !dropped.includes(each.criterion)) : [];
  const unfinished = unreported.flatMap(({ success_criteria }) => success_criteria.filter(isOpen).map(notChecked(endedFirst)));
  return once([...before, ...unmetIn({ outcomes: reported }, manifest, endedFirst), ...unfinished]);
}

const endedFirst = 'the task ended first';

const notChecked =
  (because: string) =>
  ({ criterion }: Criterion): Unmet => ({ criterion, why: `not checked: ${because}`, unchecked: true });

/** Each criterion once, with the most recent reason. */
const once = (unmet: readonly Unmet[]): readonly Unmet[] => [...new Map(unmet.map((each) => [each.criterion, each])).values()];
