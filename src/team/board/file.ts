/**
 * The only way to read and write the board. A write takes both locks, reads the current board, decides, writes the journal, then replaces the file.
 * If it is killed at any byte, the next process finds the old board or the new one, complete, and the journal decides which of them counts. Anything
 * that others wrote in between is read, checked and noted in the journal.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import type { Act } from '../acts/act.ts';
import { appendEntry, lastEntry, type TeamEntry } from '../journal.ts';
import { archiveJournal } from '../journal-parts.ts';
import type { LogEntry } from '../letters/admission.ts';
import { endsSprint } from '../sprint/archive.ts';
import { withMetrics } from '../sprint/metrics.ts';
import { archiveTasks } from './archive-tasks.ts';
import type { Board } from './board.ts';
import { createBoardValidator } from './board-validator.ts';
import { readCache, unknownPieces, valuesOf, writeCache } from './cache.ts';
import { journaledBoard } from './journaled-board.ts';
import { locatedFindings, locatedText } from './judge-file.ts';
import { createBoardLock } from './lock.ts';
import { appendLog } from './log.ts';
import { type Change, patchOf } from './patch.ts';
import { beforeAnyLease, placeOf } from './place.ts';
import { createStateReader, goneText, isJournaled } from './read-state.ts';
import { hashOf } from './replace-file.ts';
import { type BoardText, readBoard } from './text/board-text.ts';
import { renewBoard } from './text/renew-text.ts';
import { createRoom } from './text/splice.ts';
import { type Finding, isError, isValid } from './validate.ts';
import { syncFolder, writeUpdate } from './write-update.ts';

/** The board after an update, or why there is none. `what` names the update in the journal. */
type Update =
  | { readonly ok: true; readonly board: Board; readonly what: string; readonly log?: readonly LogEntry[]; readonly act?: Act }
  | { readonly ok: false; readonly what: string; readonly why: readonly string[]; readonly act?: Act };

export type BoardFile = AsyncDisposable & {
  /** The current board. Throws `board_invalid` if it is not valid, `board_missing` if there is none. */
  read(): Promise<Board>;
  /** Decides and writes under the locks. `decide` gets the board that will be replaced; the returned one also has the metrics of the sprint. */
  update<T extends Update>(by: string, decide: (board: Board) => T | Promise<T>): Promise<T>;
  /** Appends to the journal that something outside the board began or ended. Resolves when the entry is on disk. */
  record(entry: Outside): Promise<void>;
  /** What is wrong with the current board, with line numbers; empty if it is valid. */
  validate(): Promise<readonly Finding[]>;
};

export type BoardFileOptions = {
  /** The repository. */
  readonly root: string;
  readonly now?: () => Date;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly lockMs?: number;
};

/** An intent or an outcome; the board at that time is added here. */
type Outside = WithoutAfter<Extract<TeamEntry, { kind: 'intent' | 'outcome' }>>;
type WithoutAfter<T> = T extends unknown ? Omit<T, 'after'> : never;

/** The board as last read or written, with the exact bytes of its file. */
type Held = { readonly bytes: Buffer; readonly hash: string; readonly pieces: BoardText; readonly board: Board };

