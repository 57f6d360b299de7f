/** The arguments of bubblewrap: what a contained command sees, and what it cannot do. Pure. */

export type Walls = {
  /** Folders that are replaced by a copy-on-write view of themselves. */
  readonly views: readonly { readonly lower: string; readonly merged: string }[];
  /** Mounts below them, as they are. */
  readonly shown: readonly string[];
  /** What may not be seen, each with what covers it. */
  readonly masked: readonly { readonly path: string; readonly by: string }[];
  readonly cwd: string;
  /** Hidden files that the network needs; undefined without a network. */
  readonly network: readonly string[] | undefined;
  readonly user: { readonly uid: number; readonly gid: number };
};

const mebibyte = 1024 ** 2;
/** How much a command may keep in each of its temporary folders, which are in memory. */
const temporaryBytes = 1024 * mebibyte;

export function wallArguments({ views, shown, masked, cwd, network, user }: Walls): readonly string[] {
  const temporary = ['--size', String(temporaryBytes), '--perms', '1777', '--tmpfs'];
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
    ...['--remount-ro', '/dev', ...temporary, '/tmp', ...temporary, '/dev/shm', ...temporary, '/run'],
    ...views.flatMap(({ lower, merged }) => ['--bind', merged, lower]),
    ...shown.flatMap((path) => ['--ro-bind', path, path]),
    ...masked.flatMap(({ path, by }) => ['--ro-bind', by, path]),
    ...(network ?? []).flatMap((path) => ['--ro-bind', path, path]),
    ...['--unshare-all', '--unshare-user', '--disable-userns', ...(network ? ['--share-net'] : [])],
    ...['--uid', String(user.uid), '--gid', String(user.gid), '--hostname', 'artoo'],
    ...['--cap-drop', 'ALL', '--die-with-parent', '--new-session', '--chdir', cwd],
  ];
}

const gibibyte = 1024 * mebibyte;

/** How much memory one process may use, how large a file may be, and how many tasks (processes and threads) there may be in all. */
export const processLimits = { dataBytes: 4 * gibibyte, fileBytes: 16 * gibibyte, tasks: 1024 } as const;

/**
 * The script around a command, for a plain shell. It reports on descriptor 3 that the walls are up, runs the command without that descriptor, and
 * then reports its network counters. The command comes in a variable, so that a search through the list of processes finds only what it would find
 * without walls.
 */
export const commandVariable = 'ARTOO_COMMAND';
export const insideScript = [
  `ulimit -d ${processLimits.dataBytes / 1024} 2>/dev/null`,
  `ulimit -f ${processLimits.fileBytes / 512} 2>/dev/null`,
  `{ ulimit -u ${processLimits.tasks} || ulimit -p ${processLimits.tasks}; } 2>/dev/null`,
  'ulimit -c 0 2>/dev/null',
  `command=$${commandVariable}; unset ${commandVariable}`,
  'set -- /tmp/*; [ -e "$1" ] || shift; had=$#',
  'echo inside >&3',
  '/bin/bash --noprofile --norc -c -- "$command" 3>&-',
  'ended=$?',
  'set -- /proc/[0-9]*; echo "left processes $(($# - 2))" >&3',
  'set -- /tmp/*; [ -e "$1" ] || shift; echo "left files $(($# - had))" >&3',
  '/bin/cat /proc/net/snmp /proc/net/snmp6 >&3 2>/dev/null',
  'exit $ended',
].join('\n');
