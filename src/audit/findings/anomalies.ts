/** For each kind of finding: its name in words, its place in a report, and whether it is shown at the end of its task. */
import type { Anomaly } from '../../contracts/audit.ts';

type Row = {
  readonly title: string;
  readonly list: 'boundary_violations' | 'drift_alerts' | 'anomalies';
  /** Whether such findings are also shown at the end of their task. If not, the person has seen them already, or they are routine. */
  readonly isTold: boolean;
};

export const anomalyTable = {
  route_refused: { title: 'a message on a route that does not exist', list: 'boundary_violations', isTold: true },
  draft_refused: { title: 'a malformed message', list: 'boundary_violations', isTold: true },
  breach: { title: 'a role did something that it is not allowed to do', list: 'boundary_violations', isTold: true },
  outcome_missing: { title: 'an outcome was never reported', list: 'anomalies', isTold: true },
  outcome_duplicate: { title: 'an outcome was reported twice', list: 'anomalies', isTold: true },
  id_duplicate: { title: 'two messages share an id', list: 'anomalies', isTold: true },
  not_converging: { title: 'two rounds that came no nearer to the goal', list: 'anomalies', isTold: true },
  loss_rising: { title: 'a round that made things worse', list: 'anomalies', isTold: false },
  ggs_thrashing: { title: 'entirely different tools were tried twice without progress', list: 'anomalies', isTold: true },
  many_corrections: { title: 'many corrections', list: 'anomalies', isTold: true },
  law_refusal: { title: 'an action that a law stopped', list: 'anomalies', isTold: false },
  near_miss: { title: 'an action that you stopped', list: 'anomalies', isTold: false },
  verdict_without_evidence: { title: 'a pass without evidence', list: 'anomalies', isTold: true },
  criteria_amended: { title: 'a criterion that was given up', list: 'anomalies', isTold: false },
  false_claim: { title: 'a false claim that was caught', list: 'anomalies', isTold: true },
  calls_in_vain: { title: 'a call that kept failing', list: 'anomalies', isTold: true },
  budget_overrun: { title: 'a budget that was spent or overrun', list: 'anomalies', isTold: false },
  observer_dropped: { title: 'entries that an observer missed', list: 'anomalies', isTold: true },
  journal_damaged: { title: 'a journal that cannot be read', list: 'anomalies', isTold: true },
  not_audited: { title: 'a task that ran without the auditor', list: 'anomalies', isTold: false },
  rule_contradicted: { title: 'a rule that keeps being wrong', list: 'anomalies', isTold: true },
  rubber_stamping: { title: 'approval of nearly everything', list: 'anomalies', isTold: true },
  role_drift: { title: 'a rate that left its usual range', list: 'drift_alerts', isTold: true },
  replay_differs: { title: 'a task that decides differently when replayed', list: 'anomalies', isTold: true },
  review_loop: { title: "a team's reviews that go round in circles", list: 'anomalies', isTold: true },
  tests_changed: { title: "a team's coder changed or removed tests", list: 'anomalies', isTold: true },
  never_ends: { title: "a team's work that does not end", list: 'anomalies', isTold: true },
} as const satisfies Readonly<Record<Anomaly, Row>>;

/** Actions of the person: they are recorded and counted, but nothing is wrong with them, so reports do not list them. */
export const personActions: ReadonlySet<Anomaly> = new Set(['near_miss']);
