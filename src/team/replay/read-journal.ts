/** Replays the whole journal of a team. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArtooError } from '../../contracts/errors.ts';
import { hashOf } from '../board/replace-file.ts';
import { readableEntries, readEntries } from '../journal.ts';
import { replayTeam, type TeamReplay } from './replay-team.ts';

/** Throws `board_inconsistent` if a line of the journal is damaged. */
export const replayJournal = (root: string): TeamReplay => replayTeam(readEntries(journalOf(root)), hashNow(root));

/** Replays the journal as far as it can be read and followed; `damage` is the first line that is not an entry. */
export function replayReadable(root: string): TeamReplay & { readonly damage?: ArtooError } {
  const { lines, damage } = readableEntries(journalOf(root));
  return { ...replayTeam(lines, hashNow(root)), ...(damage && { damage }) };
}

const journalOf = (root: string): string => join(root, '.liza', 'journal.jsonl');

function hashNow(root: string): string | undefined {
  const state = join(root, '.liza', 'state.yaml');
  return existsSync(state) ? hashOf(readFileSync(state, 'utf8')) : undefined;
}
