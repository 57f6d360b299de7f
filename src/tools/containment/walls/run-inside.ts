/** Builds walls and runs a command line inside them; makes sure that the walls were up, and that no process started by the command outlives it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { ArtooError } from '../../../contracts/errors.ts';
import { type ProcessResult, type Program, type Started, startProcess } from '../../running/process.ts';
import type { ContainedRequest, ContainedRun, Surroundings } from '../containment.ts';
import { deniedPlaces } from '../shown/denied-places.ts';
import { hiddenTempPlaces } from '../shown/hidden-temp-places.ts';
import type { Staging } from '../staging.ts';
import { closeInherited } from './close-inherited.ts';
import { channelAt, type Door, type Opened, openedDoors, openerArguments } from './doors.ts';
import { contentsArguments, contentsIn, openInnerFiles, tellingAt } from './inner-files.ts';
import { openInnerNetwork } from './inner-network.ts';
import { asHandedOver, asInside, insideScript, processLimits } from './inside-script.ts';
import { attemptedNetwork, attemptedSocket } from './network-attempts.ts';
import type { Step } from './wall-steps.ts';
import { wallArguments } from './walls.ts';
import { isFull, watchProcesses } from './watchdog.ts';

/** The programs that build walls. */
type Builders = Readonly<Record<'setpriv' | 'unshare' | 'sh' | 'bash' | 'bwrap', string>>;

