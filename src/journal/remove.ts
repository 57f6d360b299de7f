/** Removes the journal of an ended task, and what a killed process left of one that was never whole. */
import { constants, existsSync } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';
import { asArtooError } from '../contracts/errors.ts';
import { compressJournal } from './compress.ts';
import { compressedPath } from './files.ts';
import { gone, holdEnded, type LeftAlone, leftAlone } from './hold-ended.ts';
import { streamJournal } from './stream.ts';

export type Removing = {
  /** Whether a task that ended then is to go. */
  readonly isDue: (ended: number) => boolean;
  /** What has to go before its journal does, or why it stays. */
  readonly first: () => Promise<LeftAlone | undefined>;
  readonly signal: AbortSignal;
};

/** How many bytes that freed. Throws system errors, what `first` throws, and the signal's reason: then the journal is still there. */
export async function removeJournal(path: string, removing: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  const target = compressedPath(path);
  if (!existsSync(path)) return removeCompressed(target, removing);
  if (!existsSync(target)) return removePlain(path, removing);
  const united = await compressJournal(path, removing.signal); // both count as one only when they say the same
  if ('left' in united) return united;
  const removed = await removeCompressed(target, removing);
  return 'left' in removed ? removed : { freed: removed.freed + united.before };
}

async function removePlain(path: string, { isDue, first }: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  const held = await holdEnded(path);
  if ('left' in held) return held;
  await using _ = held.file;
  if (!isDue(held.ended)) return younger(path);
  const stays = await first();
  if (stays) return stays;
  await unlink(path);
  return { freed: held.size };
}

/** It is read whole: one that is damaged stays. */
async function removeCompressed(path: string, { isDue, first, signal }: Removing): Promise<{ readonly freed: number } | LeftAlone> {
  const ended = await endOf(path, signal);
  if (typeof ended === 'object') return ended;
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

const younger = (path: string): LeftAlone => leftAlone('younger', `${path} is younger than it seemed`);

/** Removes what was never put in place, unless a process is still at it. `isDue` is asked when it was last written to. Throws system errors. */
export async function removePart(path: string, isDue: (written: number) => boolean): Promise<{ readonly freed: number } | LeftAlone> {
  if (!existsSync(path)) return gone(path);
  await using part = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (!tryLock(part.fd)) return leftAlone('held', `another process is writing ${path}`);
  const { size, mtimeMs } = await part.stat();
  if (!isDue(mtimeMs)) return younger(path);
  await unlink(path);
  return { freed: size };
}
