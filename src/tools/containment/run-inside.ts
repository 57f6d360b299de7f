/** Runs a command line inside walls, and makes sure that they stood and that nothing of it outlives it. */
import { release } from 'node:os';
import { ArtooError } from '../../contracts/errors.ts';
import { type ProcessResult, runProcess } from '../running/process.ts';
import type { ContainedRequest } from './containment.ts';
import { commandVariable, insideScript, processLimits } from './walls.ts';
import { isFull, watchProcesses } from './watchdog.ts';

/** The programs that build walls. */
export type Builders = Readonly<Record<'setpriv' | 'unshare' | 'sh' | 'bwrap', string>>;

export type Inside = {
  readonly builders: Builders;
  /** A line of shell that mounts what the walls need; nothing where they need nothing. */
  readonly mounting?: string;
  /** The arguments of bubblewrap. */
  readonly walls: readonly string[];
  /** A file with the filter on system calls. */
  readonly filter: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Whose disk must not run full. */
  readonly folder: string;
};

/**
 * Throws `containment_failed` when the command was not reached: then nothing ran. The first program dies with this process; the one below it is the
 * first of a process namespace, so that with it everything dies; and it goes no further before both is sure. So when the first has ended, nothing runs
 * any more.
 */
export async function runInside(
  { builders, mounting = ':', walls, filter, env, folder }: Inside,
  request: ContainedRequest,
): Promise<ProcessResult> {
  const { setpriv, unshare, sh, bwrap } = builders;
  const { command, timeoutMs, signal } = request;
  const isRoot = process.getuid?.() === 0;
  const { TMPDIR: _, ...seen } = env; // their temporary folder is /tmp
  const filtered = filter === undefined ? '' : ` 5<${filter}`;
  const outside = `echo ready >&3; read -r go <&4 || exit 1; ${isRoot ? limitTasks(release()) : ':'}; { ${mounting}; } >&3 2>&3 && exec "$0" "$@" 4<&-${filtered}`;
  const ended = await runProcess({
    file: setpriv,
    args: [
      ...[
        '--pdeathsig',
        'KILL',
        unshare,
        ...(isRoot ? [] : ['-U', '-r']),
        '-m',
        '-p',
        '-f',
        '--kill-child',
        '--mount-proc',
        sh,
        '-c',
        outside,
        bwrap,
      ],
      ...(filter === undefined ? [] : ['--seccomp', '5']),
      ...[...walls, sh, '-c', insideScript],
    ],
    cwd: '/',
    env: { ...seen, ...quiet, [commandVariable]: command, ...(isRoot ? { TAR_OPTIONS: '--no-same-owner' } : {}) }, // only the privileged can give files away
    timeoutMs,
    signal,
    watch: (pid, stop) => watchProcesses(pid, folder, stop),
    isGated: true,
  });
  if (ended.killedBy === null && !/^inside$/m.test(ended.report)) {
    const why = `${ended.report.replace(/^ready\n/, '')}${ended.errors}`.trim().slice(0, 500);
    throw new ArtooError('containment_failed', `the walls around the command could not be built: ${why}`);
  }
  // What a command could not write for want of room here, it could have written where its files really lie: nothing of it can be told.
  return ended.killedBy === null && (await isFull(folder)) ? { ...ended, killedBy: 'disk' } : ended;
}

/**
 * Nobody counts the processes of root. Since Linux 6.14 a process namespace has a highest number of its own; before, writing it would change the
 * whole machine, and the watchdog alone counts.
 */
export function limitTasks(kernel: string): string {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  const isOwn = major > 6 || (major === 6 && minor >= 14);
  return isOwn ? `echo ${processLimits.tasks} >/proc/sys/kernel/pid_max` : ':';
}

/** So that looking changes nothing, and nobody asks the network for news. */
const quiet = { GIT_OPTIONAL_LOCKS: '0', npm_config_update_notifier: 'false' };
