/** Runs a command line inside walls, and makes sure that they were up and that nothing it started outlives it. */
import { release } from 'node:os';
import { ArtooError } from '../../contracts/errors.ts';
import { type ProcessResult, runProcess } from '../running/process.ts';
import type { ContainedRequest, ContainedRun, Surroundings } from './containment.ts';
import { filesForNetwork, masksOver } from './masks.ts';
import { attemptedNetwork } from './network-attempts.ts';
import type { Staging } from './staging.ts';
import { commandVariable, insideScript, processLimits, type Walls, wallArguments } from './walls.ts';
import { isFull, watchProcesses } from './watchdog.ts';

/** The programs that build walls. */
type Builders = Readonly<Record<'setpriv' | 'unshare' | 'sh' | 'bwrap', string>>;

/** What every containment is made of. */
export type Parts = {
  readonly detail: string;
  readonly builders: Builders;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

export type Inside = Pick<Walls, 'views' | 'shown' | 'cwd'> & {
  /** The folders that are shown even inside hidden ones. */
  readonly lowers: readonly string[];
  /** A line of shell that mounts what the walls need; nothing where they need nothing. */
  readonly mounting?: string;
  /** The folder whose disk must not fill up. */
  readonly folder: string;
};

/**
 * Throws `containment_failed` when the command was not reached: then nothing ran. The first program dies with this process; the one below it is the
 * first of a process namespace, so everything dies with it; and it goes no further until both are certain. So when the first has ended, nothing runs
 * any more.
 */
export async function runInside(
  { builders, surroundings, staging }: Parts,
  { views, shown, cwd, lowers, mounting = ':', folder }: Inside,
  request: ContainedRequest,
): Promise<Pick<ContainedRun, 'ended' | 'attemptedNetwork' | 'left'>> {
  const { data, env, secrets } = surroundings;
  const masked = masksOver([...secrets, data], lowers, staging);
  const network = request.network ? await filesForNetwork() : undefined;
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const walls = wallArguments({ views, shown, masked, cwd, network, user });
  const { filter } = staging;
  const { setpriv, unshare, sh, bwrap } = builders;
  const { command, timeoutMs, signal } = request;
  const isRoot = user.uid === 0;
  const { TMPDIR: _, ...seen } = env; // a contained command's temporary folder is /tmp
  const filtered = filter === undefined ? '' : ` 5<${filter}`;
  const outside = `echo ready >&3; read -r go <&4 || exit 1; ${isRoot ? limitTasks(release()) : ':'}; { ${mounting}; } >&3 2>&3 && exec "$0" "$@" 4<&-${filtered}`;
  const ended = await runProcess({
    file: setpriv,
    args: [
      ...['--pdeathsig', 'KILL', unshare, ...(isRoot ? [] : ['-U', '-r']), '-m', '-p', '-f', '--kill-child', '--mount-proc'],
      ...[sh, '-c', outside, bwrap],
      ...(filter === undefined ? [] : ['--seccomp', '5']),
      ...[...walls, sh, '-c', insideScript],
    ],
    cwd: '/',
    env: { ...seen, ...quiet, [commandVariable]: command, ...(isRoot ? { TAR_OPTIONS: '--no-same-owner' } : {}) }, // root inside the walls cannot give files away
    timeoutMs,
    signal,
    watch: (pid, stop) => watchProcesses(pid, folder, stop),
    isGated: true,
  });
  if (ended.killedBy === null && !/^inside$/m.test(ended.report)) {
    const why = `${ended.report.replace(/^ready\n/, '')}${ended.errors}`.trim().slice(0, 500);
    throw new ArtooError('containment_failed', `the walls around the command could not be built: ${why}`);
  }
  // What did not fit on this disk might have fit on the real one, so the effects of a command that filled it are unknown.
  const isOutOfSpace = ended.killedBy === null && (await isFull(folder));
  return {
    ended: isOutOfSpace ? { ...ended, killedBy: 'disk' } : ended,
    attemptedNetwork: !request.network && attemptedNetwork(ended.report),
    left: { files: leftIn(ended, 'files'), processes: leftIn(ended, 'processes') },
  };
}

/** How many files or processes the command left, as the script around it reports. */
const leftIn = ({ report }: ProcessResult, what: 'files' | 'processes'): number =>
  Math.max(0, Number(new RegExp(`^left ${what} (\\d+)$`, 'm').exec(report)?.[1] ?? 0));

/**
 * The kernel does not limit the processes of root. Since Linux 6.14 a process namespace has its own highest process id; before, writing it would
 * change the whole machine, so only the watchdog counts.
 */
export function limitTasks(kernel: string): string {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  const isOwn = major > 6 || (major === 6 && minor >= 14);
  return isOwn ? `echo ${processLimits.tasks} >/proc/sys/kernel/pid_max` : ':';
}

/** So that reading commands change nothing, and npm does not ask the network for updates. */
export const quiet = { GIT_OPTIONAL_LOCKS: '0', npm_config_update_notifier: 'false' };
