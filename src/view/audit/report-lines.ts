/** A report of the auditor, in sentences, with how each figure went over time. Pure. */

import { anomalyTable } from '../../audit/findings/anomalies.ts';
import type { AuditPeriod } from '../../audit/reading/period.ts';
import { type RateName, rateWords } from '../../audit/windows/rates.ts';
import { type Anomaly, type AuditEvent, type AuditReport, anomalies } from '../../contracts/audit.ts';
import { shortId } from '../../contracts/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { counted } from '../pages.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

/** Of one kind, so many findings are listed; the others are counted. */
const maxListed = 3;

type Options = { readonly columns: number | undefined; readonly verbose: boolean };

export function auditLines({ report, trend }: AuditPeriod, { columns = 100, verbose }: Options): readonly Line[] {
  const { period, tasks_observed, tasks_not_audited } = report;
  const found = [...report.boundary_violations, ...report.drift_alerts, ...report.anomalies];
  const heading = `${spanOf(period)}: ${counted(tasks_observed, 'task')}, ${found.length === 0 ? 'nothing found' : counted(found.length, 'finding')}`;
  const off = tasks_not_audited === 0 ? [] : [line(`${counted(tasks_not_audited, 'task')} ran with the auditor switched off.`, 'fair')];
  const listed = anomalies.flatMap((anomaly) => findingLines(anomaly, found, trend, verbose ? Number.POSITIVE_INFINITY : maxListed));
  return [
    line(heading, 'strong'),
    ...off,
    ...(listed.length > 0 ? [[], ...listed] : []),
    [],
    line('How tasks went', 'strong'),
    ...healthLines(report, trend),
    ...rateLines(report, trend),
  ].flatMap((each) => wrapLine(each, columns, [span('    ')]));
}

function findingLines(anomaly: Anomaly, found: readonly AuditEvent[], trend: readonly AuditReport[], limit: number): readonly Line[] {
  const events = found.filter((event) => event.anomaly === anomaly);
  if (events.length === 0) return [];
  const { title, list } = anomalyTable[anomaly];
  const over = trend.map((stretch) => stretch[list].filter((event) => event.anomaly === anomaly).length);
  const rest = events.length - limit;
  return [
    [span(`  ${title}`, list === 'boundary_violations' ? 'bad' : 'fair'), span(`  ${events.length}  `), span(sparkline(over), 'muted')],
    ...events
      .slice(-limit)
      .toReversed()
      .map((event) => [span(`    ${visible(event.detail)}  `), span(eventName(event), 'muted')]),
    ...(rest > 0 ? [line(`    and ${rest} more; --verbose lists all`, 'muted')] : []),
  ];
}

/** An id as a person types it: the end of it is enough. */
export const eventName = ({ event_id, task_id }: Pick<AuditEvent, 'event_id' | 'task_id'>): string =>
  task_id === null ? event_id : `${shortId(task_id)}${event_id.slice(task_id.length)}`;

function healthLines({ convergence_health, tool_health }: AuditReport, trend: readonly AuditReport[]): readonly Line[] {
  const { avg_correction_count, trends } = convergence_health;
  const rounds = Object.values(trends).reduce((sum, count) => sum + count, 0);
  const { execution_failures, environmental_retries, logical_retries } = tool_health;
  return [
    [
      span(`  ${avg_correction_count.toFixed(1)} corrections a task  `),
      span(sparkline(trend.map((stretch) => stretch.convergence_health.avg_correction_count)), 'muted'),
    ],
    ...(rounds === 0
      ? []
      : [
          line(
            `  of ${counted(rounds, 'round')} after the first, ${trends.falling ?? 0} came nearer, ${trends.flat ?? 0} made no difference, ${trends.rising ?? 0} made it worse`,
          ),
        ]),
    [
      span(
        `  ${counted(execution_failures, 'tool call')} failed; retries: ${environmental_retries} for the surroundings, ${logical_retries} for the work itself  `,
      ),
      span(sparkline(trend.map((stretch) => stretch.tool_health.execution_failures)), 'muted'),
    ],
  ];
}

function rateLines({ rates }: AuditReport, trend: readonly AuditReport[]): readonly Line[] {
  return Object.entries(rates)
    .filter((entry): entry is [RateName, (typeof entry)[1]] => Object.hasOwn(rateWords, entry[0]))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { hits, of }]) => [
      span(`  ${rateWords[name]} ${hits} of ${of} (${of === 0 ? 0 : Math.round((100 * hits) / of)} %)  `),
      span(sparkline(trend.map((stretch) => shareOf(stretch.rates[name]))), 'muted'),
    ]);
}

const shareOf = (share: { readonly hits: number; readonly of: number } | undefined): number | undefined =>
  share && share.of > 0 ? share.hits / share.of : undefined;

const bars = '▁▂▃▄▅▆▇█';

/** How figures went, one bar each; a dot where there is none. Nothing where there are not two to compare. */
function sparkline(figures: readonly (number | undefined)[]): string {
  const known = figures.filter((figure) => figure !== undefined && figure > 0);
  if (known.length < 2) return '';
  const top = Math.max(...known.map(Number));
  return figures.map((figure) => (figure === undefined ? '·' : (bars[Math.round((figure / top) * (bars.length - 1))] ?? '▁'))).join('');
}

const spanOf = ({ from, to }: AuditReport['period']): string =>
  `${from.slice(0, 16).replace('T', ' ')} to ${to.slice(0, 16).replace('T', ' ')} UTC`;
