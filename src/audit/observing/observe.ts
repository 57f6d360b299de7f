/** Turns one task's journal into findings and counts. The result is the same however the journal was divided between passes. */
import type { AuditEvent } from '../../contracts/audit.ts';
import { isMeasured } from '../../contracts/decisions.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { detectors } from '../findings/detectors.ts';
import { eventOf, messageOf } from '../findings/finding.ts';
import type { End, Observed } from '../record/line.ts';
import { addCase, type Counting, noCounts } from '../windows/counts.ts';
import { createCases } from '../windows/rates.ts';
import { windowAt } from '../windows/window.ts';
import type { AuditedEntry } from './audited-entries.ts';

/** What is observed in one journal, from some entry on. */
export type Observation = {
  /** Takes every entry of the journal in order, including those that were read before. */
  add(entry: AuditedEntry): void;
  /** How many entries were added. */
  readonly entries: number;
  /** Returns what has been observed since the last call; undefined if nothing has. */
  take(): Omit<Observed, 'kind' | 'size'> | undefined;
};

/** Entries before `from` were counted in an earlier pass, and only provide context for later ones. */
export function observe(task_id: TaskId, from: number): Observation {
  const detecting = detectors.map((create) => create());
  const casesOf = createCases();
  let own = 0;
  let next = 0;
  let taken = from;
  let events: AuditEvent[] = [];
  let windows = new Map<string, Counting>();
  let latest: { readonly minute: string; readonly counts: Counting } | undefined;
  let contradicted: string[] = [];
  let end: End | undefined;
  let isOver = false;
  let slug = '';
  let corrections = 0;
  let isAudited = true;
  const rounds: End['rounds'][number][] = [];

  /** The counts for the window of this time. Entries of one minute are in the same window, so most times need not be parsed. */
  function countsAt(ts: string): Counting {
    const minute = ts.slice(0, 16);
    if (latest?.minute === minute) return latest.counts;
    const window = windowAt(ts);
    const counts = windows.get(window) ?? noCounts(window);
    windows.set(window, counts);
    latest = { minute, counts };
    return counts;
  }

  function add(entry: AuditedEntry): void {
    next = entry.seq + 1;
    if (entry.kind === 'open') {
      own = entry.origin?.seq ?? 0; // the shared part is read in the journal of the origin
      isAudited = entry.settings.audited !== false;
    }
    const isNew = entry.seq >= taken && entry.seq >= own;
    const found = isAudited ? detecting.flatMap((detect) => detect(entry)) : [];
    const cases = isAudited ? casesOf(entry) : [];
    remember(entry);
    const final = messageOf(entry, 'FinalResult');
    if (final) isOver = true;
    if (!isNew) return;
    const counts = countsAt(entry.ts);
    const { seq, ts } = entry;
    for (const [at, finding] of found.entries())
      events.push(eventOf({ event_id: `${task_id}-a${seq}-${at + 1}`, ts, task_id }, { seqs: [seq], ...finding }));
    for (const [rate, isHit] of cases) addCase(counts, rate, isHit);
    if (isAudited) count(entry, counts);
    if (entry.seq === own) counts.tasks += 1;
    if (!final) return;
    counts.ended += 1;
    if (!isAudited) {
      counts.not_audited += 1;
      events.push(eventOf({ event_id: `${task_id}-a${seq}-1`, ts, task_id }, notAudited));
      return;
    }
    const { directive, reason } = final.payload;
    end = { slug, directive, reason, corrections, rounds };
  }

  /** Keeps what the report at the end of the task needs. */
  function remember(entry: AuditedEntry): void {
    slug = messageOf(entry, 'TaskSpec')?.payload.slug ?? slug;
    if (messageOf(entry, 'CorrectionSignal')) corrections += 1;
    if (entry.kind !== 'decision' || !isMeasured(entry) || !('macro_state' in entry.result)) return;
    const { loss, grad_l, macro_state: chose, failure_class } = entry.result;
    rounds.push({ D: loss.D, L: loss.L, grad_l, chose, failure_class });
  }

  function count(entry: AuditedEntry, counts: Counting): void {
    const correction = messageOf(entry, 'CorrectionSignal');
    if (correction) {
      counts.corrections += 1;
      if (correction.payload.failure_class) counts.tools[correction.payload.failure_class] += 1;
    }
    const result = messageOf(entry, 'ExecutionResult');
    if (result) counts.tools.failures += result.payload.tool_calls.filter(({ ok, error_class }) => !ok && error_class !== 'refused').length;
    if (entry.kind === 'decision' && isMeasured(entry) && 'macro_state' in entry.result && rounds.length > 1)
      counts.trends[trendOf(entry.result.grad_l, entry.inputs.parameters.epsilon)] += 1;
    const memory = messageOf(entry, 'Megram');
    if (memory?.payload.state === 'dissonance') contradicted.push(`${memory.payload.space} › ${memory.payload.entity}`);
  }

  return {
    add,
    get entries() {
      return next;
    },
    take() {
      if (next <= taken) return undefined;
      const observed = {
        task_id,
        from: taken,
        to: next,
        is_over: isOver,
        events,
        counts: [...windows.values()],
        contradicted,
        ...(end && { end }),
      };
      taken = next;
      events = [];
      windows = new Map();
      latest = undefined;
      contradicted = [];
      end = undefined;
      return observed;
    },
  };
}

const trendOf = (grad: number, epsilon: number): 'falling' | 'flat' | 'rising' =>
  grad > epsilon ? 'rising' : grad < -epsilon ? 'falling' : 'flat';

const notAudited = {
  anomaly: 'not_audited',
  from: 'User',
  to: 'R6',
  type: 'open',
  detail: 'the task ran with the auditor switched off',
  seqs: [0],
} as const;
