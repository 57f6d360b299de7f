/** The appending end of a task's journal: gives each entry its place and time, follows the tape of an earlier run while it lasts, writes in batches. */
import { type MessageId, messageId, type TaskId } from '../contracts/ids.ts';
import { asStarted } from '../effects/repeat-effect.ts';
import { asksTheSame, type Difference, decidesTheSame } from '../effects/tape.ts';
import type { Entry, MessageEntry, Origin } from '../journal/entry.ts';
import type { Recorded, Tape } from '../journal/tape.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Stamp } from './clock.ts';
import { createTally, type Tally } from './tally.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** An entry before it has a place and a time. */
export type Body = Without<Entry, 'seq' | 'ts' | 'id' | 'task_id'> & { readonly task_id?: TaskId };

/** An entry on its way to be delivered, with the task's active time up to it. */
export type Logged = { readonly entry: Entry; readonly soFar: SoFar };

/** What the journal says, up to an entry, about the time a task takes. */
export type SoFar = Pick<Tally, 'activeMs' | 'callMs'>;

export type LogOptions = {
  readonly task_id: TaskId;
  /** Of its journal. */
  readonly format: number;
  /** Of a fork: what the shared part changed is the other task's. */
  readonly origin?: Origin | undefined;
  readonly tape: Tape;
  /** Where entries go once the tape is used up; without one the log ends with its tape. */
  readonly journal: JournalWriter | undefined;
  /** Whether the tape is another task's: then it is written too, as this task's own, and need only ask the world the same. */
  readonly isFork: boolean;
  /** Times from here on; `last` is that of the last entry of an earlier process. */
  readonly stamper: (last: string | undefined) => () => Stamp;
  /** Called when a derived entry is not what the tape says; to throw is to stop there, to return is to go on with what is recorded. */
  readonly onDifference: (difference: Difference) => void;
  /** Called when the tape is used up and everything from it is appended, before anything else is; to throw is to stop there. */
  readonly onLive: () => void;
};

/** Failure contract: `commit` and `sync` throw `journal_unwritable`; `derive` throws what `onDifference` throws; all throw `journal_corrupt` for a bad line of the tape. */
export type Log = {
  readonly tally: Tally;
  /** How many entries there are so far: the place of the next. */
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
  /** How often another process has gone on with the task so far. */
  readonly resumes: number;
  /** Whether an entry came from the tape. */
  isFromTape(entry: Entry): boolean;
  /** Goes on after the tape. */
  goLive(): void;
  /** Whether this log only follows its tape. */
  readonly endsWithTape: boolean;
  /** Writes what was appended since the last commit and returns it: now it may be delivered. */
  commit(): readonly Logged[];
  sync(): Promise<void>;
  close(): Promise<void>;
};

export function createLog({ task_id, format, origin, tape, journal, isFork, stamper, onDifference, onLive }: LogOptions): Log {
  const tally = createTally({ byRole: format >= 2, changesFrom: origin?.seq ?? 0 });
  const agrees = isFork ? asksTheSame : decidesTheSame;
  let seq = 0;
  let last: string | undefined;
  let batch: Logged[] = [];
  let stamp: (() => Stamp) | undefined;
  let fromTape = 0;
  let resumes = 0;

  function stage(entry: Entry): Entry {
    seq += 1;
    if (entry.kind === 'pause' && entry.resumed) resumes += 1;
    last = entry.ts;
    tally.add(entry);
    batch.push({ entry, soFar: { activeMs: tally.activeMs, callMs: tally.callMs } });
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

  /** What passed while the process did not run is appended as a pause. */
  function write(body: Body, clock: () => Stamp): Entry {
    const { ts, pausedMs } = clock();
    if (pausedMs > 0) record(place({ kind: 'pause', ms: pausedMs }, ts));
    return record(place(body, ts));
  }

  /** The first thing said after a tape is that another process goes on, and how long none did. */
  function goLive(): () => Stamp {
    if (stamp) return stamp;
    fromTape = seq;
    onLive();
    stamp = stamper(last);
    const resumed = isFork ? {} : ({ resumed: true } as const);
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

  /** What the tape says is on disk already, unless it is another task's. */
  const recordAgain = (entry: Entry): Entry => (isFork ? record(entry) : stage(entry));

  function follow(): boolean {
    const next = tape.peek();
    if (!next?.given) return false;
    const entry = next.entry();
    tape.advance();
    recordAgain(isFork ? ownOf(entry) : entry);
    return true;
  }

  /** Something that the person or memory said to another task, as if it had been said to this one. */
  function ownOf(entry: Entry): Entry {
    if (entry.kind !== 'message') return entry;
    const { reply_to } = entry;
    const own = { ...entry, id: messageId(task_id, seq), task_id };
    return reply_to === undefined ? own : { ...own, reply_to: ownId(reply_to, entry.task_id) };
  }

  const ownId = (id: MessageId, of: TaskId): MessageId => messageId(task_id, Number(id.slice(of.length + 1)));

  /** What code computes must be what the tape says; its time is the tape's. */
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
