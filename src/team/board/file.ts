/**
 * The one door to the board. A write takes both locks, reads the board as it is now, decides, writes the journal, then a new file in place of the old one. Killed at any byte, the next one finds the
 * old board or the new one, whole, and what the journal says decides which it is. What others wrote in between is read, judged, and noted in the journal.
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
import { locatedText } from './judge-file.ts';
import { createBoardLock } from './lock.ts';
import { appendLog } from './log.ts';
import { type Change, patchOf } from './patch.ts';
import { placeOf } from './place.ts';
import { createStateReader } from './read-state.ts';
import { hashOf } from './replace-file.ts';
import { type BoardText, readBoard } from './text/board-text.ts';
import { renewBoard } from './text/renew-text.ts';
import { type Finding, isValid } from './validate.ts';
import { syncFolder, writeUpdate } from './write-update.ts';

/** What an update makes of the board, or why there is none. `what` names it in the journal. */
type Update =
  | { readonly ok: true; readonly board: Board; readonly what: string; readonly log?: readonly LogEntry[]; readonly act?: Act }
  | { readonly ok: false; readonly what: string; readonly why: readonly string[]; readonly act?: Act };

export type BoardFile = AsyncDisposable & {
  /** The board as it is now. Throws `board_invalid` where it makes no sense, `board_missing` where there is none. */
  read(): Promise<Board>;
  /** Decides and writes under the locks. The board that `decide` is given is the one that is written over; the one that is returned has the metrics of the sprint as well. */
  update<T extends Update>(by: string, decide: (board: Board) => T | Promise<T>): Promise<T>;
  /** Appends to the journal what is begun or over outside of the board. Resolves when it is on disk. */
  record(entry: Outside): Promise<void>;
  /** What is wrong with the board as it is now; none where it is valid. */
  validate(): Promise<readonly Finding[]>;
};

export type BoardFileOptions = {
  /** The repository. */
  readonly root: string;
  readonly now?: () => Date;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly lockMs?: number;
};

/** An intent or an outcome, which the door completes with the board that it stands beside. */
type Outside = WithoutAfter<Extract<TeamEntry, { kind: 'intent' | 'outcome' }>>;
type WithoutAfter<T> = T extends unknown ? Omit<T, 'after'> : never;

/** The board as it was read or written last, with its file byte for byte. */
type Held = { readonly bytes: Buffer; readonly hash: string; readonly pieces: BoardText; readonly board: Board };

