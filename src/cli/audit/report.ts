/** `artoo audit`: what the auditor found and counted in a period of time. */
import { readPeriod } from '../../audit/reading/period.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import { periodWords } from '../../view/audit/period-words.ts';
import { auditLines } from '../../view/audit/report-lines.ts';
import { teamLines } from '../../view/audit/team-lines.ts';
import type { CalledPart } from '../command-parts.ts';
import { timesIn } from '../flags/time-flags.ts';
import { tell } from '../terminal/report.ts';
import { auditedBus, catchUp } from './catch-up.ts';
import { teamFindings } from './team-findings.ts';

const weekMs = 7 * 24 * 3_600_000;

export async function reportAudit(called: CalledPart): Promise<number> {
  const now = Date.now();
  const { given, data } = called;
  const { since = now - weekMs, until = now + 1 } = timesIn(given, now);
  await catchUp(called, await auditedBus(called));
  const period = readPeriod(auditFolder(data), { since, until });
  const when = periodWords(textOf(given.since), textOf(given.until));
  const team = teamFindings(called.terminal.cwd)?.found.filter(({ ts }) => Date.parse(ts) >= since && Date.parse(ts) < until);
  return tell(called, team ? { ...period, team } : period, (columns) => [
    ...auditLines(period, { columns, now, when, verbose: given.verbose === true }),
    ...teamLines(team, columns),
  ]);
}

const textOf = (given: unknown): string | undefined => (typeof given === 'string' ? given.trim() : undefined);
