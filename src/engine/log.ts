/** Appends to a task's journal: gives each entry its place and time, follows the tape of an earlier run while it lasts, and writes in batches. */
import { entryOf, messageId, type TaskId } from '../contracts/ids.ts';
import { asksTheSame, type Difference, decidesTheSame } from '../effects/compare-entries.ts';
import { asStarted } from '../effects/repeat-effect.ts';
import { type Entry, type MessageEntry, type Origin, ownFrom } from '../journal/entry.ts';
import type { Recorded, Tape } from '../journal/tape.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Stamper } from './clock.ts';
import { createTally, type Tally } from './tally.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** An entry before it has a place and a time. */
export type Body = Without<Entry, 'seq' | 'ts' | 'id' | 'task_id'> & { readonly task_id?: TaskId };

/** A body, or a function that makes it: a body with the task's times can only be made once the entries before it have their times. */
export type MakesBody = Body | (() => Body);

/** An entry that is about to be delivered, with the task's times up to it. */
export type Logged = { readonly entry: Entry; readonly soFar: SoFar };

/** The times of a task up to an entry. */
export type SoFar = Pick<Tally, 'activeMs' | 'callMs'>;

export type LogOptions = {
  readonly task_id: TaskId;
  /** The format of the journal. */
  readonly format: number;
  /** For a fork: changes in the shared part belong to the other task. */
  readonly origin?: Origin | undefined;
  readonly tape: Tape;
  /** Where entries go once the tape is used up; without a journal, the log ends with its tape. */
  readonly journal: JournalWriter | undefined;
  /** Whether the tape belongs to another task: its entries are then written to this journal too, and this run need only request the same effects. */
  readonly isFork: boolean;
  /** Stamps for entries from here on; `last` is the time of the last entry by an earlier process. */
  readonly stamper: (last: string | undefined) => Stamper;
  /** Called when a derived entry differs from the tape. Throw to stop there, return to continue with what is recorded. */
  readonly onDifference: (difference: Difference) => void;
  /** Called when everything from the tape is appended, before anything new is. Throw to stop there. */
  readonly onLive: () => void;
};

/** Failure contract: `commit`, `sync` and `mayAct` throw or reject as the writer of the journal does; `derive` throws what `onDifference` throws; all throw `journal_corrupt` for a bad line of the tape. */
export type Log = {
  readonly tally: Tally;
  /** The number of entries, which is the `seq` of the next one. */
  readonly size: number;
  /** Appends what code derived. Undefined if this log ends with its tape and the tape is used up. */
  derive(makes: MakesBody): Entry | undefined;
  /** Appends what came from outside. Only a live log accepts such entries; before that, they come from the tape. */
  give(body: Body): Entry;
  /** Appends the tape's next entry if it came from outside; false if there is none or code must derive it. */
  follow(): boolean;
  /** Whether the tape is used up and new entries go to the journal. */
  readonly isLive: boolean;
  /** Whether the tape is used up. */
  readonly tapeEnded: boolean;
  /** How often the task has been resumed. */
  readonly resumes: number;
  /** The highest claim number so far. */
  readonly claims: number;
  /** Whether an entry came from the tape. */
  isFromTape(entry: Entry): boolean;
  /** Starts to write new entries after the tape. */
  goLive(): void;
  /** Whether this log only follows its tape. */
  readonly endsWithTape: boolean;
  /** Whether something has been appended since the last `take`. */
  readonly hasUndelivered: boolean;
  /** What has been appended since the last call, for delivery. */
  take(): readonly Logged[];
  /** Writes what has been appended since the last commit and returns it: synchronously, unless writing takes time. */
  commit(): readonly Entry[] | Promise<readonly Entry[]>;
  /** Waits until everything appended is on disk, and it is certain that this process may act on it. */
  sync(): Promise<void>;
  /** Whether this process may act on what is written: synchronously, or as soon as that is known. */
  mayAct(): void | Promise<void>;
  /** Whether the result of a call can be looked up on this machine. */
  hasReceiptsOf(intent: Entry): boolean;
  /** Gives up on anything that cannot be written within this time. */
  leave(ms: number): void;
  close(): Promise<void>;
};

export const createLog = (options: LogOptions): Log => new JournalLog(options);

/** A class, because V8 keeps an object literal with getters as a slow dictionary, and these are read for every entry. */
class JournalLog implements Log {
  readonly tally: Tally;
  readonly endsWithTape: boolean;
  readonly #options: LogOptions;
  readonly #agrees: typeof decidesTheSame;
  #seq = 0;
  #last: string | undefined;
  #undelivered: Logged[] = [];
  #unwritten: Entry[] = [];
  #stamp: Stamper | undefined;
  #fromTape = 0;
  #resumes = 0;
  #claims = 0;

  constructor(options: LogOptions) {
    this.#options = options;
    this.tally = createTally({ byRole: options.format >= 2, changesFrom: ownFrom(options.origin) });
    this.endsWithTape = options.journal === undefined;
    this.#agrees = options.isFork ? asksTheSame : decidesTheSame;
  }

  get size(): number {
    return this.#seq;
  }

  get isLive(): boolean {
    return this.#stamp !== undefined;
  }

  get tapeEnded(): boolean {
    return this.#options.tape.peek() === undefined;
  }

  get resumes(): number {
    return this.#resumes;
  }

  get claims(): number {
    return this.#claims;
  }

