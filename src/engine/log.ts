/** Appends to a task's journal: gives each entry its place and time, follows the tape of an earlier run while it lasts, writes in batches. */
import { type MessageId, messageId, type TaskId } from '../contracts/ids.ts';
import { asksTheSame, type Difference, decidesTheSame } from '../effects/compare-entries.ts';
import { asStarted } from '../effects/repeat-effect.ts';
import { type Entry, type MessageEntry, type Origin, ownFrom } from '../journal/entry.ts';
import type { Recorded, Tape } from '../journal/tape.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Stamp } from './clock.ts';
import { createTally, type Tally } from './tally.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** An entry before it has a place and a time. */
export type Body = Without<Entry, 'seq' | 'ts' | 'id' | 'task_id'> & { readonly task_id?: TaskId };

/** An entry that is about to be delivered, with the task's times up to it. */
export type Logged = { readonly entry: Entry; readonly soFar: SoFar };

/** The times of a task up to an entry. */
export type SoFar = Pick<Tally, 'activeMs' | 'callMs'>;

export type LogOptions = {
  readonly task_id: TaskId;
  /** The format of its journal. */
  readonly format: number;
  /** For a fork: changes in the shared part belong to the other task. */
  readonly origin?: Origin | undefined;
  readonly tape: Tape;
  /** Where entries go once the tape is used up; without one the log ends with its tape. */
  readonly journal: JournalWriter | undefined;
  /** Whether the tape is another task's: then it is written too, as this task's own, and need only request the same effects. */
  readonly isFork: boolean;
  /** Times from here on; `last` is that of the last entry of an earlier process. */
  readonly stamper: (last: string | undefined) => () => Stamp;
  /** Called when a derived entry differs from the tape. Throw to stop there, return to continue with what is recorded. */
  readonly onDifference: (difference: Difference) => void;
  /** Called when everything from the tape is appended, before anything else is. Throw to stop there. */
  readonly onLive: () => void;
};

/** Failure contract: `commit` and `sync` throw `journal_unwritable`; `derive` throws what `onDifference` throws; all throw `journal_corrupt` for a bad line of the tape. */
export type Log = {
  readonly tally: Tally;
  /** How many entries there are so far, which is the `seq` of the next. */
  readonly size: number;
  /** Appends what code derived. Undefined when this log ends with its tape and the tape is used up. */
  derive(body: Body): Entry | undefined;
  /** Appends what came from outside. Only a live log takes such entries: until then the tape gives them. */
  give(body: Body): Entry;
  /** Appends the tape's next entry if it came from outside; false when there is none or code must derive it. */
  follow(): boolean;
  /** Whether the tape is used up and entries go to the journal. */
  readonly isLive: boolean;
  /** Whether the tape is used up. */
  readonly tapeEnded: boolean;
  /** How often the task was resumed so far. */
  readonly resumes: number;
  /** Whether an entry came from the tape. */
  isFromTape(entry: Entry): boolean;
  /** Continues after the tape. */
  goLive(): void;
  /** Whether this log only follows its tape. */
  readonly endsWithTape: boolean;
  /** What was appended since the last call, for delivery. */
  take(): readonly Logged[];
  /** Writes what was appended since the last commit and returns it. */
  commit(): readonly Entry[];
  sync(): Promise<void>;
  close(): Promise<void>;
};

