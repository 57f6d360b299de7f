/**
 * Repairs what keeps a team from working: a board that is not valid, or a journal that cannot be followed. The old files are kept next to the new
 * ones.
 */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import type { Act } from '../acts/act.ts';
import { perform } from '../acts/perform.ts';
import type { Board } from '../board/board.ts';
import { createBoardLock } from '../board/lock.ts';
import { appendLog } from '../board/log.ts';
import { beforeAnyLease, placeOf } from '../board/place.ts';
import { hashOf, replaceFile } from '../board/replace-file.ts';
import { headedText, readText } from '../board/text/read-text.ts';
import { type BoardPlace, isError, isValid, validateBoard } from '../board/validate.ts';
import { appendEntry } from '../journal.ts';
import { putJournalAside } from '../journal-parts.ts';
import { replayReadable } from './read-journal.ts';

/** What restoring would do. */
export type Restoring = {
  /** The text of the board afterwards; undefined if the board stays as it is. */
  readonly text: string | undefined;
  readonly board: Board;
  /** The hash of the text as originally written; `text` may differ from that, because the journal has no comments. */
  readonly hash: string;
  /** How many entries of the journal led to this board. */
  readonly entries: number;
  /** Why the journal cannot be followed to its end; if set, a new journal begins with the board. */
  readonly damage: string | undefined;
};

type Place = { readonly root: string; readonly env: BoardPlace['env']; readonly now: Date };

/** Undefined if there is nothing to repair. Throws `board_unrestorable` if the journal leads to no valid board. */
export function planRestore({ root, env }: Omit<Place, 'now'>): Restoring | undefined {
  const { board, difference, damage: damaged, entries: read, hash } = replayReadable(root);
  const entries = difference ? difference.seq - 1 : read;
  const damage = damaged?.message ?? (difference && `the journal cannot be followed at entry ${difference.seq}: ${difference.why}`);
  const current = boardNow(root, env);
  if (current) return damage === undefined ? undefined : { text: undefined, board: current, hash: '', entries, damage };
  if (!board)
    throw new ArtooError('board_unrestorable', damage ?? `${join(root, '.liza')} has no journal that a board could be restored from`);
  const findings = validateBoard(board, placeOf(root, board, env, beforeAnyLease)).filter(isError);
  if (findings.length > 0)
    throw new ArtooError(
      'board_unrestorable',
      `the last good board would not be valid now either: ${findings.map(({ text }) => text).join('; ')}`,
    );
  return { text: headedText(board), board, hash, entries, damage };
}

/** Restores the board, and returns where the old files are kept. */
export async function restoreBoard(place: Place & { readonly lockMs?: number }): Promise<readonly string[]> {
  const { root, now, lockMs } = place;
  const folder = join(root, '.liza');
  const [state, journal] = [join(folder, 'state.yaml'), join(folder, 'journal.jsonl')];
  await using lock = createBoardLock(folder, { limitMs: lockMs });
  return await lock.run(() => {
    const plan = planRestore(place);
    if (!plan) return [];
    const { text = textNow(root), board, hash, damage } = plan;
    const kept = plan.text !== undefined && existsSync(state) ? [`${state}.${now.getTime()}.kept`] : [];
    for (const copy of kept) copyFileSync(state, copy);
    if (damage !== undefined) {
      kept.push(...putJournalAside(journal, now));
      appendEntry(journal, { kind: 'foreign', before: '', after: hashOf(text), patch: [{ path: [], value: board }] }, now);
      if (plan.text !== undefined) replaceFile(state, text);
      return kept;
    }
    const act: Act = { act: 'restore', facts: { now: now.toISOString(), dead: [] } };
    const performed = perform(board, act);
    if (!performed.ok) throw new ArtooError('board_refused', performed.why.join('; '));
    const written = { before: hash, after: hashOf(text), patch: [], log: performed.log };
    const entry = appendEntry(journal, { kind: 'update', by: 'human', what: 'restore', act, ...written }, now);
    replaceFile(state, text);
    appendLog(join(folder, 'log.yaml'), entry);
    return kept;
  });
}

/** The current board, if it is valid. */
function boardNow(root: string, env: BoardPlace['env']): Board | undefined {
  try {
    const board = readText(textNow(root));
    return isValid(validateBoard(board, placeOf(root, board, env, beforeAnyLease))) ? (board as Board) : undefined; // a valid board fits its schema
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'board_invalid') return undefined;
    throw error;
  }
}

/** The text of the current file; empty if there is none. */
export function textNow(root: string): string {
  const state = join(root, '.liza', 'state.yaml');
  return existsSync(state) ? readFileSync(state, 'utf8') : '';
}
