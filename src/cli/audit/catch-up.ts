/** Opens the auditor of this data folder, and brings its record up to date. */
import { existsSync } from 'node:fs';
import { noteTeamFindings } from '../../app/team/note-team-findings.ts';
import { type Auditor, createAuditor } from '../../audit/auditor.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import type { CalledPart } from '../command-parts.ts';

export const auditorFor = ({ data }: Pick<CalledPart, 'data'>): Auditor => createAuditor({ data, journals: () => findTasks(data) });

/** `artoo audit` must answer within three seconds (SPEC §11); journals that are not read by then are reported. */
const maxCatchUpMs = 2_500;

/** Brings the record up to date with all journals. If it cannot be written, reports that, and the record is shown as it is. Never creates a data folder. */
export async function catchUp(called: CalledPart): Promise<void> {
  const { terminal, signal, data } = called;
  if (!existsSync(data)) return;
  try {
    const auditor = auditorFor(called);
    await noteTeamFindings(auditor, called.terminal.cwd);
    const { isWhole } = await auditor.pass(undefined, AbortSignal.any([signal, AbortSignal.timeout(maxCatchUpMs)]));
    if (!isWhole) terminal.note('artoo: the auditor has not read all journals yet; run it again for the rest');
  } catch (error) {
    terminal.note(`artoo: the auditor ${error instanceof Error ? error.message : error}; anything newer than its last run is not shown`);
  }
}
