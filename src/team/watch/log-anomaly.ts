/** Records an anomaly, and has the circuit breaker examine all of them. Pure. */
import type { AnomalyType, Board } from '../board/board.ts';
import { boardTime } from '../board/time.ts';
import type { LogEntry } from '../letters/admission.ts';
import { type Checked, checkBreaker } from './check-breaker.ts';

export type Reported = {
  readonly type: AnomalyType;
  /** An agent, or `supervisor` if code found it. */
  readonly reporter: string;
  readonly task?: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
};

export function logAnomaly(board: Board, { type, reporter, task, details }: Reported, now: Date): Checked {
  const known = board.anomalies ?? [];
  const anomaly = { id: freeId('anomaly', known), timestamp: boardTime(now), task: task ?? null, reporter, type, details: { ...details } };
  const checked = checkBreaker({ ...board, anomalies: [...known, anomaly] }, now);
  const entry: LogEntry = { action: 'anomaly', ...(task === undefined ? {} : { task }), detail: type };
  return { board: checked.board, log: [entry, ...checked.log] };
}

/** The next unused number: entries may have been removed by hand. */
export function freeId(prefix: string, known: readonly { readonly id?: string | null | undefined }[]): string {
  const taken = new Set(known.map(({ id }) => id));
  let number = known.length + 1;
  while (taken.has(`${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}
