/** Whether this machine has what artoo needs: Node, a data folder, git and containment for commands. The checks leave nothing behind. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errnoOf } from '../../contracts/errno.ts';
import { asArtooError, hintFor } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { createJournal, journalPath } from '../../journal/files.ts';
import { isLocked } from '../../journal/locked.ts';
import type { Containment, ContainmentKind } from '../../tools/containment/containment.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const node = { name: 'node', about: 'machine' } as const;
const data = { name: 'data folder', about: 'machine' } as const;
const git = { name: 'git', about: 'machine' } as const;

/** The oldest supported Node, as in package.json. */
const minNode = [22, 19] as const;

/** Whether a version of Node is recent enough. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor, minMinor] = minNode;
  const recent = major > minMajor || (major === minMajor && minor >= minMinor);
  return recent
    ? ok(node, version)
    : failed(node, `${version} is too old`, `artoo needs Node ${minNode.join('.')} or later: https://nodejs.org`);
}

/** The least free space, in bytes: a few long tasks take this much. */
const minFree = 200_000_000;

/** Whether journals can be kept in a folder: one is written and locked in that place, and removed again. */
export async function checkData(folder: string): Promise<Finding> {
  try {
    const place = await nearestFolder(join(folder, 'tasks'));
    const isLockable = await tryJournal(place);
    const { bavail, bsize } = await statfs(place);
    const free = bavail * bsize;
    const where = place.startsWith(folder) ? folder : `${folder} (created with the first task)`;
    const lockHint = 'Two artoo processes could write to the same journal. Use a folder on a local disk.';
    if (!isLockable) return warning(data, `${where}: locks have no effect there`, lockHint);
    const detail = `${where}: writable, lockable, ${megabytes(free)} free`;
    return free < minFree
      ? warning(data, detail, 'Free some space: journals record everything that models and tools say.')
      : ok(data, detail);
  } catch (thrown) {
    const { message } = asArtooError(thrown, 'data_unwritable');
    return failed(data, `${folder}: ${message}`, hintFor('data_unwritable'));
  }
}

/** The folder itself, or the nearest folder above it that exists. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch((error) => {
    if (errnoOf(error) === 'ENOENT' && dirname(path) !== path) return undefined;
    throw error;
  });
  if (found === undefined) return nearestFolder(dirname(path));
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
  return path;
}

/** Writes a journal as a task does. Returns whether other processes see its lock. */
async function tryJournal(place: string): Promise<boolean> {
  const folder = await mkdtemp(join(place, '.artoo-doctor-'));
  try {
    const id = 'doctor' as TaskId; // it consists of letters only
    await using journal = createJournal(folder, id);
    journal.append({ kind: 'pause', seq: 0, ts: new Date().toISOString(), ms: 0 });
    await journal.sync();
    await using reader = await open(journalPath(folder, id));
    return isLocked(reader.fd);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const megabytes = (bytes: number): string => (bytes < 1e10 ? `${Math.floor(bytes / 1e6)} MB` : `${Math.floor(bytes / 1e9)} GB`);

/** Whether git is installed, and its version. */
export async function checkGit(program: string | undefined, signal: AbortSignal): Promise<Finding> {
  if (program === undefined) return warning(git, 'not found', needGit);
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { env: {}, signal, timeout: 5_000, maxBuffer: 65_536 });
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0];
    return version === undefined ? warning(git, 'does not report its version', needGit) : ok(git, version);
  } catch {
    return warning(git, 'cannot be run', needGit);
  }
}

const needGit = 'Tasks run without it. Install git to work on repositories: https://git-scm.com';

const containment = { name: 'containment', about: 'machine' } as const;

/** What commands run in on this machine, and what a weaker kind means for the person, who is asked more. */
export function checkContainment({ kind, detail }: Pick<Containment, 'kind' | 'detail'>): Finding {
  return kind === 'overlay' ? ok(containment, detail) : warning(containment, detail, whatItMeans[kind]);
}

const whatItMeans: Readonly<Record<Exclude<ContainmentKind, 'overlay'>, string>> = {
  'fuse-overlay':
    'You are not asked more often than with overlays, but commands take longer. Linux 5.11 or later, where users may mount overlays, needs no fuse-overlayfs.',
  copy: 'Commands work on a copy of the current folder and the workspace: changes outside them fail, and you are asked about large folders. Install fuse-overlayfs: apt install fuse-overlayfs',
  'read-only':
    'Commands that only read run without asking; you are asked about every command that writes, and artoo cannot show you first what it would do. Install fuse-overlayfs: apt install fuse-overlayfs',
  clone:
    'Commands run in a clone of the current folder and the workspace, and print the path of the clone instead of the path of the folder. Changes outside them fail, and you are asked about large folders.',
  landlock:
    'Commands that only read run without asking; you are asked about every command that writes, inspects the machine or lists a folder with secrets in it, and artoo cannot show you first what it would do. Install bubblewrap (apt install bubblewrap), and allow this user to create user namespaces.',
  none: 'You are asked about every command that is not clearly read-only, and artoo cannot show you first what it would do. Install bubblewrap: apt install bubblewrap',
};
