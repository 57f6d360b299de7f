/**
 * The activity log, `.liza/log.yaml`: a list that only grows, for people and for Liza's tools. The log is derived from the journal, so a crash between writing the two loses
 * nothing.
 */
import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { stringify } from 'yaml';
import type { TeamLine } from '../journal.ts';
import type { LogEntry } from '../letters/admission.ts';
import { layout, yamlOptions } from './text/yaml-options.ts';
import { boardTime } from './time.ts';

/** The name, in the journal and the log, for losing a task to another agent. */
export const claimFailed = 'claim_failed';

/** Appends the line for an entry, unless the log already has it. Only to be called under the board's lock. */
export function appendLog(path: string, entry: TeamLine): void {
  const said = saidBy(entry);
  if (said.length === 0 || lastSeq(path) >= entry.seq) return;
  const lines = said.map(({ action, task, detail, drift_commits }) => ({
    timestamp: boardTime(new Date(entry.at)),
    agent: 'by' in entry ? entry.by : 'supervisor',
    action,
    ...(task === undefined ? {} : { task }),
    detail: detail.replaceAll(/\s+/g, ' ').trim() || action,
    ...(drift_commits === undefined ? {} : { drift_commits }),
    seq: entry.seq,
  }));
  appendFileSync(path, `${endsLine(path) ? '' : '\n'}${stringify(lines, { ...yamlOptions, ...layout })}`);
}

/** What an entry means for the log. Among refusals, only lost claims get a line, because they show which agents compete for work. */
function saidBy(entry: TeamLine): readonly LogEntry[] {
  if (entry.kind === 'update') return entry.log;
  return entry.kind === 'refusal' && entry.what === claimFailed ? [{ action: claimFailed, detail: entry.why.join('; ') }] : [];
}

/** The number of the last numbered entry in the log. */
function lastSeq(path: string): number {
  const numbers = [...tailOf(path).matchAll(/^ {2}seq: (\d+)$/gm)];
  return Number(numbers.at(-1)?.[1] ?? 0);
}

const endsLine = (path: string): boolean => /(?:^|\n)$/.test(tailOf(path));

function tailOf(path: string): string {
  if (!existsSync(path)) return '';
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const part = Buffer.alloc(Math.min(size, 16_384));
    readSync(fd, part, 0, part.length, size - part.length);
    return part.toString();
  } finally {
    closeSync(fd);
  }
}
