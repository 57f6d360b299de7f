/** Opens the auditor of this data folder, and brings its record up to date. */
import { existsSync } from 'node:fs';
import { noteTeamFindings } from '../../app/team/note-team-findings.ts';
import { type Auditor, createAuditor } from '../../audit/auditor.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import type { CalledPart } from '../command-parts.ts';

export const auditorFor = ({ data }: Pick<CalledPart, 'data'>): Auditor => createAuditor({ data, journals: () => findTasks(data) });

/** An answer must come within three seconds (SPEC §11); what could not be read by then is reported. */
const maxCatchUpMs = 2_500;

/** Reads what is new in all journals first. If the record cannot be written, that is reported and what exists is shown. Does not create a data folder. */
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
