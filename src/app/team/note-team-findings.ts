/** Writes what is found in a team's journal into the auditor's record, each finding once. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Auditor } from '../../audit/auditor.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { auditTeam } from '../../team/audit/audit-team.ts';
import { findTeam } from '../../team/find-team.ts';
import { readEntries } from '../../team/journal.ts';

/** Does nothing if no team works in this folder. Rejects as `noteTeam` does, and with `board_invalid` for a journal that cannot be read. */
export async function noteTeamFindings(auditor: Pick<Auditor, 'noteTeam'>, cwd: string): Promise<void> {
  const root = teamAt(cwd);
  if (root === undefined) return;
  const origin = createHash('sha256').update(root).digest('hex').slice(0, 8);
  const found = auditTeam(readEntries(join(root, '.liza', 'journal.jsonl')));
  await auditor.noteTeam(
    root,
    found.map(({ id, ts, finding, about, detail, seqs }) => ({
      ...{ event_id: id.replace('team-', `team-${origin}-`), name: `${finding} ${about}` },
      ...{ ts, anomaly: finding, detail, seqs },
    })),
  );
}

function teamAt(cwd: string): string | undefined {
  try {
    return findTeam(cwd);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'board_missing') return undefined;
    throw error;
  }
}
