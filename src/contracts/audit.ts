/** What the person asks the auditor, and what the auditor reports. */
import { z } from 'zod';
import { TaskId } from './ids.ts';
import { count, fixed, IsoTime, listOf, record, shape } from './shapes/shape.ts';

/** Everything that the auditor can find. */
export const anomalies = [
  'route_refused',
  'draft_refused',
  'breach',
  'outcome_missing',
  'outcome_duplicate',
  'id_duplicate',
  'not_converging',
  'loss_rising',
  'ggs_thrashing',
  'many_corrections',
  'law_refusal',
  'near_miss',
  'verdict_without_evidence',
  'criteria_amended',
  'false_claim',
  'calls_in_vain',
  'budget_overrun',
  'observer_dropped',
  'journal_damaged',
  'not_audited',
  'rule_contradicted',
  'rubber_stamping',
  'role_drift',
  'replay_differs',
  'review_loop',
  'tests_changed',
  'never_ends',
] as const;
export const Anomaly = z.enum(anomalies);
export type Anomaly = z.infer<typeof Anomaly>;

export const AuditEvent = shape('AuditEvent', 'One thing that the auditor found.', {
  /** `<task_id>-a<seq>-<n>` if found in a task, `a<line>-<n>` if found across several, `team-<hash>-<seq>-<n>` if found in the journal of a team. */
  event_id: z.string().min(1),
  /** The time of the entry where the anomaly was found, or the end of the window. */
  ts: IsoTime,
  task_id: TaskId.nullable(),
  /** Who acted, towards whom, and with which kind of message or entry. */
  from: z.string(),
  to: z.string(),
  type: z.string(),
  anomaly: Anomaly,
  /** One sentence for people. */
  detail: z.string(),
  /** The entries that the finding is based on. */
  seqs: listOf(count),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditQuery = shape('AuditQuery', 'The person asks for a report now; the window is not reset.', {});

/** A count out of a total. */
const Share = record({ hits: count, of: count });

export const AuditReport = shape('AuditReport', 'What the auditor found in a period of time.', {
  period: record({ from: IsoTime, to: IsoTime }),
  tasks_observed: count,
  /** Tasks that ran with the auditor switched off. */
  tasks_not_audited: count,
  boundary_violations: listOf(AuditEvent),
  convergence_health: record({
    /** Corrections per ended task. */
    avg_correction_count: z.number().min(0),
    /** How the loss changed from round to round: `falling`, `flat`, `rising`. */
    trends: fixed(z.record(z.string(), count)),
  }),
  drift_alerts: listOf(AuditEvent),
  anomalies: listOf(AuditEvent),
  tool_health: record({ execution_failures: count, environmental_retries: count, logical_retries: count }),
  /** How often each role did what the rate counts, such as `R4a.approved`. */
  rates: fixed(z.record(z.string(), Share)),
});
export type AuditReport = z.infer<typeof AuditReport>;
