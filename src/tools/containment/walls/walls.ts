/** The arguments for bubblewrap: what a contained command sees, and what it cannot do. Pure. */
import type { Step } from './wall-steps.ts';

export type Walls = {
  readonly steps: readonly Step[];
  /** Where the view of a folder is mounted. */
  readonly mergedOf: (lower: string) => string;
  /** Placeholders for a closed folder and a closed file, neither of which can be opened. */
  readonly closedFolder: string;
  readonly closedFile: string;
  readonly cwd: string;
  /** Additional mounts, as arguments. */
  readonly also: readonly string[];
  readonly user: { readonly uid: number; readonly gid: number };
};

const mebibyte = 1024 ** 2;
/** How many bytes a command may keep in each of its temporary folders, which are in memory. */
const temporaryBytes = 1024 * mebibyte;

export function wallArguments(walls: Walls): readonly string[] {
  const { steps, cwd, also, user } = walls;
  return [
    ...['--dev', '/dev', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--remount-ro', '/dev'],
    ...steps.flatMap((step) => stepArguments(step, walls)),
    ...also,
    ...['--remount-ro', '/', '--unshare-all', '--unshare-user', '--disable-userns'],
    ...['--uid', String(user.uid), '--gid', String(user.gid)],
    ...['--cap-drop', 'ALL', '--die-with-parent', '--new-session', '--chdir', cwd],
  ];
}

function stepArguments(step: Step, { mergedOf, closedFolder, closedFile }: Walls): readonly string[] {
  const { path } = step;
  switch (step.step) {
    case 'way':
      return path === '/' ? [] : ['--perms', step.isListed ? '0755' : '0111', '--dir', path];
    case 'own':
      return ['--size', String(temporaryBytes), '--perms', '1777', '--tmpfs', path];
    case 'show':
      return [
        step.isWritable ? '--bind' : '--ro-bind',
        step.lower === undefined ? path : `${mergedOf(step.lower)}${path.slice(step.lower.length)}`,
        path,
      ];
    case 'link':
      return ['--symlink', step.target, path];
    case 'name':
      return step.isFolder ? ['--perms', '0000', '--dir', path] : ['--ro-bind', closedFile, path];
    case 'close':
      return ['--ro-bind', step.isFolder ? closedFolder : closedFile, path];
  }
}
