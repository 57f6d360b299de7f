/** Whether the log of a task is on a bus, according to its journal on this machine. */
import { closeSync, existsSync, openSync } from 'node:fs';
import type { OnBus, TaskSettings } from '../../journal/entry.ts';
import { tapeIn } from '../../journal/tape-file.ts';

export type TaskOnBus = { readonly settings: TaskSettings; readonly bus: OnBus };

/** Undefined if the log is not on a bus, or if there is no such journal to read, which is reported when the task is resumed. */
export function onBusIn(path: string): TaskOnBus | undefined {
  if (!existsSync(path)) return undefined;
  const fd = openSync(path, 'r');
  try {
    const open = tapeIn(fd, path).peek()?.entry();
    return open?.kind === 'open' && open.bus !== undefined ? { settings: open.settings, bus: open.bus } : undefined;
  } finally {
    closeSync(fd);
  }
}
