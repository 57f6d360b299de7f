/** Describes background runs in words. */
import type { BackgroundEnd } from '../../contracts/background-end.ts';
import { shellFailure } from '../running/shell-failure.ts';
import type { BackgroundRun, RunEnd } from './background-run.ts';
import type { Printed } from './output-tail.ts';

/** "bg-1: npm run dev (has been running for 12 s, listens on port 5173)" */
export async function runText(run: BackgroundRun): Promise<string> {
  const { id, command, end } = run;
  const ports = portsText((await run.ports()).map(({ port }) => port));
  const state = end ? `${endText(end)} after ${seconds(end.ranMs)}` : `has been running for ${seconds(Date.now() - run.since.getTime())}`;
  return `${id}: ${oneLine(command)} (${[state, ...(ports === '' ? [] : [ports]), ...unseenNote(run)].join(', ')})`;
}

/** The changes that the run does not see, and what to do about them. */
function unseenNote({ end, unseen }: BackgroundRun): readonly string[] {
  if (end || unseen.length === 0) return [];
  return [`does not see the changes to ${listed(unseen)}; to make it see them, stop it and start it again`];
}

/** "listens on port 5173"; empty if there are no ports. */
export const portsText = (ports: readonly number[]): string =>
  ports.length === 0 ? '' : `listens on port${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`;

/** How a run ended, as the rest of a sentence. */
export function endText(end: RunEnd): string {
  if ('failed' in end) return `could not run: ${end.failed instanceof Error ? end.failed.message : String(end.failed)}`;
  const { exitCode, killedBy } = end.ended;
  if (killedBy === 'cancel') return 'was stopped';
  const failure = killedBy === null ? undefined : shellFailure(end.ended, 0)?.message;
  return (
    failure?.replace(/^stopped: /, 'was stopped: ') ??
    (exitCode === null ? 'was terminated by a signal' : `ended with exit code ${exitCode}`)
  );
}

/** A line in brackets about the files that are lost with the run; empty if there are no such files. */
export function droppedText(end: RunEnd): string {
  if ('failed' in end || end.dropped.length === 0) return '';
  return `[artoo: what it wrote was discarded: ${listed(end.dropped)}]\n`;
}

/** A line in brackets about the hosts that the run has reached, or was refused, since it started; empty if there are none. */
export function trafficText({ traffic }: BackgroundRun): string {
  const notes = traffic.notes();
  return notes.length === 0 ? '' : `[artoo: ${notes.join('; ')}]\n`;
}

/** How a run ended, for the journal. `how`: why artoo ended it; a run that continues has no `ended`. */
export const endOf = (run: BackgroundRun, how?: string): BackgroundEnd => ({
  ...{ id: run.id, command: run.command },
  ...(run.end ? { ended: how ?? endText(run.end) } : {}),
  ms: run.end?.ranMs ?? Date.now() - run.since.getTime(),
  reached: run.traffic.reached(),
});

/** The output, after a line that says how much of it is missing. */
export const printedText = ({ text, missed }: Printed): string => (missed > 0 ? `[… ${missed} characters left out …]\n${text}` : text);

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, maxListed).join(', ')}${paths.length > maxListed ? ` and ${paths.length - maxListed} more` : ''}`;

const maxListed = 8;
const maxLength = 200;

const oneLine = (command: string): string => {
  const line = command.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line;
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