  get hasUndelivered(): boolean {
    return this.#undelivered.length > 0;
  }

  isFromTape(entry: Entry): boolean {
    return this.#stamp === undefined || entry.seq < this.#fromTape;
  }

  derive(makes: MakesBody): Entry | undefined {
    const { tape, journal } = this.#options;
    while (this.follow());
    const next = tape.peek();
    if (next !== undefined) {
      const entry = this.#compare(next, madeOf(makes));
      tape.advance();
      return this.#recordAgain(entry);
    }
    return journal === undefined ? undefined : this.#write(makes, this.#start());
  }

  give(body: Body): Entry {
    return this.#write(body, this.#start());
  }

  follow(): boolean {
    const { tape, isFork } = this.#options;
    const next = tape.peek();
    if (!next?.given) return false;
    const entry = next.entry();
    tape.advance();
    this.#recordAgain(isFork ? this.#ownOf(entry) : entry);
    return true;
  }

  goLive(): void {
    this.#start();
  }

  take(): readonly Logged[] {
    const taken = this.#undelivered;
    this.#undelivered = [];
    return taken;
  }

  commit(): readonly Entry[] | Promise<readonly Entry[]> {
    const committed = this.#unwritten;
    this.#unwritten = []; // entries that arrive while these are written belong to the next commit
    const written = this.#options.journal?.flush();
    return written ? written.then(() => committed) : committed;
  }

  async sync(): Promise<void> {
    await this.#options.journal?.sync();
  }

  mayAct(): void | Promise<void> {
    return this.#options.journal?.mayAct();
  }

  hasReceiptsOf({ seq }: Entry): boolean {
    const { origin } = this.#options;
    if (origin?.elsewhere && seq < origin.seq) return false;
    return this.#options.journal?.hasReceiptsOf(seq) ?? true;
  }

  leave(ms: number): void {
    this.#options.journal?.leave(ms);
  }

  async close(): Promise<void> {
    await this.#options.journal?.close();
  }

  #stage(entry: Entry): Entry {
    const { tally } = this;
    this.#seq += 1;
    if (entry.kind === 'pause' && entry.resumed) this.#resumes += 1;
    if (entry.kind === 'claim') this.#claims = Math.max(this.#claims, entry.number);
    this.#last = entry.ts;
    tally.add(entry);
    this.#unwritten.push(entry);
    this.#undelivered.push({ entry, soFar: { activeMs: tally.activeMs, callMs: tally.callMs } });
    return entry;
  }

  #place(body: Body, ts: string): Entry {
    const seq = this.#seq;
    if (body.kind !== 'message') return Object.assign({ kind: body.kind, seq, ts }, body) as Entry; // exactly the fields that a body lacks are added here
    const { task_id } = this.#options;
    const { from, to, reply_to, type, payload } = body;
    const message = { kind: 'message', id: messageId(task_id, seq), seq, ts, task_id, from, to, type, payload } as MessageEntry; // as above
    return reply_to === undefined ? message : { ...message, reply_to };
  }

  /** Appends a pause for the time in which the process did not run. */
  #write(makes: MakesBody, clock: Stamper): Entry {
    const { ts, pausedMs, waited } = clock(this.#options.journal?.waitedMs());
    if (pausedMs > 0) this.#record(this.#place({ kind: 'pause', ms: pausedMs, ...(waited && { waited: 'bus' as const }) }, ts));
    return this.#record(this.#place(madeOf(makes), ts));
  }

  /** The clock of a live log. The first entry after a tape records that another process continues, and how long none ran. */
  #start(): Stamper {
    if (this.#stamp) return this.#stamp;
    const { onLive, stamper, isFork, origin } = this.#options;
    this.#fromTape = this.#seq;
    onLive();
    const stamp = stamper(this.#last);
    this.#stamp = stamp;
    const resumed = isFork && !origin?.resumed ? {} : ({ resumed: true } as const);
    if (this.#last !== undefined) {
      const { ts, pausedMs } = stamp();
      this.#record(this.#place({ kind: 'pause', ms: pausedMs, ...resumed }, ts));
    }
    return stamp;
  }

  #record(entry: Entry): Entry {
    this.#options.journal?.append(entry);
    return this.#stage(entry);
  }

  /** Entries of the tape are on disk already, unless the tape belongs to another task. */
  #recordAgain(entry: Entry): Entry {
    return this.#options.isFork ? this.#record(entry) : this.#stage(entry);
  }

  /** Rewrites what another task received from the person or memory as if this task had received it. */
  #ownOf(entry: Entry): Entry {
    if (entry.kind !== 'message') return entry;
    const { task_id } = this.#options;
    const { reply_to } = entry;
    const own = { ...entry, id: messageId(task_id, this.#seq), task_id };
    return reply_to === undefined ? own : { ...own, reply_to: messageId(task_id, entryOf(reply_to)) };
  }

  /** Compares a computed entry with the tape, which also gives its time. */
  #compare(next: Recorded, body: Body): Entry {
    const computed = this.#place(body, next.ts);
    if (next.is(computed)) return computed;
    const recorded = next.entry();
    if (this.#agrees(recorded, computed))
      return recorded.kind === 'intent' && computed.kind === 'intent' ? asStarted(recorded, computed) : computed;
    this.#options.onDifference({ seq: this.#seq, recorded, computed });
    return recorded;
  }
}

const madeOf = (makes: MakesBody): Body => (typeof makes === 'function' ? makes() : makes);
