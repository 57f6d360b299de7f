/** A store in a folder, kept by LevelDB. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError, type ErrorCode } from '../contracts/errors.ts';
import { createGate } from './gate.ts';
import { lostFolder } from './repair.ts';
import type { Change, Store } from './store.ts';

/** What stays in memory of what was read; sums of tags are read again and again. */
const cacheSize = 64 * 1024 * 1024;

/** All keys lie between these: they are ASCII and begin with a letter. */
const ends = ['!', '~'] as const;

/** What LevelDB notes for its developers: among other things keys. */
const notes = ['LOG', 'LOG.old'];

/** How much of the keys of a range is read in one go: each go waits for a thread. */
const highWaterMarkBytes = 256 * 1024;

/** Opens the folder, or says that another holder has it. Throws an ArtooError when it cannot be opened. */
export async function openLevel(folder: string): Promise<Store | 'locked'> {
  try {
    await makeFolder(folder);
    await refuseHeadless(folder);
    const level = new ClassicLevel<string, string>(folder, { keyEncoding: 'utf8', valueEncoding: 'utf8', cacheSize }); // which begins to open it
    await level.open();
    return storeOf(level, folder);
  } catch (error) {
    if (codeOf(error) === 'LEVEL_LOCKED') return 'locked';
    if (error instanceof ArtooError) throw error;
    throw asStoreError(error, `the memory in ${folder} cannot be opened`, isDamage(error) ? 'memory_damaged' : 'memory_unavailable');
  }
}

/** Folder by folder: Node's own way never ends below /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 }).catch(unlessThere);
  }
}

/** Another process was faster. */
function unlessThere(error: unknown): void {
  if (errnoOf(error) !== 'EEXIST') throw error;
}

/** LevelDB takes a folder without this file for a new one, and removes what it finds there. One that is just being made has neither logs nor tables before it. */
async function refuseHeadless(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.includes('CURRENT') || !names.some((name) => /\.(?:ldb|log)$/.test(name))) return;
  throw new ArtooError('memory_damaged', `the memory in ${folder} has lost its file CURRENT`);
}

function storeOf(level: ClassicLevel<string, string>, folder: string): Store {
  const unread = (error: unknown) => asStoreError(error, `the memory in ${folder} cannot be read`, 'memory_damaged');
  const unwritten = (error: unknown) => asStoreError(error, `the memory in ${folder} cannot be written`, 'memory_unwritable');
  const gate = createGate(); // a range that is being read keeps everything on disk as it was when that began
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
          await writeAnew(level);
          await rm(lostFolder(folder), { recursive: true, force: true }); // from a repair
        });
      } catch (error) {
        await reopen(level);
        throw unwritten(error);
      }
    },
    async close() {
      await level.close();
      if (hasErased) for (const name of notes) await rm(join(folder, name), { force: true });
    },
  };
}

/** One call a change costs half of what a list of them does. */
async function written(level: ClassicLevel<string, string>, changes: readonly Change[], sync: boolean): Promise<void> {
  const batch = level.batch();
  for (const change of changes) {
    if (change.type === 'put') batch.put(change.key, change.value);
    else batch.del(change.key);
  }
  await batch.write({ sync });
}

/**
 * Compacts everything. A table that nothing lies above is not touched by that, although it may hold what was deleted as well as the mark that it was: so something is
 * put above all tables, from end to end. The first time, what is in memory becomes a table; the second time, all tables are written anew. A compaction that fails says
 * so by nothing but that the next write fails.
 */
async function writeAnew(level: ClassicLevel<string, string>): Promise<void> {
  for (let time = 1; time <= 2; time += 1) {
    await level.batch(ends.map((key) => ({ type: 'put', key, value: '' })));
    await level.compactRange(...ends);
  }
  await level.batch(ends.map((key) => ({ type: 'del', key })));
}

/** A write that failed may have left half a record in the log, behind which nothing would be found again: only a fresh log takes more. */
async function reopen(level: ClassicLevel<string, string>): Promise<void> {
  try {
    await level.close();
    await level.open();
  } catch {
    await level.close(); // whoever reads or writes next is told that it is closed
  }
}

/** A store that is closed is not damaged. */
const asStoreError = (error: unknown, what: string, code: ErrorCode): ArtooError =>
  new ArtooError(codeOf(error) === 'LEVEL_DATABASE_NOT_OPEN' ? 'memory_unavailable' : code, `${what}: ${reasonIn(error)}`, {
    cause: error,
  });

/** LevelDB says what went wrong in the cause of what is thrown. */
const innermost = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error);

function codeOf(error: unknown): unknown {
  const inner = innermost(error);
  return inner instanceof Error && 'code' in inner ? inner.code : undefined;
}

/** Also where a file is gone that LevelDB knows of. */
const isDamage = (error: unknown): boolean =>
  codeOf(error) === 'LEVEL_CORRUPTION' || (codeOf(error) === 'LEVEL_IO_ERROR' && reasonIn(error).endsWith('No such file or directory'));

function reasonIn(error: unknown): string {
  const inner = innermost(error);
  return inner instanceof Error ? inner.message : String(inner);
}
