/** The report of a tripped circuit breaker: what was found, without advice on what should follow. Pure. */
import { decisions } from '../acts/decisions.ts';
import type { Board } from '../board/board.ts';
import { type Tripped, trippedBy } from './breaker.ts';
import { isTripped, knownPatterns, reportFile } from './check-breaker.ts';

/** The patterns for which the breaker stopped the team and about which the person has not decided yet. */
function undecided(board: Board): readonly Tripped[] {
  const told = new Set(knownPatterns(board));
  return trippedBy(board).filter(({ pattern }) => told.has(pattern));
}

export type BreakerState = {
  readonly status: 'OK' | 'TRIGGERED';
  /** How many anomalies were reported. */
  readonly anomalies: number;
  readonly patterns: readonly {
    readonly pattern: string;
    readonly severity: string;
    readonly anomalies: number;
    readonly tasks: readonly string[];
  }[];
  readonly report: string | null;
};

export const breakerState = (board: Board): BreakerState => ({
  status: isTripped(board) ? 'TRIGGERED' : 'OK',
  anomalies: board.anomalies?.length ?? 0,
  patterns: undecided(board).map(({ pattern, severity, anomalies }) => ({
    pattern,
    severity,
    anomalies: anomalies.length,
    tasks: [...new Set(anomalies.flatMap(({ task, task_id }) => task ?? task_id ?? []))],
  })),
  report: isTripped(board) ? reportFile : null,
});

/** The report as Markdown; undefined if nothing tripped. */
export function breakerReport(board: Board): string | undefined {
  if (!isTripped(board)) return undefined;
  return [
    '# Circuit breaker',
    '',
    `Triggered: ${board.circuit_breaker?.current_trigger?.timestamp ?? 'at an unknown time'}, in ${board.sprint.id ?? 'the sprint'}. The team is waiting at a checkpoint.`,
    ...undecided(board).flatMap(({ pattern, severity, anomalies }) => [
      '',
      `## ${pattern} (${severity})`,
      '',
      ...anomalies.map(({ id, timestamp, task, task_id, reporter, logged_by, type, details }) => {
        const where = [task ?? task_id, reporter ?? logged_by].filter(Boolean).join(', ');
        return `- ${timestamp ?? 'at an unknown time'} ${oneLine(`${id ?? ''} ${type} (${where})`.trim())}: ${inCode(JSON.stringify(details ?? {}))}`;
      }),
    ]),
    '',
    `You decide what comes next: \`artoo team resume --decision <word> --because "…"\`, with one of ${decisions.join(', ')}.`,
    '',
  ].join('\n');
}

const maxCharacters = 1_000;

/** A text on one line: text by agents must not end the line or the code span that it is in. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ').slice(0, maxCharacters);
const inCode = (text: string): string => `\`${oneLine(text).replaceAll('`', "'")}\``;
