/** Shows what the auditor reports about the tasks of a scene. */
import { auditDemo } from '../../app/demo/demo-audit.ts';
import type { DemoPlace } from '../../app/demo/demo-place.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { auditLines } from '../../view/audit/report-lines.ts';
import { line, span } from '../../view/style/line.ts';
import type { Stage } from './stage.ts';

/** Returns what did not go as scripted. */
export async function playAudit(tasks: readonly TaskId[], place: DemoPlace, stage: Stage): Promise<readonly string[]> {
  const period = await auditDemo(place, tasks);
  const { hits, of } = period.report.rates['R4a.approved'] ?? { hits: 0, of: 0 };
  const said = hits === of ? 'the judge said yes to all of them' : `the judge said yes to ${hits} of them`;
  stage.show([line(''), line(`${of} answers were judged; ${said}.`)]);
  await stage.pause('Enter asks the auditor');
  if (stage.left.aborted) return [];
  stage.show([line(''), [span('$ ', 'muted'), span('artoo audit', 'code')]]);
  stage.show(auditLines(period, { columns: stage.columns, now: Date.now(), when: 'in the last 7 days' }));
  const isNoticed = period.report.anomalies.some(({ anomaly, from }) => anomaly === 'rubber_stamping' && from === 'R4a');
  return isNoticed ? [] : ['the auditor did not notice that the judge says yes to everything'];
}
