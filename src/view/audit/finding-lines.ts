/** One finding, with what the log contains about the entries that it is based on. Pure. */
import { anomalyTable } from '../../audit/findings/anomalies.ts';
import type { AuditEvent } from '../../contracts/audit.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Row } from '../rows/row.ts';
import { ago } from '../spans.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';
import { layoutFor, rowLines } from '../task/log-rows.ts';

export type Rests = {
  /** The rows of its entries; none if the journal is gone or cannot be read. */
  readonly rows: readonly Row[];
  readonly entries: number;
};

export type FindingOptions = { readonly columns?: number | undefined; readonly now: number; readonly verbose?: boolean };

export function oneFindingLines(event: AuditEvent, { rows, entries }: Rests, options: FindingOptions): readonly Line[] {
  const { columns = 100, now, verbose = false } = options;
  const { title } = anomalyTable[event.anomaly];
  const place = event.task_id === null ? 'across several tasks' : `in task ${shortId(event.task_id)}`;
  const when = `${event.ts.slice(0, 16).replace('T', ' ')} UTC (${ago(now - Date.parse(event.ts))})`;
  const layout = layoutFor(entries, columns, verbose);
  const told = rows.filter(({ weight }) => weight === 'main' || weight === 'minor' || (verbose && weight === 'figure'));
  const shown = told.length > 0 ? told : rows.filter(({ weight }) => weight === 'figure'); // a finding may be based on figures alone
  return [
    ...wrapped([span(visible(event.detail), 'strong')], columns),
    ...wrapped(line(`${title}, ${place}, ${when}`, 'muted'), columns),
    ...(verbose ? wrapped(line(`${event.event_id}: ${event.from} → ${event.to}, ${event.type}`, 'muted'), columns) : []),
    ...(shown.length === 0 ? [] : [[], line('It is based on')]),
    ...shown.flatMap((row) => rowLines(row, 0, layout).map((text) => line(text))),
    ...endLines(event, entries > 0).flatMap((each) => wrapped(each, columns)),
  ];
}

function endLines({ task_id, seqs }: AuditEvent, isThere: boolean): readonly Line[] {
  if (task_id === null) return [[], line('It is based on counts, not on individual entries: artoo audit --verbose shows the rates.')];
  if (!isThere && seqs.length > 0) return [[], line('Its task cannot be shown any more: the journal was removed, or cannot be read.')];
  return [[], [span('The whole task: '), span(`artoo log ${shortId(task_id)}`, 'code')]];
}

const wrapped = (text: Line, columns: number): readonly Line[] => wrapLine(text, columns, [span('  ')]);
