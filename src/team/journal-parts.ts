/** The parts of a team's journal: those in the archive, and the one being written. */
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderOf } from './board/replace-file.ts';

const archiveOf = (path: string): string => join(dirname(path), 'archive');

/** The archived parts, oldest first: each is named after its last entry. */
export function archivedParts(path: string): readonly string[] {
  const archive = archiveOf(path);
  const names = existsSync(archive) ? readdirSync(archive).filter((name) => /^journal-\d+\.jsonl$/.test(name)) : [];
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(archive, name));
}

/**
 * Moves the current part into the archive, up to the entry with this number. Only to be called under the board's lock. A crash before or after the
 * move leaves a complete journal, because the numbers of the entries show how it continues.
 */
export function archiveJournal(path: string, last: number): void {
  const part = join(archiveOf(path), `journal-${last}.jsonl`);
  mkdirSync(archiveOf(path), { recursive: true });
  if (existsSync(part)) return;
  renameSync(path, part);
  syncFolderOf(part);
  writeFileSync(path, '');
  syncFolderOf(path);
}

/** Moves all parts out of the way, so that a new journal begins. Returns where the parts are now. Only to be called under the board's lock. */
export function putJournalAside(path: string, now: Date): readonly string[] {
  return [...archivedParts(path), path]
    .filter((part) => existsSync(part))
    .map((part) => {
      const kept = `${part}.${now.getTime()}.kept`;
      renameSync(part, kept);
      return kept;
    });
}
