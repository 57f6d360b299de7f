/** A report of the auditor in sentences, with the trend of each figure. Pure. */

import { anomalyTable, personActions } from '../../audit/findings/anomalies.ts';
import type { AuditPeriod } from '../../audit/reading/period.ts';
import { type RateName, rateText, rateWords } from '../../audit/windows/rates.ts';
import { type Anomaly, type AuditEvent, type AuditReport, anomalies } from '../../contracts/audit.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { counted, listable } from '../pages.ts';
import { ago } from '../spans.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { sparkline } from './sparkline.ts';

/** How many findings of one kind are listed; the others are counted. */
const maxListed = 3;

export type ReportOptions = {
  readonly columns?: number | undefined;
  readonly now: number;
  /** The period that was asked about, in words: `in the last 7 days`. */
  readonly when: string;
  /** All findings and rates, with the codes of roles. */
  readonly verbose?: boolean;
};

export function auditLines({ report, trend }: AuditPeriod, options: ReportOptions): readonly Line[] {
  const { columns = 100, when, verbose = false } = options;
  const { tasks_observed, tasks_not_audited } = report;
  const recorded = [...report.boundary_violations, ...report.drift_alerts, ...report.anomalies];
  const found = recorded.filter(({ anomaly }) => !personActions.has(anomaly));
  const off = tasks_not_audited === 0 ? [] : [line(`${counted(tasks_not_audited, 'task')} ran with the auditor switched off.`, 'fair')];
  if (tasks_observed === 0 && found.length === 0) return [line(sentence(`no tasks ${when}.`), 'strong'), ...off];
  const heading = `${when}: ${counted(tasks_observed, 'task')}, ${found.length === 0 ? 'nothing found' : counted(found.length, 'finding')}`;
  const listed = anomalies.flatMap((anomaly) => findingLines(anomaly, found, trend, options));
  const rates = ratesIn(report).map((rate) => ({ ...rate, over: trend.map((stretch) => shareOf(stretch.rates[rate.name])) }));
  const shown = rates.filter(({ over }) => verbose || hasChanged(over));
  const went = [...healthLines(report, trend), ...refusedLines(recorded, options), ...shown.map((rate) => rateLine(rate, verbose))];
  const rest = rates.length - shown.length;
  return [
    line(sentence(heading), 'strong'),
    ...off,
    ...(listed.length > 0 ? [[], ...listed, [], restsLine(found)] : []),
    ...(went.length > 0 ? [[], line('How tasks went', 'strong'), ...went] : []),
    ...(rest > 0
      ? [[], line(`${counted(rest, 'rate')} that did not change ${rest === 1 ? 'is' : 'are'} left out; --verbose lists all.`, 'muted')]
      : []),
  ].flatMap((each) => wrapLine(each, columns, [span('      ')]));
}

