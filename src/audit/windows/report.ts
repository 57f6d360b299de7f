/** A report over windows: what was counted, and what was found. Pure. */
import type { AuditEvent, AuditReport } from '../../contracts/audit.ts';
import { anomalyTable } from '../findings/anomalies.ts';
import type { Counts } from '../record/line.ts';
import { addCounts, noCounts } from './counts.ts';

type Period = AuditReport['period'];

export function reportOf(period: Period, counts: Iterable<Counts>, events: readonly AuditEvent[]): AuditReport {
  const total = noCounts(period.from);
  for (const each of counts) addCounts(total, each);
  const listed = (list: 'boundary_violations' | 'drift_alerts' | 'anomalies') =>
    events.filter(({ anomaly }) => anomalyTable[anomaly].list === list);
  return {
    period,
    tasks_observed: total.tasks,
    tasks_not_audited: total.not_audited,
    boundary_violations: listed('boundary_violations'),
    convergence_health: { avg_correction_count: total.ended === 0 ? 0 : total.corrections / total.ended, trends: total.trends },
    drift_alerts: listed('drift_alerts'),
    anomalies: listed('anomalies'),
    tool_health: {
      execution_failures: total.tools.failures,
      environmental_retries: total.tools.environmental,
      logical_retries: total.tools.logical,
    },
    rates: Object.fromEntries(Object.entries(total.rates).map(([name, [hits, of]]) => [name, { hits, of }])),
  };
}
