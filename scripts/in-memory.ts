/** Temporary files in memory for a command, which gets its own view of the folders that hold them. Elsewhere they stay on disk. */
import { spawnSync } from 'node:child_process';

/** Mounts over the folders before `--`, then becomes the command after it. */
const mountAndRun = 'while [ "$1" != -- ]; do mount -t tmpfs -o mode=1777 tmpfs "$1" || exit; shift; done; shift; exec "$@"';

/** Most of what the tests keep at once is one file of two gibibytes. */
const minFree = 8 * 1024 ** 3;

/** The command line that runs this one with its temporary files in memory; the same one where there is little memory, or it is not allowed: only Linux allows it, and only to root. */
export function inMemory(command: readonly string[], needed: readonly string[]): readonly string[] {
  if (process.availableMemory() < minFree) return command;
  const wrapped = ['unshare', '--mount', '--', 'sh', '-c', mountAndRun, 'sh', ...foldersFor(needed), '--'];
  const [file = '', ...args] = [...wrapped, 'true'];
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0 ? [...wrapped, ...command] : command;
}

/** The folders that may be hidden: none that has in it what the command needs. */
const foldersFor = (needed: readonly string[]): readonly string[] =>
  ['/tmp', '/var/tmp'].filter((folder) => !needed.some((path) => path === folder || path.startsWith(`${folder}/`)));
