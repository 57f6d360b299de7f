/** The findings in the journal of the team around this folder. They are recomputed each time, because the journal is the record. */
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { auditTeam, type TeamFinding } from '../../team/audit/audit-team.ts';
import { findTeam } from '../../team/find-team.ts';
import { readEntries, type TeamLine } from '../../team/journal.ts';

/** Undefined if no team works here. */
export function teamFindings(cwd: string): { readonly found: readonly TeamFinding[]; readonly lines: readonly TeamLine[] } | undefined {
  try {
    const lines = readEntries(join(findTeam(cwd), '.liza', 'journal.jsonl'));
    return { found: auditTeam(lines), lines };
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'board_missing') return undefined;
    throw error;
  }
}