/** The parts that all containments use. */
export type Parts = {
  readonly detail: string;
  readonly builders: Builders;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

export type WallsToBuild = {
  readonly steps: readonly Step[];
  readonly cwd: string;
  /** Receives the doors; undefined if there are no doors. */
  readonly doors: Opened | undefined;
  /** Whether the command may create Unix sockets. */
  readonly sockets: boolean;
  /** Whether changes applied on the machine are written into the view while the command runs. */
  readonly follows?: boolean;
  /** Whether hard links can be created; if not, creating one fails as it does across disks. */
  readonly mayLink?: boolean;
  /** Where the view of a folder is mounted. */
  readonly mergedOf: (lower: string) => string;
  /** Where the arguments of bubblewrap are kept: in a process list, everyone could read them. */
  readonly folder: string;
  /** A shell line that mounts what the walls need, if necessary. */
  readonly mounting?: string;
};

/**
 * Begins to build walls, inside which a script waits for its command. The first program dies with this process; its child is the first process of a
 * process namespace, so everything in that dies with the child; and it does not continue until both are certain. So once the first program has ended,
 * nothing is running.
 */
export const buildWalls = (parts: Parts, walls: WallsToBuild): Started => startProcess({ ...wallsAround(parts, walls), isGated: true });

/** The receiver for the doors of a request, ready to serve connections. */
export function doorsOf(doors: readonly Door[] = []): Opened | undefined {
  if (doors.length === 0) return undefined;
  const opened = openedDoors(doors.map(({ port }) => port));
  opened.serve(doors);
  return opened;
}

/** The program that builds walls: it writes to descriptor 3, waits for a line on 4, and then runs what it reads. */
export function wallsAround(
  { builders, surroundings, staging }: Parts,
  { steps, cwd, doors, sockets, follows = false, mayLink = true, mergedOf, folder, mounting = ':' }: WallsToBuild,
): Pick<Program, 'file' | 'args' | 'cwd' | 'env' | 'handsOver' | 'talksAt'> {
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const { closedFolder, closedFile, filters } = staging;
  const also = [...(doors ? openerArguments() : []), ...(follows ? contentsArguments(folder) : [])];
  if (follows) mkdirSync(contentsIn(folder), { mode: 0o755 });
  const walls = wallArguments({ steps, mergedOf, closedFolder, closedFile, cwd, also, user });
  const script = insideScript(doors?.ports, follows);
  const kept = join(folder, 'walls');
  writeFileSync(kept, ['--seccomp', '5', ...walls, '--setenv', 'inside', script].map((argument) => `${argument}\0`).join(''));
  const { setpriv, unshare, sh, bash, bwrap } = builders;
  const isRoot = user.uid === 0;
  const { TMPDIR: _, ...seen } = surroundings.env; // a contained command's temporary folder is /tmp
  const filter = filters[`${sockets ? 'sockets' : 'offline'}${mayLink ? '' : 'WithoutLinks'}`];
  const closing = closeInherited([0, 1, 2, 3, 4, ...(doors ? [channelAt] : []), ...(follows ? [tellingAt] : [])]);
  const outside = `${closing}; echo ready >&3; read -r go <&4 || exit 1; ${isRoot ? limitTasks(release()) : ':'}; { ${mounting}; } >&3 2>&3 && exec "$0" "$@" 5<${filter} 6<${kept}`;
  return {
    file: setpriv,
    args: [
      ...['--pdeathsig', 'KILL', unshare, ...(isRoot ? [] : ['-U', '-r']), '-m', '-p', '-f', '--kill-child', '--mount-proc'],
      ...[bash, '--noprofile', '--norc', '-c', outside, bwrap, '--args', '6', sh, '-c', asInside, sh, ...ownFolders(steps)],
    ],
    cwd: '/',
    env: { ...seen, ...quiet, ...(isRoot ? { TAR_OPTIONS: '--no-same-owner' } : {}) }, // inside the walls, root cannot give files away
    ...(doors ? { handsOver: { at: channelAt, to: doors } } : {}),
    ...(follows ? { talksAt: tellingAt } : {}),
  };
}

/** What is lost when the walls are removed: the command's own folders, and those created in them. */
function ownFolders(steps: readonly Step[]): readonly string[] {
  const own = steps.flatMap(({ step, path }) => (step === 'own' ? [path] : []));
  const inside = steps.flatMap(({ step, path }) => (step === 'way' && own.some((folder) => path.startsWith(`${folder}/`)) ? [path] : []));
  return [...own, ...inside];
}

export type Inside = Pick<WallsToBuild, 'steps' | 'cwd'> & {
  readonly home: string;
  /** The folder whose disk must not fill up. */
  readonly folder: string;
};

/** What is known about a command that ran inside walls, before its changes are read. */
export type Ran = 'ended' | 'attemptedNetwork' | 'attemptedSocket' | 'deniedPlaces' | 'hiddenTempPlaces' | 'differs' | 'left';

/** What is different in every view. */
const ofItsOwn = ['network', 'processes', 'mounts', 'sign-ins', 'services', 'devices', 'owners'] as const;

/** Hands the command over to waiting walls. Throws `containment_failed` if the walls did not receive it; in that case, nothing has run. */
export async function runInside(
  walls: Started,
  { steps, cwd, home, folder }: Inside,
  { command, env, doors = [], background, timeoutMs, pausing, signal, onOutput }: Omit<ContainedRequest, 'cwd' | 'workspace'>,
): Promise<Pick<ContainedRun, Ran>> {
  const ports = doors.map(({ port }) => port);
  using network = background && walls.pid !== undefined ? openInnerNetwork(walls.pid, ports) : undefined;
  const { channel } = walls;
  if (network) background?.onInside({ network, files: channel && openInnerFiles({ channel, steps, folder }) });
  const ended = await walls.attend({
    input: asHandedOver(command, env),
    timeoutMs,
    pausing,
    signal,
    onOutput,
    isEndless: background !== undefined,
    watch: (pid, stop) => watchProcesses(pid, folder, stop),
  });
  builtWalls(ended);
  // A file that did not fit on this disk might have fit on the real one, so the effects of a command that filled the disk are unknown.
  const isOutOfSpace = ended.killedBy === null && (await isFull(folder));
  const closed = steps.flatMap((step) => (step.step === 'close' || step.step === 'name' ? [step.path] : []));
  return {
    ended: isOutOfSpace ? { ...ended, killedBy: 'disk' } : ended,
    attemptedNetwork: attemptedNetwork(ended.report),
    attemptedSocket: attemptedSocket(`${ended.output}\n${ended.errors}`),
    deniedPlaces: deniedPlaces(`${ended.output}\n${ended.errors}`, { closed, cwd, home }),
    hiddenTempPlaces: hiddenTempPlaces(command, steps, { cwd, home }),
    differs: ofItsOwn,
    left: { files: leftIn(ended, 'files'), processes: leftIn(ended, 'processes') },
  };
}

/** How a command ended, once it is certain that it ran inside the walls. Throws `containment_failed` if it did not run. */
export function builtWalls(ended: ProcessResult): ProcessResult {
  if (ended.killedBy !== null || /^started$/m.test(ended.report)) return ended;
  const why = `${ended.report.replace(/^ready\n/, '')}${ended.errors}`.trim().slice(0, 500);
  throw new ArtooError('containment_failed', `the walls around the command could not be built: ${why}`);
}

/** How many files or processes the command left, according to the script around it. */
export const leftIn = ({ report }: ProcessResult, what: 'files' | 'processes'): number =>
  Math.max(0, Number(new RegExp(`^left ${what} (\\d+)$`, 'm').exec(report)?.[1] ?? 0));

/**
 * The kernel does not limit the processes of root. Since Linux 6.14 a process namespace has its own maximum process id; in older versions, writing it would
 * change the whole machine, so only the watchdog counts processes.
 */
export function limitTasks(kernel: string): string {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  const isOwn = major > 6 || (major === 6 && minor >= 14);
  return isOwn ? `echo ${processLimits.tasks} >/proc/sys/kernel/pid_max` : ':';
}

/**
 * Variables that keep reading commands from changing anything: npm does not check for updates, and git reads files itself, because its monitors need
 * a socket.
 */
export const quiet = {
  ...{ GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: 'false' },
  ...{ npm_config_update_notifier: 'false', npm_config_logs_max: '0' },
};
