/** Sets a task up in the folder of its trial. */
import { lstatSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { oneLine } from '../../contracts/text/shorten.ts';
import type { SuiteTask } from '../../eval/suite/suite-task.ts';
import type { ProcessResult } from '../../tools/running/process.ts';
import { placeFiles } from './place-files.ts';
import type { TrialGround } from './trial-ground.ts';

/** `skipped`: the task cannot run on this machine. `refused`: the task itself is faulty. */
export type Unready = { readonly outcome: 'skipped' | 'refused'; readonly why: string };

const needMs = 10_000;
const setupMs = 120_000;

/** Undefined when everything is in place. */
export async function prepare(task: SuiteTask, ground: TrialGround, signal: AbortSignal): Promise<Unready | undefined> {
  const { skip, setup, needs, copy, files, tests } = task;
  if (skip !== undefined) return { outcome: 'skipped', why: skip };
  const { run, work, containment } = ground;
  const wantsWalls = setup.length + needs.length > 0 || tests !== undefined;
  if (!run && wantsWalls)
    return { outcome: 'skipped', why: `its commands need bubblewrap on Linux; this machine has ${containment.detail}` };
  for (const need of needs) {
    const found = await run?.(need.run, { timeoutMs: needMs, signal });
    if (found?.exitCode !== 0) return { outcome: 'skipped', why: `it needs ${need.what}, which this machine does not have` };
  }
  if (copy !== undefined) {
    if (lstatSync(copy, { throwIfNoEntry: false })?.isDirectory() !== true)
      return { outcome: 'refused', why: `there is no folder ${copy} to copy` };
    await cp(copy, work, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
  placeFiles(work, files);
  for (const line of setup) {
    const ended = await run?.(line, { timeoutMs: setupMs, signal });
    signal.throwIfAborted();
    if (ended && ended.exitCode !== 0) return { outcome: 'refused', why: `its set-up fails: ${oneLine(line, 80)}: ${howItEnded(ended)}` };
  }
  return undefined;
}

/** `exit code 2: no such file`. */
export function howItEnded({ exitCode, killedBy, output, errors }: ProcessResult): string {
  const last = (errors.trim() || output.trim()).split('\n').at(-1) ?? '';
  const how = exitCode === null ? `it was stopped (${killedBy ?? 'by a signal'})` : `exit code ${exitCode}`;
  return last === '' ? how : `${how}: ${oneLine(last, 160)}`;
}
