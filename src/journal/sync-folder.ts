/** The name of a new file is on disk only when its folder is. */
import { open } from 'node:fs/promises';

type Syncs = { running: Promise<void>; next?: Promise<void> };

const underWay = new Map<string, Syncs>();

/** Throws system errors. Those who come while one is under way share the next: that one begins after all of their files were made. */
export function syncFolder(path: string): Promise<void> {
  const syncs = underWay.get(path);
  if (!syncs) return begin(path);
  syncs.next ??= syncs.running.then(
    () => begin(path),
    () => begin(path),
  );
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

async function sync(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}
