/** `artoo jobs`: lists the background runs of tasks on this machine, shows their output, and stops them. */
import { setTimeout as wait } from 'node:timers/promises';
import { quickDataFolder } from '../../config/data-folder.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import { askToStop, type ListedJob, readJobs } from '../../tools/background/job-files.ts';
import { jobText, reachedText } from '../../view/words/job-text.ts';
import { fit } from '../../view/wrap.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { dataFlag, type Flag } from '../flags/flag-table.ts';
import { parseFlags, shown } from '../flags/flags.ts';
import { flagHelp } from '../help.ts';

const flags: readonly Flag[] = [{ name: 'json', help: 'print the list as JSON' }, dataFlag];

/** Longer than the process that runs a job needs to notice that it should stop, even on a busy machine. */
const maxStopMs = 15_000;

export const jobs: Command = {
  name: 'jobs',
  usage: 'artoo jobs\nartoo jobs <id>\nartoo jobs stop <id>',
  flags,
  summary: `Lists servers and watchers that tasks started in the background, in any
terminal. With an id: what that job printed last and which hosts it reached.
With stop and an id: stops that job. Jobs end with their task; in the shell they
run until the next task begins or, after /keep, until you leave. Jobs that
outlived their task are listed last, with what they sent.

${flagHelp(flags)}

Exit code ${exits.failed} when there is no such job.`,

  async run(args, terminal) {
    const { flags: given, words } = parseFlags(args, flags);
    const data = await quickDataFolder(given, terminal);
    const [first, second, more] = words;
    const [isStop, id] = first === 'stop' ? [true, second] : [false, first];
    const extra = first === 'stop' ? more : second;
    if (extra !== undefined) throw new ArtooError('usage', `unexpected "${shown(extra)}"`);
    const listed = readJobs(data);
    if (isStop) return stop(found(listed.filter(isRunning), id), data, terminal);
    if (id !== undefined) return tell(found(listed, id), terminal);
    if (given.json === true) terminal.print(JSON.stringify(listed, undefined, 2));
    else if (listed.length === 0) terminal.print('Nothing runs in the background.');
    else {
      const lines = listed.map((job) => visible(jobText(job, nameAmong(job, listed), Date.now())));
      for (const line of fit(lines, terminal.width)) terminal.print(line);
    }
    return exits.ok;
  },
};

const isRunning = ({ ended }: ListedJob): boolean => ended === undefined;

/** The short id of the job if no other listed job has the same one, otherwise its full id. */
const nameAmong = ({ id, name }: ListedJob, listed: readonly ListedJob[]): string =>
  listed.filter((job) => job.id === id).length > 1 ? name : id;

/** The job with this id; without an id, the only one. Throws `usage`. */
function found(listed: readonly ListedJob[], id: string | undefined): ListedJob {
  const meant = listed.filter((job) => id === undefined || job.id === id || job.name === id);
  const [only] = meant;
  if (only && meant.length === 1) return only;
  const names = listed.map((job) => nameAmong(job, listed)).join(', ');
  if (listed.length === 0) throw new ArtooError('usage', 'nothing runs in the background');
  if (meant.length === 0) throw new ArtooError('usage', `there is no ${shown(id ?? '')} in the background; there are ${names}`);
  throw new ArtooError('usage', `which one? ${names}`);
}

function tell(job: ListedJob, { print }: Terminal): number {
  print(visible(jobText(job, job.id, Date.now())));
  for (const line of reachedText(job)) print(visible(line));
  for (const line of visibleLines(job.printed.trimEnd())) print(`  ${line}`);
  if (job.printed.trim() === '') print('  (it has printed nothing)');
  return exits.ok;
}

async function stop(job: ListedJob, data: string, { print, note, cancel, terminate }: Terminal): Promise<number> {
  askToStop(data, job);
  const until = Date.now() + maxStopMs;
  const isThere = () => readJobs(data).some(({ name, ended }) => name === job.name && ended === undefined);
  while (isThere() && Date.now() < until) await wait(50, undefined, { signal: AbortSignal.any([cancel, terminate]) });
  if (isThere()) {
    note(`artoo: ${job.id} has not ended yet: the artoo process that runs it (${job.owner.pid}) does not respond`);
    return exits.failed;
  }
  print(visible(`stopped ${job.id}: ${job.command}`));
  return exits.ok;
}
