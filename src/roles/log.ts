/** The appending end of a task's journal: gives each entry its place and time, follows the tape of an earlier run while it lasts, writes in batches. */
import { messageId, type TaskId } from '../contracts/ids.ts';
import { type Difference, decided, isGiven } from '../effects/tape.ts';
import type { Entry, MessageEntry } from '../journal/entry.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Stamp } from './clock.ts';
import { createTally, type Tally } from './tally.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** An entry before it has a place and a time. */
export type Body = Without<Entry, 'seq' | 'ts' | 'id' | 'task_id'> & { readonly task_id?: TaskId };

/** An entry on its way to be delivered, with the task's active time up to it. */
export type Logged = { readonly entry: Entry; readonly activeMs: number };

export type LogOptions = {
  readonly task_id: TaskId;
  /** Of its journal. */
  readonly format: number;
  readonly tape: readonly Entry[];
  /** Where entries go once the tape is used up; without one the log ends with its tape. */
  readonly journal: JournalWriter | undefined;
  readonly stamp: () => Stamp;
  /** Called when a derived entry is not what the tape says; to throw is to stop there, to return is to go on with what is recorded. */
  readonly onDifference: (difference: Difference) => void;
};

/** Failure contract: `commit` and `sync` throw `journal_unwritable`; `derive` throws what `onDifference` throws. */
export type Log = {
  readonly tally: Tally;
  /** Appends what code derived. Undefined when this log ends with its tape and the tape is used up. */
  derive(body: Body): Entry | undefined;
  /** Appends what came from outside. Only a live log takes such entries: until then the tape gives them. */
  give(body: Body): Entry;
  /** Appends the tape's next entry if it came from outside; false when there is none or code must derive it. */
  follow(): boolean;
  /** Whether the tape is used up and entries go to the journal. */
  readonly live: boolean;
  /** Whether the tape is used up. */
  readonly tapeEnded: boolean;
  /** Whether an entry came from the tape. */
  recorded(entry: Entry): boolean;
  /** Leaves the tape behind. */
  goLive(): void;
  /** Whether this log only follows its tape. */
  readonly endsWithTape: boolean;
  /** Writes what was appended since the last commit and returns it: now it may be delivered. */
  commit(): readonly Logged[];
  sync(): Promise<void>;
  close(): Promise<void>;
};

export function createLog({ task_id, format, tape, journal, stamp, onDifference }: LogOptions): Log {
  const tally = createTally({ byRole: format >= 2 });
  let at = 0;
  let seq = 0;
  let batch: Logged[] = [];
  let live = false;

  function stage(entry: Entry): Entry {
    seq += 1;
    tally.add(entry);
    batch.push({ entry, activeMs: tally.activeMs });
    return entry;
  }

  function place(body: Body, ts: string): Entry {
    if (body.kind !== 'message') {
      const { kind, ...rest } = body;
      return { kind, seq, ts, ...rest } as Entry; // a body lacks exactly what is added here
    }
    const { from, to, reply_to, type, payload } = body;
    const message = { kind: 'message', id: messageId(task_id, seq), seq, ts, task_id, from, to, type, payload } as MessageEntry; // the same
    return reply_to === undefined ? message : { ...message, reply_to };
  }

  function write(body: Body): Entry {
    const ts = now();
    return record(place(body, ts));
  }

  /** The time; what passed while the process did not run is appended as a pause. */
  function now(): string {
    const { ts, pausedMs } = stamp();
    if (pausedMs > 0) record(place({ kind: 'pause', ms: pausedMs }, ts));
    return ts;
  }

  /** The first thing said behind a tape is how long nobody was there. */
  function goLive(): void {
    if (live) return;
    live = true;
    now();
  }

  function record(entry: Entry): Entry {
    journal?.append(entry);
    return stage(entry);
  }

  function follow(): boolean {
    const next = tape[at];
    if (next === undefined || !isGiven(next)) return false;
    at += 1;
    stage(next);
    return true;
  }

  /** What code computes must be what the tape says; its time is the tape's. */
  function compare(next: Entry, body: Body): Entry {
    const computed = place(body, next.ts);
    const [was, is] = [decided(next), decided(computed)];
    if (was === is) return computed;
    onDifference({ seq, recorded: was, computed: is });
    return next;
  }

  return {
    tally,
    derive(body) {
      while (follow());
      const next = tape[at];
      if (next !== undefined) {
        const entry = compare(next, body);
        at += 1;
        return stage(entry);
      }
      if (journal === undefined) return undefined;
      goLive();
      return write(body);
    },
    give(body) {
      return write(body);
    },
    follow,
    get live() {
      return live;
    },
    get tapeEnded() {
      return at === tape.length;
    },
    recorded: (entry) => entry.seq < tape.length,
    goLive,
    endsWithTape: journal === undefined,
    commit() {
      journal?.flush();
      const committed = batch;
      batch = [];
      return committed;
    },
    sync: async () => journal?.sync(),
    close: async () => journal?.close(),
  };
}
