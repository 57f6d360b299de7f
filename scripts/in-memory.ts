/**
 * Keeps the temporary files of a command in memory, in its own view of the folders that contain them. Where that is impossible, they stay on disk.
 */
import { spawnSync } from 'node:child_process';

/** Mounts a file system in memory over each folder before `--`, then becomes the command after it. */
const mountAndRun = 'while [ "$1" != -- ]; do mount -t tmpfs -o mode=1777 tmpfs "$1" || exit; shift; done; shift; exec "$@"';

/** The largest part of what the tests keep at once is one file of two gibibytes. */
const minFree = 8 * 1024 ** 3;

/**
 * The command line that runs this one with its temporary files in memory; the same command line if there is too little memory or no permission: only
 * Linux permits it, and only to root.
 */
export function inMemory(command: readonly string[], needed: readonly string[]): readonly string[] {
  if (process.availableMemory() < minFree) return command;
  const wrapped = ['unshare', '--mount', '--', 'sh', '-c', mountAndRun, 'sh', ...foldersFor(needed), '--'];
  const [file = '', ...args] = [...wrapped, 'true'];
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0 ? [...wrapped, ...command] : command;
}

/** The folders that may be hidden: those that contain nothing that the command needs. */
const foldersFor = (needed: readonly string[]): readonly string[] =>
  ['/tmp', '/var/tmp'].filter((folder) => !needed.some((path) => path === folder || path.startsWith(`${folder}/`)));