export function openBoardFile({ root, now = () => new Date(), env = process.env, lockMs }: BoardFileOptions): BoardFile {
  const folder = join(root, '.liza');
  const [state, journal, log] = [join(folder, 'state.yaml'), join(folder, 'journal.jsonl'), join(folder, 'log.yaml')];
  const cache = join(folder, 'board.cache.json');
  if (!existsSync(state)) throw noBoard(folder);
  const lock = createBoardLock(folder, lockMs);
  const readState = createStateReader(state);
  let held: Held | undefined;
  let unkept = 0;
  let looked: Pick<BoardText, 'sections'> | undefined;

  const shaped = new WeakSet<object>();
  const validate = createBoardValidator(shaped);
  const judged = (board: unknown): readonly Finding[] => validate(board, placeOf(root, board, env, beforeAnyLease));

  /** The board of the file; of one that was changed by others, only the pieces that differ are parsed. */
  function current(): Held {
    const bytes = readState();
    if (held?.bytes.equals(bytes)) return held;
    const own = Buffer.from(bytes);
    const hash = hashOf(own);
    const pieces = held ? readBoard(own, held.pieces, saidSince(held, hash)) : firstRead(own, hash);
    const findings = judged(pieces.board).filter(({ level }) => level === 'error');
    if (findings.length > 0) throw new ArtooError('board_invalid', locatedText(own.toString(), findings));
    held = { bytes: own, hash, pieces, board: pieces.board as Board }; // validated against its schema
    return held;
  }

  /** What the journal says that the board with this hash says. */
  const saidSince = (known: Pick<Held, 'hash' | 'board'>, hash: string) => journaledBoard(journal, known, hash) as Board | undefined; // by whom it was written, it was validated

  /** What this process has not read before may have been kept by another. */
  function firstRead(bytes: Buffer, hash: string): BoardText {
    const kept = readCache(cache);
    for (const value of valuesOf(kept?.sections)) if (typeof value === 'object' && value !== null) shaped.add(value); // it was judged before it was kept
    if (kept?.bytes.equals(bytes)) return kept;
    const pieces = readBoard(bytes, kept, kept && saidSince({ hash: hashOf(kept.bytes), board: kept.board as Board }, hash));
    unkept += unknownPieces(pieces.sections, kept?.sections);
    return pieces;
  }

  /** For the next process. */
  function keep(): void {
    unkept = 0;
    if (held && held.bytes.length >= leastKept) writeCache(cache, held.pieces);
  }

  /** What a crash or someone else left is put right or noted before anything is decided. */
  function settled(): Held {
    removeDrafts(folder);
    const before = held;
    const found = current();
    const last = lastEntry(journal);
    if (last?.kind === 'update' && last.after === found.hash) appendLog(log, last);
    const isUnwritten = last?.kind === 'update' && last.before === found.hash; // it never happened
    const from = isUnwritten ? last.before : (last?.after ?? '');
    if (isUnwritten)
      appendEntry(journal, { kind: 'refusal', by: last.by, what: 'unwritten', why: [endedBefore], after: found.hash }, now());
    if (from !== found.hash)
      appendEntry(journal, { kind: 'foreign', before: from, after: found.hash, patch: since(from, before, found) }, now());
    return found;
  }

  /** What another did. Where the board that it was done to is not known here, the whole board: a replay can begin from it. */
  const since = (from: string, before: Held | undefined, { board }: Held): readonly Change[] =>
    before?.hash === from ? patchOf(before.board, board) : [{ path: [], value: board }];

  async function write(by: string, { pieces, hash, board }: Held, update: Extract<Update, { ok: true }>): Promise<void> {
    const next = renewBoard(pieces, update.board);
    const findings = judged(update.board);
    if (!isValid(findings)) throw new ArtooError('board_invalid', `${update.what}: ${findings.map((finding) => finding.text).join('; ')}`);
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
    if (unkept >= keptEvery) keep();
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
        if (!update.ok) appendEntry(journal, { kind: 'refusal', by, after: before.hash, ...refusalOf(update) }, now());
        if (!update.ok || update.board === before.board) return decided;
        const board = withMetrics(update.board);
        await write(by, before, { ...update, board });
        return { ...decided, board };
      });
    },
    record(entry) {
      return lock.run(() => {
        const { hash } = settled();
        appendEntry(journal, { ...entry, after: hash } as TeamEntry, now()); // one of its two kinds, completed
      });
    },
    async validate() {
      try {
        const read = readBoard(readState(), looked ?? held?.pieces);
        looked = read;
        return judged(read.board);
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

/** After so many writes of its own, a process keeps the pieces anew: it takes as long as some writes. What others write, they keep. */
const keptEvery = 50;
/** Fewer pieces than these are parsed by the next process faster than all are kept. */
const leastUnkept = 10;
/** A smaller board is read faster than looked up. */
const leastKept = 32_768;

/** A lease that is over stops no one: its holder died, and the next process takes its place. `artoo team validate` names it. */
const beforeAnyLease = new Date(0);

const endedBefore = 'the process that decided it ended before it was written';

const refusalOf = ({ what, why, act }: Extract<Update, { ok: false }>) => ({ what, why, ...(act === undefined ? {} : { act }) });

/** Why there is none: it is gone, and its journal is there, or there never was one. */
export const noBoard = (folder: string): ArtooError =>
  existsSync(join(folder, 'journal.jsonl'))
    ? new ArtooError('board_inconsistent', `${join(folder, 'state.yaml')} is gone; its journal is still there`)
    : new ArtooError('board_missing', `there is no board in ${folder}`);

/** Under the lock no one else writes one: what is there was left by a crash. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) if (/^state\.yaml\.\d+\.draft$/.test(name)) rmSync(join(folder, name), { force: true });
}
