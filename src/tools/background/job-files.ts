/** Background runs as files in the data folder, through which any terminal can list and stop them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ReachedHost } from '../../contracts/background-end.ts';
import { errnoOf } from '../../contracts/errno.ts';
import { count, IsoTime, listOf, record } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';

const Job = record({
  id: z.string().min(1),
  task_id: z.string(),
  command: z.string(),
  since: IsoTime,
  ports: listOf(z.int()),
  is_kept: z.boolean(),
  /** The end of the run's output. */
  printed: z.string(),
  reached: listOf(ReachedHost),
  /** How the run ended; absent while it runs. */
  ended: z.string().optional(),
  /** The artoo process that owns the job, which ends with it. */
  owner: record({ pid: count, since: z.string() }),
});
export type Job = z.infer<typeof Job>;

/** A job in the list; each `name` is unique. */
export type ListedJob = Job & { readonly name: string };

/** For the process that runs the jobs. Failure contract: never throws; a job whose file cannot be written is not listed. */
export type JobFiles = {
  write(job: Omit<Job, 'owner'>): void;
  remove(id: string): void;
  /** Whether the person has asked to stop the job. */
  isStopWanted(id: string): boolean;
};

const folderOf = (data: string): string => join(data, 'jobs');

/** How many ended jobs stay listed; only those that outlived their task and sent something do. */
const maxEnded = 20;

export function openJobFiles(data: string): JobFiles {
  const folder = folderOf(data);
  const owner = { pid: process.pid, since: startOf(process.pid) ?? '' };
  const at = (id: string, ending: string): string => join(folder, `${process.pid}-${id}.${ending}`);
  return {
    write(job) {
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const text = JSON.stringify({ ...job, owner } satisfies Job);
        writeFileSync(at(job.id, 'new'), text, { mode: 0o600 });
        renameSync(at(job.id, 'new'), at(job.id, 'json'));
      });
    },
    remove: (id) => attempt(() => ['json', 'stop'].forEach((ending) => void rmSync(at(id, ending), { force: true }))),
    isStopWanted: (id) => existsSync(at(id, 'stop')),
  };
}

/** All jobs, oldest first. Jobs of a process that has ended are removed. */
export function readJobs(data: string): readonly ListedJob[] {
  const folder = folderOf(data);
  const found = namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name): readonly ListedJob[] => {
      const job = Job.safeParse(parsedJson(textOf(join(folder, name)))).data;
      return job ? [{ ...job, name: name.slice(0, -'.json'.length) }] : [];
    })
    .toSorted((a, b) => a.since.localeCompare(b.since));
  const over = found.filter((job) => job.ended === undefined && !isAlive(job.owner));
  const old = found.filter(({ ended }) => ended !== undefined).slice(0, -maxEnded);
  for (const { name } of [...over, ...old])
    for (const ending of ['json', 'stop']) attempt(() => rmSync(join(folder, `${name}.${ending}`), { force: true }));
  return found.filter((job) => !over.includes(job) && !old.includes(job));
}

/** Asks the process that runs the job to end it. Throws system errors. */
export const askToStop = (data: string, { name }: Pick<ListedJob, 'name'>): void =>
  writeFileSync(join(folderOf(data), `${name}.stop`), '', { mode: 0o600 });

/** Whether the process is still alive. Another process may have been given the same id; the start time tells them apart. */
function isAlive({ pid, since }: Job['owner']): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
  return since === '' || (startOf(pid) ?? since) === since;
}

/** The start time of a process, in the kernel's units; undefined if unknown. */
const startOf = (pid: number): string | undefined =>
  textOf(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')[19];

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no job has been started yet
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended
  }
}

function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error; // a full disk must not stop a command
  }
}
