/** The changes of a call as effects that a person can be told of, each with why it needs a yes, if it does. */
import { constants, lstat, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileEffect } from '../../contracts/control.ts';
import { type Judging, type Outcome, whyAsked } from '../../laws/asked-effects.ts';
import { isPlainGitConfig } from '../../laws/places/git-config.ts';
import type { Change, Entry } from '../changes/change.ts';

export type JudgedChange = {
  readonly change: Change;
  readonly effect: FileEffect;
  readonly why: string | undefined;
  /** Whether it would need a yes even if nothing had been there: no rule makes it free. */
  readonly isSensitive: boolean;
};

export type JudgeOptions = {
  readonly judging: Judging;
  /** Whether what stands at a path is the task's own. */
  readonly isOwn: (path: string, entry: Entry) => Promise<boolean>;
};

/** In the order of the changes; what only got new times is left out. */
export async function judgeChanges(changes: readonly Change[], { judging, isOwn }: JudgeOptions): Promise<readonly JudgedChange[]> {
  const judged: JudgedChange[] = [];
  const newFolders = new Set(changes.flatMap(({ path, before, after }) => (before === null && after?.kind === 'folder' ? [path] : [])));
  for (const change of changes) {
    const kind = kindOf(change);
    if (kind === 'touched') continue;
    const { path, before, after } = change;
    const own = before !== null && (await isOwn(path, before));
    const outcome: Outcome = {
      path,
      change: kind,
      speaksFor: kind === 'created' ? await whatItSpeaksFor(path) : undefined,
      isLink: after?.kind === 'link',
      isFolder: (after ?? before)?.kind === 'folder',
      lendsRights: after?.kind === 'file' && (after.mode & 0o6000) !== 0,
      isOwn: own,
      isNote: (await isNote(change, own)) || isOfNewPython(path, newFolders),
    };
    const why = whyAsked(outcome, judging);
    const hash = after?.kind === 'file' ? { hash: after.hash } : {};
    const isSensitive =
      why !== undefined && whyAsked({ ...outcome, change: 'created', speaksFor: undefined }, judging) !== undefined && kind !== 'deleted';
    judged.push({ change, why, isSensitive, effect: { path, change: kind, ...hash, ...(why === undefined ? {} : { why }) } });
  }
  return judged;
}

export function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): Outcome['change'] {
  if (before === null) return 'created';
  if (after === null) return 'deleted';
  if (before.kind !== after.kind) return 'changed';
  if (before.kind === 'link' && after.kind === 'link') return before.target === after.target ? 'metadata' : 'changed';
  if (before.kind === 'file' && after.kind === 'file' && before.hash !== after.hash) return 'changed';
  const modes = 'mode' in before && 'mode' in after ? before.mode === after.mode : true;
  return modes && before.uid === after.uid && before.gid === after.gid ? 'touched' : 'metadata';
}

/** What a new file beside it, or above it, changes the meaning of: a database by its journal, a branch among the packed ones by a loose one. */
async function whatItSpeaksFor(path: string): Promise<string | undefined> {
  const database = /^(.+)-(?:wal|shm|journal)$/s.exec(path)?.[1];
  if (database !== undefined) return (await lstat(database).catch(() => undefined)) && database;
  const marks = /^(.*\.git)\/(?:shallow|info\/grafts|objects\/info\/alternates)$/s.exec(path)?.[1];
  if (marks !== undefined) return `the history in ${marks}`;
  const [, repository, ref] = /^(.*\.git)\/(refs\/.+)$/s.exec(path) ?? [];
  if (repository === undefined || ref === undefined) return undefined;
  if (ref.startsWith('refs/replace/')) return `${repository}/objects`;
  const packed = await readFile(join(repository, 'packed-refs'), 'utf8').catch(() => '');
  return packed.split('\n').some((line) => line.endsWith(` ${ref}`)) ? ref : undefined;
}

const maxConfigBytes = 65_536;
const maxLogBytes = 16 * 1024 ** 2;

/** A new Python environment brings files that only its own Python runs. */
const isOfNewPython = (path: string, newFolders: ReadonlySet<string>): boolean =>
  /\/site-packages\/[^/]+\.pth$/.test(path) && newFolders.has(dirname(path));

/** What git writes for itself and keeps no history in: its index, logs that grew at their end, a new configuration that runs nothing, hooks that are only examples. */
async function isNote({ path, before, after, from }: Change, isOwn: boolean): Promise<boolean> {
  if (from === undefined && before !== null) return false; // only its mode
  if (after?.kind !== 'file' || !/\.git(?:\/|$)/.test(path)) return false;
  if (/\.git\/index$/.test(path)) return true;
  if (/\.git\/hooks\/[^/]+\.sample$/.test(path)) return before === null;
  if (from === undefined) return false;
  if (/\.git\/config$/.test(path)) {
    const isFresh = (before === null || isOwn) && after.size <= maxConfigBytes;
    return isFresh && isPlainGitConfig((await startOf(from, maxConfigBytes)).toString());
  }
  if (!/\.git\/logs\//.test(path) || before?.kind !== 'file' || before.size > Math.min(after.size, maxLogBytes)) return false;
  const [old, now] = await Promise.all([startOf(path, before.size), startOf(from, before.size)]);
  return old.equals(now);
}

async function startOf(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, 0);
  return buffer.subarray(0, bytesRead);
}