/** What a person can do about a finding, with the newest as an example. */
const restsLine = (found: readonly AuditEvent[]): Line => {
  const newest = found.reduce((last, event) => (event.ts > last.ts ? event : last));
  return [span(`artoo audit show ${eventName(newest)}`, 'code'), span(' shows what that finding is based on.', 'muted')];
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function findingLines(
  anomaly: Anomaly,
  found: readonly AuditEvent[],
  trend: readonly AuditReport[],
  { now, verbose = false }: ReportOptions,
): readonly Line[] {
  const events = found.filter((event) => event.anomaly === anomaly);
  if (events.length === 0) return [];
  const { title, list } = anomalyTable[anomaly];
  const over = trend.map((stretch) => stretch[list].filter((event) => event.anomaly === anomaly).length);
  const limit = verbose ? events.length : listable(events.length, maxListed);
  const rest = events.length - limit;
  return [
    [
      span(`  ${sentence(title)}`, list === 'boundary_violations' ? 'bad' : 'fair'),
      span(events.length > 1 ? ` (${events.length})  ` : '  '),
      span(sparkline(over), 'muted'),
    ],
    ...events
      .slice(-limit)
      .toReversed()
      .map((event) => [
        span(`    ${eventName(event)}  ${ago(now - Date.parse(event.ts))}  `, 'muted'),
        span(visible(event.detail)),
        span(codesOf(event, verbose), 'muted'),
      ]),
    ...(rest > 0 ? [line(`    and ${rest} more; --verbose lists all`, 'muted')] : []),
  ];
}

const codesOf = ({ from, to, type }: AuditEvent, verbose: boolean): string => (verbose ? `  ${from} → ${to}, ${type}` : '');

/** An id in the form in which a person types it: the end is enough. */
export const eventName = ({ event_id, task_id }: Pick<AuditEvent, 'event_id' | 'task_id'>): string =>
  task_id === null ? event_id : `${shortId(task_id)}${event_id.slice(task_id.length)}`;

/** Sentences only about things that happened: a count of zero has no line. */
function healthLines({ convergence_health, tool_health }: AuditReport, trend: readonly AuditReport[]): readonly Line[] {
  const { avg_correction_count, trends } = convergence_health;
  const { falling = 0, flat = 0, rising = 0 } = trends;
  const { execution_failures, environmental_retries, logical_retries } = tool_health;
  const rounds = falling + flat + rising;
  return [
    ...(avg_correction_count === 0
      ? []
      : [
          figureLine(
            `on average, a task's work was corrected ${times(avg_correction_count)}`,
            trend,
            (each) => each.convergence_health.avg_correction_count,
          ),
        ]),
    ...(rounds === 0
      ? []
      : [
          line(
            `  ${counted(rounds, 'round')} after the first: ${listed([falling, 'came closer to the goal'], [flat, 'made no difference'], [rising, 'made things worse'])}`,
          ),
        ]),
    ...(execution_failures === 0
      ? []
      : [figureLine(`${counted(execution_failures, 'tool call')} failed`, trend, (each) => each.tool_health.execution_failures)]),
    ...(environmental_retries + logical_retries === 0
      ? []
      : [
          line(
            `  ${counted(environmental_retries + logical_retries, 'attempt')} had to be repeated: ${listed([logical_retries, 'because the work was wrong'], [environmental_retries, 'because something else failed'])}`,
          ),
        ]),
  ];
}

/** What the person said no to: a count, and with `verbose` each of them. */
function refusedLines(recorded: readonly AuditEvent[], { verbose = false }: ReportOptions): readonly Line[] {
  const refused = recorded.filter(({ anomaly }) => personActions.has(anomaly));
  if (refused.length === 0) return [];
  return [
    line(`  you said no to ${counted(refused.length, 'action')}`),
    ...(verbose ? refused.toReversed().map((event) => line(`    ${eventName(event)}  ${visible(event.detail)}`, 'muted')) : []),
  ];
}

/** The non-zero counts. */
const listed = (...parts: readonly (readonly [count: number, what: string])[]): string =>
  parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ');

const times = (count: number): string => (count.toFixed(1) === '1.0' ? 'once' : `${count.toFixed(1)} times`);

const figureLine = (text: string, trend: readonly AuditReport[], figureOf: (stretch: AuditReport) => number): Line => [
  span(`  ${text}  `),
  span(sparkline(trend.map(figureOf)), 'muted'),
];

type Rate = { readonly name: RateName; readonly hits: number; readonly of: number };

const ratesIn = ({ rates }: AuditReport): readonly Rate[] =>
  (Object.keys(rateWords) as RateName[]).flatMap((name) => (rates[name] ? [{ name, ...rates[name] }] : [])); // the keys of that table

const rateLine = ({ name, hits, of, over }: Rate & { readonly over: readonly (number | undefined)[] }, verbose: boolean): Line => [
  span(`  ${rateText(name, hits, of)} (${of === 0 ? 0 : Math.round((100 * hits) / of)} %)  `),
  span([sparkline(over), ...(verbose ? [name] : [])].filter((part) => part !== '').join('  '), 'muted'),
];

const shareOf = (share: { readonly hits: number; readonly of: number } | undefined): number | undefined =>
  share && share.of > 0 ? share.hits / share.of : undefined;

/** Whether a rate has changed over time by more than rounding. */
function hasChanged(over: readonly (number | undefined)[]): boolean {
  const known = over.filter((share) => share !== undefined);
  return known.length > 1 && Math.max(...known) - Math.min(...known) >= 0.01;
}
