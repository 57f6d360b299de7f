/** The auditor in the demo: it reads the tasks of one scene only, keeps its record in the scratch folder, and its clock is past their window. */
import { createAuditor } from '../../audit/auditor.ts';
import type { JournalFile } from '../../audit/observing/journal.ts';
import { type AuditPeriod, readPeriod } from '../../audit/reading/period.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { journalPath } from '../../journal/files.ts';
import type { DemoPlace } from './demo-place.ts';

/** A time at which every window is over and reported. */
const laterMs = 10 * 60_000;
const weekMs = 7 * 24 * 3_600_000;

export async function auditDemo({ data, ownData }: DemoPlace, tasks: readonly TaskId[]): Promise<AuditPeriod> {
  const now = Date.now() + laterMs;
  const journals = tasks.map((task_id): JournalFile => ({ task_id, path: journalPath(data, task_id) }));
  await createAuditor({ data: ownData, journals: async () => journals.toReversed(), now: () => now }).pass();
  return readPeriod(auditFolder(ownData), { since: now - weekMs, until: now });
}
