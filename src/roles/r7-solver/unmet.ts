/** What is not met or not judged, and why: after a round that was measured, or when a task ends in the middle of one. Pure. */
import type { ReplanRequest, Unmet } from '../../contracts/control.ts';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';

type Judged = Pick<ReplanRequest, 'outcomes'> & Partial<Pick<ReplanRequest, 'task_verdicts' | 'task_checks'>>;

/** Every criterion that did not pass or was not judged: of the parts, and of the whole. */
export function unmetIn(
  { outcomes, task_verdicts, task_checks = [] }: Judged,
  criteria: readonly Criterion[],
  unjudgedBecause = 'not every part was done',
): readonly Unmet[] {
  const ofWhole = task_verdicts ?? task_checks;
  const verdicts: readonly CriterionVerdict[] = [...outcomes.flatMap(({ criteria_verdicts }) => criteria_verdicts), ...ofWhole];
  const missed = verdicts.filter(({ verdict }) => verdict !== 'pass').map(({ criterion, evidence }) => ({ criterion, why: evidence }));
  const unjudged = criteria.filter(({ criterion }) => !ofWhole.some((verdict) => verdict.criterion === criterion));
  return once([...unjudged.map(notJudged(unjudgedBecause)), ...missed]);
}

/** What is open when a task ends early: of the round under way, and of the last one that was measured as far as nothing has made it good since. */
export function openIn(
  manifest: DispatchManifest | undefined,
  last: ReplanRequest | undefined,
  outcomes: readonly SubTaskOutcome[],
): readonly Unmet[] {
  if (!manifest) return [];
  const { subtasks, task_criteria, round } = manifest;
  if (last && last.round >= round) return unmetIn(last, task_criteria);
  const reported = subtasks.flatMap(({ subtask_id }) => outcomes.find((outcome) => outcome.subtask_id === subtask_id) ?? []);
  const unreported = subtasks.filter(({ subtask_id }) => !reported.some((outcome) => outcome.subtask_id === subtask_id));
  const unfinished = unreported.flatMap(({ success_criteria }) => success_criteria.map(notJudged(endedBefore)));
  const passed = new Set(
    reported.flatMap(({ criteria_verdicts }) =>
      criteria_verdicts.flatMap(({ verdict, criterion }) => (verdict === 'pass' ? [criterion] : [])),
    ),
  );
  const before = last ? unmetIn(last, []).filter(({ criterion }) => !passed.has(criterion)) : [];
  return once([...before, ...unmetIn({ outcomes: reported }, task_criteria, endedBefore), ...unfinished]);
}

const endedBefore = 'the task ended before';

const notJudged =
  (because: string) =>
  ({ criterion }: Criterion): Unmet => ({ criterion, why: `not judged, because ${because}` });

/** Each criterion once, with the last that was said of it. */
const once = (unmet: readonly Unmet[]): readonly Unmet[] => [...new Map(unmet.map((each) => [each.criterion, each])).values()];
