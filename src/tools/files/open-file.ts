/** Opens files for reading, and consults the gate about the opened file: a link may have been changed in the meantime. */
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import type { Refusal } from '../../laws/places/reading.ts';
import type { TaskGate } from './reading-gate.ts';

/** Opening never blocks: a pipe may have replaced the file, and some files in /proc block until they have data. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/** `isNames`: only the names in the file may be shown (`laws/places/env-file.ts`). */
export type OpenedFile = AsyncDisposable & {
  readonly file: FileHandle;
  readonly stats: BigIntStats;
  readonly real: string;
  readonly isNames: boolean;
};

/** The open file, or why it may not be read. Throws system errors. */
export async function openFile(path: string, gate: TaskGate): Promise<OpenedFile | Refusal> {
  const file = await open(path, flags);
  try {
    const stats = await file.stat({ bigint: true });
    const real = await openedName(file, path);
    const verdict = gate(real, { asked: path, entry: stats });
    if (verdict.read !== 'no') return { file, stats, real, isNames: verdict.read === 'names', [Symbol.asyncDispose]: () => file.close() };
    await file.close();
    return verdict;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The real path of an open file. */
const openedName = (file: FileHandle, path: string): Promise<string> =>
  process.platform === 'linux' ? readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path)) : realpath(path);

/**
 * Like `openFile`, but synchronous, on Linux: as promises, these calls take ten times as long. `read` receives the descriptor, and whether only names
 * may be shown.
 */
export function withOpenFile<T>(path: string, gate: TaskGate, read: (file: number, isNames: boolean) => T): T | Refusal {
  const file = openSync(path, flags);
  try {
    const verdict = gate(readlinkSync(`/proc/self/fd/${file}`), { asked: path, entry: fstatSync(file, { bigint: true }) });
    return verdict.read === 'no' ? verdict : read(file, verdict.read === 'names');
  } finally {
    closeSync(file);
  }
}
