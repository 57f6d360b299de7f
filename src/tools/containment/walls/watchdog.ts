/**
 * Watches a contained command from outside the walls: how many processes it has, how much memory they use in total, and how much disk space is left.
 */
import { readdir, readFile, statfs } from 'node:fs/promises';
import type { Excess } from '../../running/process.ts';
import { innerProcess } from './inner-process.ts';

const everyMs = 200;
/** Below the kernel's limit, so that a command is stopped before it runs out of processes. */
const max = { processes: 480, memoryBytes: 8 * 1024 ** 3 } as const;
/** How much of the staging's disk must stay free: a tenth, or a gibibyte if that is less. */
const minFree = { share: 0.1, bytes: 1024 ** 3 } as const;

/**
 * Watches the command of the bubblewrap with this process id, and calls `stop` once it uses too much. A check that fails counts as having found
 * nothing.
 */
export const watchProcesses: Watch = (pid, staging, stop) => watch(() => processesOf(pid), staging, stop);

/** Watches all processes of a group, for a command without a process list of its own. */
export const watchGroup: Watch = (pid, staging, stop) => watch(() => processesIn(pid), staging, stop);

type Watch = (pid: number, staging: string, stop: (reason: Excess) => void) => Disposable;

/** Returns the `/proc` folders of processes. */
type Listing = () => Promise<readonly string[]>;

function watch(list: Listing, staging: string, stop: (reason: Excess) => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const again = () => {
    if (over) return;
    timer = setTimeout(() => void look().then(again), everyMs).unref();
  };
  async function look(): Promise<void> {
    const excess = await excessOf(list, staging).catch(() => undefined);
    if (excess && !over) stop(excess);
  }
  again();
  return {
    [Symbol.dispose]() {
      over = true;
      clearTimeout(timer);
    },
  };
}

async function excessOf(list: Listing, staging: string): Promise<Excess | undefined> {
  if (await isFull(staging)) return 'disk';
  const processes = await list();
  if (processes.length > max.processes) return 'processes';
  let bytes = 0;
  for (const path of processes) bytes += memoryIn(await readFile(`${path}/status`, 'utf8').catch(() => ''));
  return bytes > max.memoryBytes ? 'memory' : undefined;
}

/** Whether the disk of a folder has no space left for commands. */
export async function isFull(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize < Math.min(minFree.bytes, blocks * bsize * minFree.share);
}

/** The `/proc` folders of the processes inside the walls. */
async function processesOf(pid: number): Promise<readonly string[]> {
  const found = await innerProcess(pid);
  return found ? listIn(`/proc/${found.inner}/root/proc`) : [];
}

/** The processes of the machine in this process group; in their state line, the group follows the parent. */
async function processesIn(group: number): Promise<readonly string[]> {
  const all = await listIn('/proc');
  const states = await Promise.all(all.map((path) => readFile(`${path}/stat`, 'utf8').catch(() => '')));
  return all.filter((_, at) => Number(/^.*\) \S \d+ (\d+) /s.exec(states[at] ?? '')?.[1]) === group);
}

const listIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map((id) => `${folder}/${id}`);

/** The amount of a process's memory that is not backed by files. */
const memoryIn = (status: string): number =>
  [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0);
