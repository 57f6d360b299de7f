/** Puts back the last good board, from the journal, over one that makes no sense. What was there is kept beside it. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import type { Act } from '../acts/act.ts';
import { perform } from '../acts/perform.ts';
import type { Board } from '../board/board.ts';
import { createBoardLock } from '../board/lock.ts';
import { appendLog } from '../board/log.ts';
import { placeOf } from '../board/place.ts';
import { hashOf, replaceFile } from '../board/replace-file.ts';
import { newText } from '../board/text/read-text.ts';
import { type BoardPlace, isValid, validateBoard } from '../board/validate.ts';
import { appendEntry } from '../journal.ts';
import { replayJournal } from './read-journal.ts';

export type LastGood = {
  readonly board: Board;
  readonly text: string;
  /** Of the text that it was written as; comments are not in the journal, so that `text` may be another. */
  readonly hash: string;
  /** How many entries of the journal led to it. */
  readonly entries: number;
};

/** Throws `board_inconsistent` where the journal does not lead to a board that makes sense here. */
export function lastGood(root: string, env: BoardPlace['env'], now: Date): LastGood {
  const { board, difference, entries, hash } = replayJournal(root);
  if (difference) throw new ArtooError('board_inconsistent', `the journal cannot be followed: entry ${difference.seq}, ${difference.why}`);
  if (!board) throw new ArtooError('board_inconsistent', 'the journal holds no board');
  const findings = validateBoard(board, placeOf(root, board, env, now));
  if (!isValid(findings))
    throw new ArtooError(
      'board_inconsistent',
      `the last board of the journal is not valid here either: ${findings.map(({ text }) => text).join('; ')}`,
    );
  return { board, text: newText(board), hash, entries };
}

type Restoring = { readonly root: string; readonly env: BoardPlace['env']; readonly now: Date; readonly lockMs?: number };

/** Returns where the old file is kept; undefined where there was none. */
export async function restoreBoard({ root, env, now, lockMs }: Restoring): Promise<string | undefined> {
  const folder = join(root, '.liza');
  const [state, journal] = [join(folder, 'state.yaml'), join(folder, 'journal.jsonl')];
  await using lock = createBoardLock(folder, lockMs);
  return await lock.run(() => {
    const { board, text, hash } = lastGood(root, env, now);
    const kept = existsSync(state) ? `${state}.${now.getTime()}.kept` : undefined;
    if (kept !== undefined) copyFileSync(state, kept);
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

/** The file as it is; empty where there is none. */
export function textNow(root: string): string {
  const state = join(root, '.liza', 'state.yaml');
  return existsSync(state) ? readFileSync(state, 'utf8') : '';
}
