/**
 * Programs of turns: each is recorded before it begins, so that the next supervisor can find and end what a killed supervisor left. Only such
 * processes are ended: a process is identified by its id and start time, and those that left its group by a mark in their environment.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../../contracts/errno.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { roleOf } from '../board/ids.ts';
import { replaceFile } from '../board/replace-file.ts';

const Noted = z.object({ pid: z.number().int().min(2), started: z.string(), host: z.string(), run: z.string().min(8) });

/** The variable that every process of a turn has. */
export const runMark = 'LIZA_RUN';

const pathOf = (root: string, agent: string): string => join(root, '.liza', 'locks', `program-${agent}.json`);

/** Records the program of a turn on disk before it does anything. */
export function noteProgram(
  root: string,
  agent: string,
  { pid, host, run }: { readonly pid: number; readonly host: string; readonly run: string },
): void {
  mkdirSync(join(root, '.liza', 'locks'), { recursive: true });
  replaceFile(pathOf(root, agent), JSON.stringify({ pid, started: startOf(pid) ?? '', host, run }));
}

/** Called when a turn and its program are over: ends processes that left the program's group, too. */
export function endProgram(root: string, agent: string, run: string): void {
  endMarked(run);
  rmSync(pathOf(root, agent), { force: true });
}

/** Ends all remaining processes of an agent's program. Only for callers that are certain that no process runs this agent. True if there were any. */
export function endLeftProgram(root: string, agent: string, host: string): boolean {
  if (roleOf(agent) === undefined) return false;
  const noted = Noted.safeParse(parsedJson(textAt(pathOf(root, agent))));
  if (!noted.success || noted.data.host !== host) return false; // recorded on another machine, or from before a restart
  const { pid, started, run } = noted.data;
  const isThere = started !== '' && startOf(pid) === started;
  if (isThere) kill(-pid);
  const others = endMarked(run);
  rmSync(pathOf(root, agent), { force: true });
  return isThere || others > 0;
}

/** When a process started, according to the system; undefined if there is no such process, or it has ended but was not reaped. */
export function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return /^.*\) [^ZX] (?:\S+ ){18}(\d+) /s.exec(textAt(`/proc/${pid}/stat`))?.[1];
  try {
    return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined; // the process is gone
  }
}

/**
 * Ends processes with the mark of this turn, and returns how many. On systems other than Linux, environments cannot be read, and only the group is
 * ended.
 */
function endMarked(run: string): number {
  if (process.platform !== 'linux') return 0;
  const mark = `${runMark}=${run}`;
  const marked = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => textAt(`/proc/${name}/environ`).split('\0').includes(mark));
  for (const pid of marked) kill(Number(pid));
  return marked.length;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH' && errnoOf(error) !== 'EPERM') throw error;
  }
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return ''; // gone, or another user's
  }
}
