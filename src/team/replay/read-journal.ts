/** Replays the whole journal of a team. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../board/replace-file.ts';
import { readEntries } from '../journal.ts';
import { replayTeam, type TeamReplay } from './replay-team.ts';

export function replayJournal(root: string): TeamReplay {
  const state = join(root, '.liza', 'state.yaml');
  const lines = readEntries(join(root, '.liza', 'journal.jsonl'));
  return replayTeam(lines, existsSync(state) ? hashOf(readFileSync(state, 'utf8')) : undefined);
}
