/** The whole journal of a team: what was moved into the archive first, then what is written now. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../board/replace-file.ts';
import { readEntries } from '../journal.ts';
import { replayTeam, type TeamReplay } from './replay-team.ts';

export function replayJournal(root: string): TeamReplay {
  const state = join(root, '.liza', 'state.yaml');
  const lines = journalsOf(root).flatMap((path) => readEntries(path));
  return replayTeam(lines, existsSync(state) ? hashOf(readFileSync(state, 'utf8')) : undefined);
}

/** Archives are numbered by their first entry, so that their names are in order. */
function journalsOf(root: string): readonly string[] {
  const archive = join(root, '.liza', 'archive');
  const names = existsSync(archive) ? readdirSync(archive).filter((name) => /^journal-\d+\.jsonl$/.test(name)) : [];
  const inOrder = names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(archive, name));
  return [...inOrder, join(root, '.liza', 'journal.jsonl')];
}
