/** What the auditor found, for clients. */
import { createAuditor } from '../../audit/auditor.ts';
import { readPeriod } from '../../audit/reading/period.ts';
import { verifyAudit } from '../../audit/reading/verify-audit.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import { findTasks } from '../../history/tasks/task-list.ts';
import type { DriveAudit } from './drive.ts';

/** A report on demand must come within three seconds (SPEC §11); journals that are not read in time are in the next report. */
const maxCatchUpMs = 2_500;

export function driveAudit(data: string): Omit<DriveAudit, 'of'> {
  const auditor = createAuditor({ data, journals: () => findTasks(data) });
  return {
    async report({ since = 0, until = Number.POSITIVE_INFINITY } = {}) {
      await auditor.pass(undefined, AbortSignal.timeout(maxCatchUpMs));
      return readPeriod(auditFolder(data), { since, until: Math.min(until, Date.now() + 1) });
    },
    verify: async () => verifyAudit(data, await findTasks(data)),
  };
}
