/** What the operator asks the auditor, and what it reports. */
import { z } from 'zod';
import { count, fixed, IsoTime, listOf, record, shape } from './shape.ts';

export const AuditQuery = shape('AuditQuery', 'The operator asks for a report now; the window is not reset.', {});

export const AuditReport = shape('AuditReport', 'What the auditor found in a window of time.', {
  period: record({ from: IsoTime, to: IsoTime }),
  tasks_observed: count,
  boundary_violations: listOf(z.string()),
  convergence_health: record({ avg_correction_count: z.number().min(0), trends: fixed(z.record(z.string(), count)) }),
  drift_alerts: listOf(z.string()),
  anomalies: listOf(z.string()),
  tool_health: record({ execution_failures: count, environmental_retries: count, logical_retries: count }),
});
