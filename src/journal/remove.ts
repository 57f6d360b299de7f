/** Removes the journal of a task that has ended or was dropped, and the unfinished file of a killed process. */
import { constants, existsSync } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';
import { asArtooError } from '../contracts/errors.ts';
import { compressJournal } from './compress.ts';
import { compressedPath } from './files.ts';
import { gone, holdEnded, holdFile, type LeftAlone, leftAlone } from './hold-ended.ts';
import { streamJournal } from './stream.ts';

export type Removing = {
  /** Whether to remove the journal of a task that ended at this time. */
  readonly isDue: (ended: number) => boolean;
  /** Removes what must be removed before the journal; returns a reason if the journal must stay. */
  readonly first: () => Promise<LeftAlone | undefined>;
  readonly signal: AbortSignal;
};

/**
 * Returns how many bytes were freed. Throws system errors, anything that `first` throws, and the signal's reason, in which case the journal still
 * exists.
 */
export async function removeJournal(path: string, removing: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  const target = compressedPath(path);
  if (!existsSync(path)) return removeCompressed(target, removing);
  if (!existsSync(target)) return removePlain(path, removing);
  const united = await compressJournal(path, removing.signal); // fails unless both files have the same content
  if ('left' in united) return united;
  const removed = await removeCompressed(target, removing);
  return 'left' in removed ? removed : { freed: removed.freed + united.before };
}

async function removePlain(path: string, removing: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  const held = await holdEnded(path);
  if ('left' in held) return held;
  await using _ = held.file;
  return await removeIfDue(path, held.ended, removing); // awaited, so that the file stays held until it is removed
}

/** Removes a journal that will never have an end, readable or not, unless a process holds it; `dropped` is when the task was given up. Throws like `removeJournal`. */
export async function removeDropped(path: string, dropped: number, removing: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  const there = [path, compressedPath(path)].find((each) => existsSync(each));
  if (there === undefined) return gone(path);
  const held = await holdFile(there);
  if ('left' in held) return held;
  await using _ = held.file;
  return await removeIfDue(there, dropped, removing); // awaited, so that the file stays held until it is removed
}

/** Reads the whole journal: a damaged one is kept. */
async function removeCompressed(path: string, removing: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  const ended = await endOf(path, removing.signal);
  return typeof ended === 'object' ? ended : removeIfDue(path, ended, removing);
}

async function removeIfDue(path: string, ended: number, { isDue, first }: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  if (!isDue(ended)) return younger(path);
  const { size } = await stat(path);
  const stays = await first();
  if (stays) return stays;
  await unlink(path);
  return { freed: size };
}

async function endOf(path: string, signal: AbortSignal): Promise<number | LeftAlone> {
  let ended: number | undefined;
  try {
    for await (const line of streamJournal(path)) {
      signal.throwIfAborted();
      const isEnd = 'entry' in line && line.entry.kind === 'message' && line.entry.type === 'FinalResult';
      ended = isEnd ? Date.parse(line.entry.ts) : undefined;
    }
  } catch (thrown) {
    signal.throwIfAborted();
    const { code, message } = asArtooError(thrown, 'journal_unreadable');
    return code === 'journal_missing' ? gone(path) : leftAlone('unreadable', message);
  }
  return ended ?? leftAlone('unfinished', `${path} has no end`);
}

const younger = (path: string): LeftAlone => leftAlone('younger', `${path} is newer than the list showed`);

/** Removes a file that was never put in place, unless a process is still writing it. `isDue` gets the time of the last write. Throws system errors. */
export async function removePart(path: string, isDue: (written: number) => boolean): Promise<{ readonly freed: number } | LeftAlone> {
  if (!existsSync(path)) return gone(path);
  await using part = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (!tryLock(part.fd)) return leftAlone('held', `another process is writing ${path}`);
  const { size, mtimeMs } = await part.stat();
  if (!isDue(mtimeMs)) return younger(path);
  await unlink(path);
  return { freed: size };
}
