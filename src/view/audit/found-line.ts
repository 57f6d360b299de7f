/** What the auditor found in a task, in one line at its end. Pure. */
import { anomalyTable } from '../../audit/findings/anomalies.ts';
import type { AuditEvent } from '../../contracts/audit.ts';
import { type LedLine, labelled, said } from '../picture/layout.ts';
import { span } from '../style/line.ts';
import { eventName } from './report-lines.ts';

/** Empty if the person has already seen all findings. */
export function foundLine(found: readonly AuditEvent[]): readonly LedLine[] {
  const [first, ...others] = found.filter(({ anomaly }) => anomalyTable[anomaly].isTold);
  if (!first) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return [
    labelled('audit', said(`${first.detail}${more}`, 'fair'), span('; ', 'fair'), span(`artoo audit show ${eventName(first)}`, 'code')),
  ];
}
