/** `artoo audit`: what the auditor found and counted in a period of time. */
import { readPeriod } from '../../audit/reading/period.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import { auditLines } from '../../view/audit/report-lines.ts';
import { exits } from '../command.ts';
import { timesIn } from '../flags/time-flags.ts';
import { type AuditCommand, catchUp, tell } from './audit-command.ts';

const weekMs = 7 * 24 * 3_600_000;

export async function reportAudit(command: AuditCommand): Promise<number> {
  const now = Date.now();
  const { since = now - weekMs, until = now + 1 } = timesIn(command.given, now);
  await catchUp(command);
  const period = readPeriod(auditFolder(command.data), { since, until });
  tell(command, period, (columns) => auditLines(period, { columns, verbose: command.given.verbose === true }));
  return exits.ok;
}
