/** A store in a folder, implemented with LevelDB. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError, type ErrorCode } from '../contracts/errors.ts';
import { markOpened } from './opened-here.ts';
import { lostFolder } from './repair.ts';
import { createSharedLock } from './shared-lock.ts';
import type { Change, Store } from './store.ts';

/** Large, because the sums of tags are read repeatedly. */
const cacheSize = 64 * 1024 * 1024;

/** All keys are between these two: keys are ASCII and begin with a letter. */
const ends = ['!', '~'] as const;

/** LevelDB's own logs, which contain keys. */
const notes = ['LOG', 'LOG.old'];

/** The number of bytes read at a time when listing keys: each read waits for a thread. */
const highWaterMarkBytes = 256 * 1024;

/** Opens the folder; `locked` if another process holds it, or this one does. Throws an ArtooError if it cannot be opened. */
export async function openLevel(folder: string): Promise<Store | 'locked'> {
  let mark: Disposable | undefined;
  try {
    await makeFolder(folder);
    mark = markOpened(folder);
    if (mark === undefined) return 'locked';
    await refuseHeadless(folder);
    const level = new ClassicLevel<string, string>(folder, { keyEncoding: 'utf8', valueEncoding: 'utf8', cacheSize }); // the constructor begins to open the store
    await level.open();
    return storeOf(level, folder, mark);
  } catch (error) {
    mark?.[Symbol.dispose]();
    if (codeOf(error) === 'LEVEL_LOCKED') return 'locked';
    if (error instanceof ArtooError) throw error;
    throw asStoreError(error, `the memory in ${folder} cannot be opened`, isDamage(error) ? 'memory_damaged' : 'memory_unavailable');
  }
}

/** Creates one folder at a time: Node's recursive mkdir never returns below /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 }).catch((late) => {
      if (errnoOf(late) !== 'EEXIST') throw late; // harmless if another process created it first
    });
  }
}

/** LevelDB treats a folder without CURRENT as new and removes its files. A folder that is really new has no logs or tables before it has CURRENT. */
async function refuseHeadless(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.includes('CURRENT') || !names.some((name) => /\.(?:ldb|log)$/.test(name))) return;
  throw new ArtooError('memory_damaged', `the memory in ${folder} has lost its file CURRENT`);
}

/** `mark` is disposed once the store is closed. */
function storeOf(level: ClassicLevel<string, string>, folder: string, mark: Disposable): Store {
  const unread = (error: unknown) => asStoreError(error, `the memory in ${folder} cannot be read`, 'memory_damaged');
  const unwritten = (error: unknown) => asStoreError(error, `the memory in ${folder} cannot be written`, 'memory_unwritable');
  const gate = createSharedLock(); // while a range is being read, deleted records stay on disk
  let hasErased = false;
  return {
    get(key) {
      try {
        return level.getSync(key);
      } catch (error) {
        throw unread(error);
      }
    },
    async *entries({ from, to, limit = -1, reverse = false }) {
      const leave = await gate.enter();
      try {
        yield* level.iterator({ gte: from, lt: to, limit, reverse });
      } catch (error) {
        throw unread(error);
      } finally {
        leave();
      }
    },
    async keys({ from, to, limit = -1, reverse = false }) {
      const leave = await gate.enter();
      try {
        return await level.keys({ gte: from, lt: to, limit, reverse, highWaterMarkBytes }).all();
      } catch (error) {
        throw unread(error);
      } finally {
        leave();
      }
    },
    async write(changes, { durable }) {
      try {
        await written(level, changes, durable);
      } catch (error) {
        await reopen(level);
        throw unwritten(error);
      }
    },
    async erase() {
      hasErased = true;
      try {
        await gate.alone(async () => {
          await rewriteTables(level);
          await rm(lostFolder(folder), { recursive: true, force: true }); // left by a repair
        });
      } catch (error) {
        await reopen(level);
        throw unwritten(error);
      }
    },
    async close() {
      using _ = mark;
      await level.close();
      if (hasErased) for (const name of notes) await rm(join(folder, name), { force: true });
    },
  };
}

/** Separate calls take half as long as one call with a list. */
async function written(level: ClassicLevel<string, string>, changes: readonly Change[], sync: boolean): Promise<void> {
  const batch = level.batch();
  for (const change of changes) {
    if (change.type === 'put') batch.put(change.key, change.value);
    else batch.del(change.key);
  }
  await batch.write({ sync });
}

/**
 * Compacts everything. LevelDB skips a table if nothing is above it, even if it contains deleted records; so keys at both ends are put above all
 * tables. The first pass writes memory to a table, the second rewrites all tables. A failed compaction is reported only by the next write, which
 * fails.
 */
async function rewriteTables(level: ClassicLevel<string, string>): Promise<void> {
  for (let time = 1; time <= 2; time += 1) {
    await level.batch(ends.map((key) => ({ type: 'put', key, value: '' })));
    await level.compactRange(...ends);
  }
  await level.batch(ends.map((key) => ({ type: 'del', key })));
}

/** A failed write may leave half a record in the log, and records after that would be lost. So nothing more is written until there is a new log. */
async function reopen(level: ClassicLevel<string, string>): Promise<void> {
  try {
    await level.close();
    await level.open();
  } catch {
    await level.close(); // then the next read or write fails because the store is closed
  }
}

/** A closed store counts as unavailable, not as damaged. */
const asStoreError = (error: unknown, what: string, code: ErrorCode): ArtooError =>
  new ArtooError(codeOf(error) === 'LEVEL_DATABASE_NOT_OPEN' ? 'memory_unavailable' : code, `${what}: ${reasonIn(error)}`, {
    cause: error,
  });

/** LevelDB stores the reason as the cause of the error. */
const innermost = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error);

function codeOf(error: unknown): unknown {
  const inner = innermost(error);
  return inner instanceof Error && 'code' in inner ? inner.code : undefined;
}

/** A missing file that LevelDB expects counts as damage too. */
const isDamage = (error: unknown): boolean =>
  codeOf(error) === 'LEVEL_CORRUPTION' || (codeOf(error) === 'LEVEL_IO_ERROR' && reasonIn(error).endsWith('No such file or directory'));

function reasonIn(error: unknown): string {
  const inner = innermost(error);
  return inner instanceof Error ? inner.message : String(inner);
}
