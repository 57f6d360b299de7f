/**
 * Which stores this process has open. LevelDB's lock belongs to the process, and the system releases it as soon as the process closes any handle of
 * the lock file. A second attempt to open the store, or to lock that file, does so: other processes could then write to the store at the same time.
 */
import { statSync } from 'node:fs';

const opened = new Set<string>();

/** Marks the store in an existing folder as open, until disposed; undefined if this process has it open, under whatever path. */
export function markOpened(folder: string): Disposable | undefined {
  const { dev, ino } = statSync(folder, { bigint: true });
  const id = `${dev}:${ino}`;
  if (opened.has(id)) return undefined;
  opened.add(id);
  return { [Symbol.dispose]: () => opened.delete(id) };
}
