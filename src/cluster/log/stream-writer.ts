/** Writes the journal of one task to the bus: a batch is appended to the log, then written to the file, and only then does its flush resolve. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Entry } from '../../journal/entry.ts';
import { createLineMaker } from '../../journal/line.ts';
import type { JournalFile, JournalWriter } from '../../journal/writer.ts';
import type { AppendOptions } from '../append.ts';
import { momentNow, sinceMoment } from '../owners/presence.ts';
import { appendLines, type TaskLog } from './append-lines.ts';
import type { Stint } from './compare-copy.ts';
import { batchId } from './log-message.ts';

export type StreamWriterOptions = TaskLog & {
  /** The sequence of the last message of the log; 0 if there is none. */
  readonly last: number;
  /** From which data folders the earlier entries were appended. */
  readonly stints?: readonly Stint[];
  readonly file: JournalFile;
  /** Called once when the bus is silent or full, and again, with undefined, when it accepts messages again. */
  readonly onWait?: AppendOptions['onWait'];
  /** Called when the journal is closed after the last entry of its task. */
  readonly onEnd?: () => void;
};

/** How many characters may wait for a flush, so that memory stays bounded. */
const maxWaiting = 1 << 20;
/**
 * How old the last append may be when an effect is performed that must not be repeated: if it is older, the host first proves that it still owns the
 * task.
 */
const fencedMs = 5_000;

export class StreamWriter implements JournalWriter {
  readonly #options: StreamWriterOptions;
  readonly #addLine = createLineMaker();
  readonly #left = new AbortController();
  #last: number;
  #batch: string[] = [];
  #firstSeq = 0;
  #waiting = 0;
  /** Flushes in order; undefined when none is under way. */
  #chain: Promise<void> | undefined;
  #broken: ArtooError | undefined;
  #sent = momentNow();
  #waitedMs = 0;
  #waitsSince: number | undefined;
  #leaving: NodeJS.Timeout | undefined;
  #hasEnd = false;

  constructor(options: StreamWriterOptions) {
    this.#options = options;
    this.#last = options.last;
  }

  append(entry: Entry): void {
    if (this.#batch.length === 0) this.#firstSeq = entry.seq;
    this.#waiting += this.#addLine(entry, this.#batch);
    this.#batch.push('\n');
    this.#hasEnd ||= entry.kind === 'message' && entry.type === 'FinalResult';
    if (this.#waiting > maxWaiting) void this.flush();
  }

  flush(): void | Promise<void> {
    if (this.#broken) throw this.#broken;
    if (this.#batch.length === 0) return this.#chain;
    const bytes = Buffer.from(this.#batch.join(''));
    const id = batchId(this.#options.owner.epoch, this.#firstSeq);
    this.#batch = [];
    this.#waiting = 0;
    const written = (this.#chain ?? Promise.resolve()).then(() => this.#write(id, bytes));
    this.#chain = written;
    written.then(
      () => {
        if (this.#chain === written) this.#chain = undefined;
      },
      (error) => {
        this.#broken ??= asArtooError(error, 'journal_unwritable');
      },
    );
    return written;
  }

  async sync(): Promise<void> {
    await this.flush();
    await this.#options.file.sync();
    if (sinceMoment(this.#sent) > fencedMs) await this.#options.owner.prove(this.#left.signal);
  }

  mayAct(): void | Promise<void> {
    return this.#options.owner.mayAct(this.#left.signal);
  }

  hasReceiptsOf(seq: number): boolean {
    const { stints = [], owner } = this.#options;
    return (stints.findLast(({ from }) => from <= seq)?.folder ?? owner.folder) === owner.folder;
  }

  waitedMs(): number {
    const now = performance.now();
    const waited = this.#waitedMs + (this.#waitsSince === undefined ? 0 : now - this.#waitsSince);
    this.#waitedMs = 0;
    if (this.#waitsSince !== undefined) this.#waitsSince = now;
    return Math.round(waited);
  }

  leave(ms: number): void {
    const { task_id } = this.#options;
    this.#leaving ??= setTimeout(
      () => this.#left.abort(new ArtooError('stopped', `artoo stopped before the bus had accepted the last entries of ${task_id}`)),
      ms,
    );
  }

  async close(): Promise<void> {
    try {
      await this.flush();
      if (this.#hasEnd) this.#options.onEnd?.();
    } catch {
      // Later calls throw the same error; log and file are complete.
    }
    clearTimeout(this.#leaving);
    this.#left.abort(new ArtooError('stopped', 'the journal is closed'));
    this.#broken ??= new ArtooError('journal_unwritable', `cannot write ${this.#options.file.path}: it is closed`);
    this.#options.file.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #write(id: string, bytes: Buffer): Promise<void> {
    const began = performance.now();
    const { onWait = () => {} } = this.#options;
    const tell: AppendOptions['onWait'] = (why) => {
      if (why !== undefined) this.#waitsSince ??= began;
      else if (this.#waitsSince !== undefined) {
        this.#waitedMs += performance.now() - this.#waitsSince;
        this.#waitsSince = undefined;
      }
      onWait(why);
    };
    const { file } = this.#options;
    const sent = momentNow();
    const { signal } = this.#left;
    this.#last = await appendLines(this.#options, { id, bytes, expected: this.#last }, { file, signal, onWait: tell });
    this.#sent = sent;
    file.write([bytes.toString()]);
  }
}
