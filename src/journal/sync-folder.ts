/** Syncs a folder: until this is done, the name of a new file in it is not safely on disk. */
import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

type Syncs = { running: Promise<void>; next?: Promise<void> };

const underWay = new Map<string, Syncs>();

/** Throws system errors. Calls made during a sync share the next one, which begins after all of their files were made. */
export function syncFolder(path: string): Promise<void> {
  const syncs = underWay.get(path);
  const start = () => begin(path);
  if (!syncs) return start();
  syncs.next ??= syncs.running.then(start, start);
  return syncs.next;
}

function begin(path: string): Promise<void> {
  const syncs: Syncs = { running: sync(path) };
  underWay.set(path, syncs);
  const end = () => {
    if (underWay.get(path) === syncs && !syncs.next) underWay.delete(path);
  };
  syncs.running.then(end, end);
  return syncs.running;
}

const syncToDisk = promisify(fsync);

/** Opens and closes synchronously: using a thread would take longer. */
async function sync(path: string): Promise<void> {
  const fd = openSync(path, 'r');
  await syncToDisk(fd).finally(() => closeSync(fd));
}
