/** What the board records about its circuit breaker: that it was checked, that it tripped, and what the person decided. Pure. */
import type { Board } from '../board/board.ts';
import { boardTime } from '../board/time.ts';
import type { LogEntry } from '../letters/admission.ts';
import { type Tripped, trippedBy } from './breaker.ts';

/** Where the report is, within the repository. */
export const reportFile = '.liza/circuit_breaker_report.md';

export type Checked = { readonly board: Board; readonly log: readonly LogEntry[] };

/** The board after a check of its anomalies. A sprint that is over has nothing left to stop. */
export function checkBreaker(board: Board, now: Date): Checked {
  const { sprint, circuit_breaker: before } = board;
  if (sprint.status === 'COMPLETED' || sprint.status === 'ABORTED') return { board, log: [] };
  const time = boardTime(now);
  const known = new Set(knownPatterns(board));
  const tripped = trippedBy(board);
  const news = tripped.filter(({ pattern }) => !known.has(pattern));
  const [first] = tripped;
  const checked = { history: [], ...before, last_check: time };
  if (!first || news.length === 0) {
    const status = isTripped(board) ? ('TRIGGERED' as const) : ('OK' as const);
    return { board: { ...board, circuit_breaker: { current_trigger: null, ...checked, status } }, log: [] };
  }
  const trigger = isTripped(board)
    ? before?.current_trigger
    : { timestamp: time, pattern: first.pattern, severity: first.severity, report_file: reportFile };
  const patterns = [...known, ...news.map(({ pattern }) => pattern)];
  const stopped = { ...board, circuit_breaker: { ...checked, status: 'TRIGGERED' as const, current_trigger: { ...trigger, patterns } } };
  return { board: atCheckpoint(stopped, time), log: news.map(entryOf) };
}

export const isTripped = ({ circuit_breaker }: Board): boolean =>
  circuit_breaker?.status === 'TRIGGERED' && Boolean(circuit_breaker.current_trigger);

/** The patterns that the person knows of and has not decided about. Liza's own tools note only one. */
export function knownPatterns(board: Board): readonly string[] {
  const trigger = isTripped(board) ? board.circuit_breaker?.current_trigger : undefined;
  if (!trigger) return [];
  return Array.isArray(trigger.patterns) ? trigger.patterns.map(String) : trigger.pattern ? [trigger.pattern] : [];
}

function atCheckpoint(board: Board, time: string): Board {
  if (board.sprint.status === 'CHECKPOINT') return board;
  return { ...board, sprint: { ...board.sprint, status: 'CHECKPOINT', timeline: { ...board.sprint.timeline, checkpoint_at: time } } };
}

const entryOf = ({ pattern, severity, anomalies }: Tripped): LogEntry => ({
  action: 'circuit_breaker_triggered',
  detail: `${pattern}, ${severity}: ${anomalies.length} anomalies`,
});

/** The board after the person's decision: each pattern for which the team was stopped is counted from zero again. */
export function resolveBreaker(board: Board, decision: string, because: string, now: Date): Board {
  const { circuit_breaker: breaker } = board;
  if (!breaker || !isTripped(board)) return board;
  const severities = new Map<string, string>(trippedBy(board).map(({ pattern, severity }) => [pattern, severity]));
  const { timestamp, severity } = breaker.current_trigger ?? {};
  const resolved = knownPatterns(board).map((pattern) => ({
    timestamp: timestamp ?? null,
    pattern,
    severity: severities.get(pattern) ?? severity ?? null,
    result: decision,
    resolution: because,
    resolved_at: boardTime(now),
  }));
  return {
    ...board,
    circuit_breaker: { ...breaker, status: 'OK', current_trigger: null, history: [...(breaker.history ?? []), ...resolved] },
  };
}
