/** Runs a command line inside walls that have no namespaces: its processes are recognised by their group, and what it lacked by its output. */
import { readdirSync } from 'node:fs';
import { ArtooError } from '../../../contracts/errors.ts';
import { type Program, runProcess } from '../../running/process.ts';
import type { ContainedRequest, ContainedRun } from '../containment.ts';
import { deniedPlaces } from '../shown/denied-places.ts';
import { failedToConnect } from './failed-to-connect.ts';
import { attemptedSocket } from './network-attempts.ts';
import { leftIn, type Ran } from './run-inside.ts';
import { isFull, watchGroup } from './watchdog.ts';

export type InGroup = {
  /** The program that builds the walls, writes `inside` to descriptor 3, and runs the command. */
  readonly program: Pick<Program, 'file' | 'args' | 'env'>;
  /** The staging folder whose disk must not fill up, and the command's own folder in it. */
  readonly folder: string;
  readonly own: string;
  readonly closed: readonly string[];
  readonly cwd: string;
  readonly home: string;
};

/** Throws `containment_failed` if the walls could not be built; in that case, nothing has run. */
export async function runInGroup(
  { program, folder, own, closed, cwd, home }: InGroup,
  { timeoutMs, signal, onOutput, background }: ContainedRequest,
): Promise<Pick<ContainedRun, Ran>> {
  const ended = await runProcess({
    ...{ ...program, cwd: '/', timeoutMs, signal, onOutput, isTied: true, isEndless: background !== undefined },
    watch: (pid, stop) => watchGroup(pid, folder, stop),
  });
  if (ended.killedBy === null && !/^inside$/m.test(ended.report))
    throw new ArtooError('containment_failed', `the walls around the command could not be built: ${ended.errors.trim().slice(0, 500)}`);
  const printed = `${ended.output}\n${ended.errors}`;
  return {
    ended: ended.killedBy === null && (await isFull(folder)) ? { ...ended, killedBy: 'disk' } : ended,
    attemptedNetwork: failedToConnect(printed) && 'outside',
    attemptedSocket: attemptedSocket(printed),
    deniedPlaces: deniedPlaces(printed, { closed, cwd, home }),
    ...{ hiddenTempPlaces: [], differs: [] }, // places that are not visible are refused
    left: { files: readdirSync(own).length, processes: leftIn(ended, 'processes') },
  };
}