export function createLog({ task_id, format, origin, tape, journal, isFork, stamper, onDifference, onLive }: LogOptions): Log {
  const tally = createTally({ byRole: format >= 2, changesFrom: ownFrom(origin) });
  const agrees = isFork ? asksTheSame : decidesTheSame;
  let seq = 0;
  let last: string | undefined;
  let undelivered: Logged[] = [];
  let unwritten: Entry[] = [];
  let stamp: (() => Stamp) | undefined;
  let fromTape = 0;
  let resumes = 0;

  function stage(entry: Entry): Entry {
    seq += 1;
    if (entry.kind === 'pause' && entry.resumed) resumes += 1;
    last = entry.ts;
    tally.add(entry);
    unwritten.push(entry);
    undelivered.push({ entry, soFar: { activeMs: tally.activeMs, callMs: tally.callMs } });
    return entry;
  }

  function place(body: Body, ts: string): Entry {
    if (body.kind !== 'message') return Object.assign({ kind: body.kind, seq, ts }, body) as Entry; // a body lacks exactly what is added here
    const { from, to, reply_to, type, payload } = body;
    const message = { kind: 'message', id: messageId(task_id, seq), seq, ts, task_id, from, to, type, payload } as MessageEntry; // the same
    return reply_to === undefined ? message : { ...message, reply_to };
  }

  /** Time in which the process did not run is appended as a pause. */
  function write(body: Body, clock: () => Stamp): Entry {
    const { ts, pausedMs } = clock();
    if (pausedMs > 0) record(place({ kind: 'pause', ms: pausedMs }, ts));
    return record(place(body, ts));
  }

  /** The first entry after a tape says that another process continues, and how long none ran. */
  function goLive(): () => Stamp {
    if (stamp) return stamp;
    fromTape = seq;
    onLive();
    stamp = stamper(last);
    const resumed = isFork && !origin?.resumed ? {} : ({ resumed: true } as const);
    if (last !== undefined) {
      const { ts, pausedMs } = stamp();
      record(place({ kind: 'pause', ms: pausedMs, ...resumed }, ts));
    }
    return stamp;
  }

  function record(entry: Entry): Entry {
    journal?.append(entry);
    return stage(entry);
  }

  /** Entries of the tape are on disk already, unless it is another task's. */
  const recordAgain = (entry: Entry): Entry => (isFork ? record(entry) : stage(entry));

  function follow(): boolean {
    const next = tape.peek();
    if (!next?.given) return false;
    const entry = next.entry();
    tape.advance();
    recordAgain(isFork ? ownOf(entry) : entry);
    return true;
  }

  /** What another task received from the person or memory, as if this one had received it. */
  function ownOf(entry: Entry): Entry {
    if (entry.kind !== 'message') return entry;
    const { reply_to } = entry;
    const own = { ...entry, id: messageId(task_id, seq), task_id };
    return reply_to === undefined ? own : { ...own, reply_to: ownId(reply_to, entry.task_id) };
  }

  const ownId = (id: MessageId, of: TaskId): MessageId => messageId(task_id, Number(id.slice(of.length + 1)));

  /** Compares a computed entry with the tape, which also gives its time. */
  function compare(next: Recorded, body: Body): Entry {
    const computed = place(body, next.ts);
    if (next.is(computed)) return computed;
    const recorded = next.entry();
    if (agrees(recorded, computed))
      return recorded.kind === 'intent' && computed.kind === 'intent' ? asStarted(recorded, computed) : computed;
    onDifference({ seq, recorded, computed });
    return recorded;
  }

  return {
    tally,
    get size() {
      return seq;
    },
    derive(body) {
      while (follow());
      const next = tape.peek();
      if (next !== undefined) {
        const entry = compare(next, body);
        tape.advance();
        return recordAgain(entry);
      }
      return journal === undefined ? undefined : write(body, goLive());
    },
    give: (body) => write(body, goLive()),
    follow,
    get isLive() {
      return stamp !== undefined;
    },
    get tapeEnded() {
      return tape.peek() === undefined;
    },
    get resumes() {
      return resumes;
    },
    isFromTape: (entry) => stamp === undefined || entry.seq < fromTape,
    goLive: () => void goLive(),
    endsWithTape: journal === undefined,
    take() {
      const taken = undelivered;
      undelivered = [];
      return taken;
    },
    commit() {
      journal?.flush();
      const committed = unwritten;
      unwritten = [];
      return committed;
    },
    sync: async () => journal?.sync(),
    close: async () => journal?.close(),
  };
}
