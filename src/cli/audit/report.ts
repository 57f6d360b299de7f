/** `artoo audit`: what the auditor found and counted in a period of time. */
import { readPeriod } from '../../audit/reading/period.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import { periodWords } from '../../view/audit/period-words.ts';
import { auditLines } from '../../view/audit/report-lines.ts';
import { exits } from '../command.ts';
import { timesIn } from '../flags/time-flags.ts';
import { type AuditCommand, catchUp, tell } from './audit-command.ts';

const weekMs = 7 * 24 * 3_600_000;

export async function reportAudit(command: AuditCommand): Promise<number> {
  const now = Date.now();
  const { given, data } = command;
  const { since = now - weekMs, until = now + 1 } = timesIn(given, now);
  await catchUp(command);
  const period = readPeriod(auditFolder(data), { since, until });
  const when = periodWords(textOf(given.since), textOf(given.until));
  tell(command, period, (columns) => auditLines(period, { columns, now, when, verbose: given.verbose === true }));
  return exits.ok;
}

const textOf = (given: unknown): string | undefined => (typeof given === 'string' ? given.trim() : undefined);
