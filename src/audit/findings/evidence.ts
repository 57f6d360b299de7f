/** Claims that the world refuted, verdicts that nothing supports, goals that were changed. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import type { SubTask } from '../../contracts/plan.ts';
import { brief, type Detector, type Finding, messageOf, nothing } from './finding.ts';
import { inWords } from './party-words.ts';

type Claim = { readonly seq: number; readonly attempt: number };

export const evidence: Detector = () => {
  const subtasks = new Map<SubTaskId, SubTask>();
  let steered = 0;
  const claims = new Map<SubTaskId, Claim>();
  const amended = new Set<string>();

  /**
   * Whether the person has spoken since the sub-task was planned: an executor that does what they said may miss the sub-task's criteria in good
   * faith.
   */
  const isOutdated = (id: SubTaskId) => steered > (subtasks.get(id)?.heard ?? 0);

  const refuted = (claim: Claim, seq: number, criterion: string): Finding => ({
    anomaly: 'false_claim',
    from: 'R3',
    to: 'R4a',
    type: 'ExecutionResult',
    detail: `the executor said that it was done, and code found that it was not: ${brief(criterion)}`,
    seqs: [claim.seq, seq],
  });

  return (entry) => {
    const subtask = messageOf(entry, 'SubTask');
    if (subtask?.to === 'R3') subtasks.set(subtask.payload.subtask_id, subtask.payload);

    if (messageOf(entry, 'Steer')?.to === 'R3') steered += 1;

    const result = messageOf(entry, 'ExecutionResult');
    if (result) {
      const { subtask_id, attempt, status } = result.payload;
      if (status === 'completed' && !isOutdated(subtask_id)) claims.set(subtask_id, { seq: result.seq, attempt });
      else claims.delete(subtask_id);
    }

    const correction = messageOf(entry, 'CorrectionSignal');
    if (correction) {
      const { subtask_id, failed_criterion } = correction.payload;
      const claim = claims.get(subtask_id);
      claims.delete(subtask_id);
      const isChecked = subtasks
        .get(subtask_id)
        ?.success_criteria.some(({ criterion, check }) => criterion === failed_criterion && check !== undefined);
      return claim && isChecked ? [refuted(claim, correction.seq, failed_criterion)] : nothing;
    }

    const outcome = messageOf(entry, 'SubTaskOutcome');
    if (outcome?.to === 'R4b') {
      const { subtask_id, criteria_verdicts, task_verdicts = [], status } = outcome.payload;
      const claim = claims.get(subtask_id);
      const verdicts = [...criteria_verdicts, ...task_verdicts];
      const failed = verdicts.find(({ verdict, by, amended: isAmended }) => verdict === 'fail' && by !== 'model' && !isAmended);
      return [
        ...(claim && status === 'failed' && failed ? [refuted(claim, outcome.seq, failed.criterion)] : []),
        ...verdicts.filter(isUnprovedPass).map(({ criterion }) => unsupported('R4a', criterion)),
      ];
    }

    const summary = messageOf(entry, 'OutcomeSummary') ?? messageOf(entry, 'ReplanRequest');
    if (summary)
      return verdictsOfWhole(summary.payload)
        .filter(isUnprovedPass)
        .map(({ criterion }) => unsupported('R4b', criterion));

    const manifest = messageOf(entry, 'DispatchManifest');
    if (manifest?.to === 'R4b')
      return manifest.payload.amended.flatMap(({ criterion, why }) => {
        if (amended.has(criterion)) return nothing;
        amended.add(criterion);
        return [
          {
            anomaly: 'criteria_amended' as const,
            from: 'R2',
            to: 'R4b',
            type: 'DispatchManifest',
            detail: `the planner gave up a criterion: ${brief(criterion)} (${brief(why)})`,
          },
        ];
      });
    return nothing;
  };
};

/** Whether a judge passed something and code rejected the evidence. A judge that reports having no evidence is not at fault. */
export const isUnprovedPass = ({ verdict, by }: CriterionVerdict): boolean => verdict === 'unverifiable' && by === 'code';

/** What R4b judged: the merged result of several sub-tasks, if there was one. A single sub-task was judged by R4a. */
export const verdictsOfWhole = (round: PayloadOf<'OutcomeSummary' | 'ReplanRequest'>): readonly CriterionVerdict[] =>
  round.outcomes.length > 1 && round.merged_output !== null ? (round.task_verdicts ?? []) : [];

const unsupported = (from: string, criterion: string): Finding => ({
  anomaly: 'verdict_without_evidence',
  from,
  to: 'R7',
  type: 'verdict',
  detail: `${inWords(from)} passed a criterion on evidence that could not be found: ${brief(criterion)}`,
});
