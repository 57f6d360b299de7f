/** The programs that the proof needs on the machine. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Where commands look for programs, after the folder of the lab itself. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The Debian package of each program that the proof needs to be complete. */
const packages: Readonly<Record<string, string>> = {
  bash: 'bash',
  busybox: 'busybox',
  bwrap: 'bubblewrap',
  cpio: 'cpio',
  curl: 'curl',
  git: 'git',
  ip: 'iproute2',
  make: 'make',
  'nats-server': 'nats-server',
  openssl: 'openssl',
  patch: 'patch',
  perl: 'perl',
  pkill: 'procps',
  python3: 'python3',
  setpriv: 'util-linux',
  sqlite3: 'sqlite3',
  tmux: 'tmux',
  wget: 'wget',
  xz: 'xz-utils',
};

/** The packages to install before the proof can be made. */
export const missingPackages = (): readonly string[] =>
  Object.entries(packages).flatMap(([program, name]) => (findProgram(program) === undefined ? [name] : []));

/** The full path of a program, as a command in a lab would find it, otherwise as this process does. */
export function findProgram(name: string): string | undefined {
  const folders = `${systemPath}:${process.env.PATH ?? ''}`.split(':');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** The same for a program that must exist. */
export function program(name: string): string {
  const found = findProgram(name);
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
