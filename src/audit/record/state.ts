/** The state of the record: a fold over its lines. */
import type { AuditEvent } from '../../contracts/audit.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { addCounts, type Counting, noCounts } from '../windows/counts.ts';
import { lengths, RateHistory } from '../windows/rate-history.ts';
import { windowAt } from '../windows/window.ts';
import type { Link } from './chain.ts';
import type { Damaged, LineBody, Observed, Summary } from './line.ts';
import type { Position } from './record-files.ts';

/** How far the journal of an unfinished task was read, how large it was then, and on which bus unless it was a file. */
export type Cursor = Pick<Observed, 'to' | 'size' | 'bus'>;

/** A journal, as a file or on a bus: one may be damaged while the other is not. */
export const sourceOf = ({ task_id, bus }: { readonly task_id: TaskId; readonly bus?: string | undefined }): string =>
  bus === undefined ? task_id : `${task_id} on ${bus}`;

/** How much of a rate's history is kept window by window: the week that is compared, the whole week before it, and some margin. */
const keptMs = 3 * lengths.week;

export class AuditState {
  /** The position after the last line that was folded in. */
  position: Position | undefined;
  /** Tasks that have ended, and were read to their end. */
  readonly over = new Set<TaskId>();
  readonly cursors = new Map<TaskId, Cursor>();
  /** By `sourceOf`. */
  readonly damaged = new Map<string, Damaged['file']>();
  /** What was counted and found in windows that have not been reported yet. */
  readonly unreported = new Map<string, { readonly counts: Counting; readonly events: AuditEvent[] }>();
  readonly rates = new Map<string, RateHistory>();
  /** The names of the findings noted about teams, by repository. */
  readonly teams = new Map<string, Set<string>>();
  readonly contradicted = new Map<string, Set<string>>();
  alerts: ReadonlySet<string> = new Set();
  /** The newest reported window; `report` is the line of the last report, which is the one to seal. */
  reported = '';
  report: Link | undefined;

  fold(line: LineBody | Summary): void {
    if (line.kind === 'summary') return;
    if (line.kind === 'report') {
      this.unreported.delete(line.window);
      this.alerts = new Set(line.alerts);
      if (line.window > this.reported) this.reported = line.window;
      return;
    }
    if (line.kind === 'team') this.teams.set(line.team, new Set([...(this.teams.get(line.team) ?? []), ...line.found]));
    if (line.kind === 'damaged') this.damaged.set(sourceOf(line), line.file);
    for (const event of line.events) this.#windowOf(windowAt(event.ts)).events.push(event);
    if (line.kind !== 'observed') return;
    this.damaged.delete(sourceOf(line));
    if (line.is_over) {
      this.over.add(line.task_id);
      this.cursors.delete(line.task_id);
    } else this.cursors.set(line.task_id, { to: line.to, size: line.size, ...(line.bus !== undefined && { bus: line.bus }) });
    for (const tag of line.contradicted) this.contradicted.set(tag, (this.contradicted.get(tag) ?? new Set()).add(line.task_id));
    for (const counts of line.counts) {
      addCounts(this.#windowOf(counts.window).counts, counts);
      for (const [name, pair] of Object.entries(counts.rates)) this.#rate(name).add(Date.parse(counts.window), pair);
    }
  }

  /** Keeps only the sums of old windows: no later report needs more. */
  forget(): void {
    if (this.reported === '') return;
    for (const history of this.rates.values()) history.forget(Date.parse(this.reported) - keptMs);
  }

  #windowOf(window: string): { readonly counts: Counting; readonly events: AuditEvent[] } {
    const known = this.unreported.get(window) ?? { counts: noCounts(window), events: [] };
    this.unreported.set(window, known);
    return known;
  }

  #rate(name: string): RateHistory {
    const history = this.rates.get(name) ?? new RateHistory();
    this.rates.set(name, history);
    return history;
  }
}
