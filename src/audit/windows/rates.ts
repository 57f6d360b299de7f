/** The rates that show how a role behaves: what counts as a case, and what counts as a hit. */
import type { Criterion } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import { wasMade } from '../../contracts/execution.ts';
import { isUnprovedPass, verdictsOfWhole } from '../findings/evidence.ts';
import { messageOf } from '../findings/finding.ts';
import type { AuditedEntry } from '../observing/audited-entries.ts';

/** How each rate is worded; `#` stands for "x of y". */
export const rateWords = {
  'R1.asked': 'you were asked what you meant in # tasks',
  'R2.turned_down': 'code rejected # plans',
  'R3.failed_calls': '# tool calls failed',
  'R3.gave_up': 'the executor gave up on # attempts',
  'R4a.approved': 'the judge passed # attempts',
  'R4b.approved': 'the judge of whole tasks passed # rounds',
  'R5.missing': 'memory did not answer # questions',
  'R7.abandoned': '# tasks were abandoned',
  'User.approved': 'you said yes to # questions',
  'R1.model_failed': 'the model that understands goals failed in # calls',
  'R2.model_failed': 'the model that plans failed in # calls',
  'R3.model_failed': 'the model that carries out sub-tasks failed in # calls',
  'R4a.model_failed': 'the model that judges attempts failed in # calls',
  'R4b.model_failed': 'the model that judges whole tasks failed in # calls',
} as const;
export type RateName = keyof typeof rateWords;

/** A rate as a sentence: `the judge passed 48 of 48 attempts`. */
export const rateText = (name: RateName, hits: number, of: number): string => rateWords[name].replace('#', `${hits} of ${of}`);

/** The roles whose approvals are watched for rubber-stamping. */
export const approvals: readonly RateName[] = ['R4a.approved', 'R4b.approved', 'User.approved'];

type Case = readonly [RateName, isHit: boolean];

/** Takes the entries of one task in order, and returns the cases that each adds. */
export function createCases(): (entry: AuditedEntry) => readonly Case[] {
  const models = new Map<string, RateName>();
  const judged = new Set<string>();
  const questions = new Map<string, { readonly caution: boolean }>();
  let askedBack = false;

  return (entry) => {
    if (entry.kind === 'intent') {
      if (entry.effect === 'model' && isModelRole(entry.role)) models.set(entry.key, `${entry.role}.model_failed`);
      if (entry.effect === 'model') judged.add(placeOf(entry.key));
      return [];
    }
    if (entry.kind === 'outcome') {
      const rate = models.get(entry.key);
      models.delete(entry.key);
      return rate ? [[rate, !entry.ok]] : [];
    }
    if (entry.kind === 'decision')
      return entry.name === 'plan' || entry.name === 'plan_rejected' ? [['R2.turned_down', entry.name === 'plan_rejected']] : [];
    if (messageOf(entry, 'ClarifyQuestion')) askedBack = true;
    if (messageOf(entry, 'TaskSpec')?.to === 'R2') return [['R1.asked', askedBack]];
    const recall = messageOf(entry, 'MemoryRecall');
    if (recall?.to === 'R2') return [['R5.missing', recall.payload.missing !== null]];
    const result = messageOf(entry, 'ExecutionResult');
    if (result)
      return [
        ['R3.gave_up', result.payload.status === 'failed' && !result.payload.refused],
        ...result.payload.tool_calls.filter(wasMade).map(({ ok }): Case => ['R3.failed_calls', !ok]),
      ];
    const outcome = messageOf(entry, 'SubTaskOutcome');
    if (outcome?.to === 'R4b') return judgings(outcome.payload, judged);
    const summary = messageOf(entry, 'OutcomeSummary') ?? messageOf(entry, 'ReplanRequest');
    if (summary) {
      const judgedByModel = verdictsOfWhole(summary.payload).filter((each) => each.by === 'model' || isUnprovedPass(each));
      const isApproved = judgedByModel.every(({ by, verdict }) => by !== 'model' || verdict === 'pass');
      return judgedByModel.length === 0 ? [] : [['R4b.approved', isApproved]];
    }
    const question = messageOf(entry, 'ConfirmRequest');
    if (question) questions.set(question.id, question.payload);
    const answer = messageOf(entry, 'ConfirmReply');
    if (answer && !answer.payload.unanswered && questions.has(answer.reply_to ?? '')) return [['User.approved', answer.payload.allowed]];
    const final = messageOf(entry, 'FinalResult');
    return final ? [['R7.abandoned', final.payload.directive === 'abandon']] : [];
  };
}

/** One case for each attempt that a model judged. The attempt counts as approved if the model had no objection, whatever code found. */
function judgings(outcome: SubTaskOutcome, judged: ReadonlySet<string>): readonly Case[] {
  const { subtask_id, gap_trajectory, criteria_verdicts, task_verdicts = [], success_criteria, parent_task_id } = outcome;
  const [round, index] = subtask_id.slice(parent_task_id.length + 1).split('-');
  const last = Math.max(1, ...gap_trajectory.map(({ attempt }) => attempt));
  const attempts = Array.from({ length: last }, (_, at) => at + 1).filter((attempt) => judged.has(`${round}.${index}.${attempt}/R4a`));
  return attempts.map((attempt): Case => {
    if (attempt === last)
      return ['R4a.approved', [...criteria_verdicts, ...task_verdicts].every(({ by, verdict }) => by !== 'model' || verdict === 'pass')];
    const failed = gap_trajectory.find((gap) => gap.attempt === attempt)?.failed_criteria ?? [];
    return ['R4a.approved', failed.every(({ criterion }) => hasCheck(success_criteria, criterion))];
  });
}

/** Whether the criterion has a check: what a check decides is not the model's doing. */
const hasCheck = (criteria: readonly Criterion[], failed: string): boolean =>
  criteria.some(({ criterion, check }) => criterion === failed && check !== undefined);

/** The part of an effect's key that names the place: `round.subtask.attempt/role`. */
const placeOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

const modelRoles = ['R1', 'R2', 'R3', 'R4a', 'R4b'] as const;
const isModelRole = (role: string): role is (typeof modelRoles)[number] => modelRoles.some((one) => one === role);