export function openBoardFile({ root, now = () => new Date(), env = process.env, lockMs }: BoardFileOptions): BoardFile {
  const folder = join(root, '.liza');
  const [state, journal, log] = [join(folder, 'state.yaml'), join(folder, 'journal.jsonl'), join(folder, 'log.yaml')];
  const cache = join(folder, 'board.cache.json');
  if (!existsSync(state)) throw noBoard(folder);
  const lock = createBoardLock(folder, { limitMs: lockMs, onFree: () => unkept >= keptEvery && keep() });
  const readState = createStateReader(folder);
  const room = createRoom(); // for writes only, which happen one at a time
  let held: Held | undefined;
  let unkept = 0;
  let looked: Pick<BoardText, 'sections'> | undefined;

  const shaped = new WeakSet<object>();
  const validate = createBoardValidator(shaped);
  const judged = (board: unknown): readonly Finding[] => validate(board, placeOf(root, board, env, beforeAnyLease));

  /** The board in the file; if others have changed it, only the pieces that differ are parsed. */
  function current(): Held {
    const bytes = readState();
    if (held?.bytes.equals(bytes)) return held;
    const own = Buffer.from(bytes);
    const hash = hashOf(own);
    const pieces = held ? readBoard(own, held.pieces, saidSince(held, hash)) : firstRead(own, hash);
    const findings = judged(pieces.board).filter(isError);
    if (findings.length > 0) throw new ArtooError('board_invalid', locatedText(own.toString(), findings));
    held = { bytes: own, hash, pieces, board: pieces.board as Board }; // the board was validated above
    return held;
  }

  /** The board with this hash, according to the journal. */
  const saidSince = (known: Pick<Held, 'hash' | 'board'>, hash: string) => journaledBoard(journal, known, hash) as Board | undefined; // the process that wrote the board validated it

  /** The board when it is first read, using what another process may have cached. */
  function firstRead(bytes: Buffer, hash: string): BoardText {
    const kept = readCache(cache);
    for (const value of valuesOf(kept?.sections)) if (typeof value === 'object' && value !== null) shaped.add(value); // values were checked before they were cached
    if (kept?.bytes.equals(bytes)) return kept;
    const pieces = readBoard(bytes, kept, kept && saidSince({ hash: hashOf(kept.bytes), board: kept.board as Board }, hash)); // the board was validated before it was cached
    unkept += unknownPieces(pieces.sections, kept?.sections);
    return pieces;
  }

  /** Caches the board for the next process. */
  function keep(): void {
    unkept = 0;
    if (held && held.bytes.length >= leastKept) writeCache(cache, held.pieces);
  }

  /** The board, once anything left by a crash has been repaired and edits by others have been noted, so that a decision can be made. */
  function settled(): Held {
    removeDrafts(folder);
    const before = held;
    const found = current();
    const last = lastEntry(journal);
    if (last?.after === found.hash) appendLog(log, last);
    const isUnwritten = last?.kind === 'update' && last.before === found.hash; // the last entry was journaled, but its board was never written
    const from = isUnwritten ? last.before : (last?.after ?? '');
    if (isUnwritten)
      appendEntry(journal, { kind: 'refusal', by: last.by, what: 'unwritten', why: [endedBefore], after: found.hash }, now());
    if (from !== found.hash)
      appendEntry(journal, { kind: 'foreign', before: from, after: found.hash, patch: since(from, before, found) }, now());
    return found;
  }

  /**
   * What another process or person changed. If the board before the change is unknown in this process, the whole board, so that a replay can begin
   * with it.
   */
  const since = (from: string, before: Held | undefined, { board }: Held): readonly Change[] =>
    before?.hash === from ? patchOf(before.board, board) : [{ path: [], value: board }];

  async function write(by: string, { pieces, hash, board }: Held, update: Extract<Update, { ok: true }>): Promise<void> {
    const next = renewBoard(pieces, update.board, room);
    const findings = judged(update.board);
    if (!isValid(findings)) throw new ArtooError('board_invalid', locatedText(next.bytes.toString(), findings.filter(isError)));
    const { bytes } = next;
    const after = hashOf(bytes);
    const { what, act } = update;
    const changes = { before: hash, after, patch: patchOf(board, update.board), log: update.log ?? [] };
    const entry = { kind: 'update', by, what, ...changes, ...(act === undefined ? {} : { act }) } as const;
    const line = await writeUpdate(
      { state, journal },
      { entry, bytes, beforePlaced: () => archiveTasks(folder, board, update.board) },
      now(),
    );
    held = { bytes, hash: after, pieces: next, board: update.board };
    await syncFolder(state);
    appendLog(log, line);
    if (endsSprint(board, update.board)) archiveJournal(journal, line.seq);
    unkept += 1;
  }

  return {
    async read() {
      return current().board;
    },
    update(by, decide) {
      return lock.run(async () => {
        const before = settled();
        const decided = await decide(before.board);
        const update: Update = decided;
        if (!update.ok) appendLog(log, appendEntry(journal, { kind: 'refusal', by, after: before.hash, ...refusalOf(update) }, now()));
        if (!update.ok || update.board === before.board) return decided;
        const board = withMetrics(update.board);
        await write(by, before, { ...update, board });
        return { ...decided, board };
      });
    },
    record(entry) {
      return lock.run(() => {
        const { hash } = settled();
        appendEntry(journal, { ...entry, after: hash } as TeamEntry, now()); // the entry is of one of the two kinds, and is complete now
      });
    },
    async validate() {
      try {
        const bytes = readState();
        const read = readBoard(bytes, looked ?? held?.pieces);
        looked = read;
        const findings = judged(read.board);
        return isValid(findings) ? findings : locatedFindings(bytes.toString(), findings);
      } catch (error) {
        if (error instanceof ArtooError && error.code === 'board_invalid') return [{ level: 'error', rule: 'text', text: error.message }];
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      if (unkept >= leastUnkept) keep();
      await lock[Symbol.asyncDispose]();
    },
  };
}

/**
 * How many writes of its own a process makes before it renews the cache: renewing takes as long as several writes, and other processes also cache what they
 * write.
 */
const keptEvery = 50;
/** With fewer uncached pieces than this, parsing them in the next process is faster than caching everything. */
const leastUnkept = 10;
/** A board smaller than this is read faster than it can be looked up in the cache. */
const leastKept = 32_768;

const endedBefore = 'the process that decided on this change ended before writing it';

const refusalOf = ({ what, why, act }: Extract<Update, { ok: false }>) => ({ what, why, ...(act === undefined ? {} : { act }) });

/** Why there is no board: the board is gone although its journal exists, or there never was a board. */
export const noBoard = (folder: string): ArtooError =>
  isJournaled(folder)
    ? new ArtooError('board_inconsistent', goneText(join(folder, 'state.yaml')))
    : new ArtooError('board_missing', `there is no board in ${folder}`);

/** Removes drafts. Only the holder of the lock writes drafts, so any that exist were left by a crash. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) if (/^state\.yaml\.\d+\.draft$/.test(name)) rmSync(join(folder, name), { force: true });
}
