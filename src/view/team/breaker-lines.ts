/** What the circuit breaker found, in words. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { decisions } from '../../team/acts/decisions.ts';
import type { BreakerState } from '../../team/watch/breaker-report.ts';
import { counted } from '../pages.ts';
import { type Line, line, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

/** What a pattern means to the person. */
const meanings: Readonly<Record<string, string>> = {
  retry_cluster: 'the same error comes up again and again',
  debt_accumulation: 'shortcuts that will cost more later are adding up',
  assumption_cascade: 'the same assumption turned out wrong more than once',
  spec_gap_cluster: 'the same part of the spec is unclear',
  workaround_pattern: 'the same thing is worked around more than once',
  external_service_outage: 'the same service has failed for more than one agent',
};

export function breakerLines({ status, anomalies, patterns, report }: BreakerState, columns = 80): readonly Line[] {
  const looked = `${counted(anomalies, 'anomaly', 'anomalies')} reported`;
  if (status === 'OK') return [line(`OK: ${looked}, no pattern.`, 'good')];
  return [
    line(`TRIGGERED: ${looked}. The team is waiting for you to decide.`, 'bad'),
    ...patterns.flatMap((each) =>
      wrapLine(
        [
          span('  '),
          span(visible(each.pattern), 'strong'),
          span(`  ${visible(each.severity)}: ${meanings[each.pattern] ?? 'a pattern'} (${counted(each.anomalies, 'anomaly', 'anomalies')}`),
          span(each.tasks.length === 0 ? ')' : ` in ${visible(each.tasks.join(', '))})`),
        ],
        columns,
        [span('    ')],
      ),
    ),
    [span('What was reported: '), span(report ?? '', 'code')],
    [span('To decide: '), span('artoo team resume --decision <word> --because "…"', 'code')],
    ...wrapLine(line(`  with one of ${decisions.join(', ')}`, 'muted'), columns, [span('  ')]),
  ];
}
