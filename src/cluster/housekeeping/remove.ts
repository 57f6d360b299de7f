/** Removes logs and contents from a bus. Anything that has been added since they were listed stays. */
import type { Bus } from '../bus.ts';
import { inParallel } from '../objects/in-parallel.ts';
import { Owner, removedEpoch } from '../owners/ownership.ts';
import { register } from '../owners/register.ts';
import type { OldLog, UnusedContent } from './plan-removal.ts';

const atOnce = 8;

/**
 * First records in the task's register that the log was removed: otherwise a host with an older copy would conclude that the store had lost messages,
 * and repeat what the task did. False if a host was faster.
 */
export async function removeLog(bus: Bus, { task_id, seq }: OldLog, signal: AbortSignal): Promise<boolean> {
  const own = register(bus, `task.${task_id}`, Owner);
  const noted = await own.write({ host: '', epoch: removedEpoch }, await own.read(), signal);
  if (noted === undefined) return false;
  await bus.manager.streams.purge(bus.names.stream('log'), { filter: bus.names.log(task_id), seq: seq + 1 });
  return true;
}

/** The first piece is removed first: readers conclude from it that the others exist. */
export async function removeContents(bus: Bus, contents: readonly UnusedContent[], signal: AbortSignal): Promise<void> {
  const stream = bus.names.stream('object');
  await inParallel(contents, atOnce, async ({ hash }) => {
    signal.throwIfAborted();
    await bus.manager.streams.purge(stream, { filter: bus.names.object(hash, 0) });
    await bus.manager.streams.purge(stream, { filter: bus.names.allPieces(hash) });
  });
}
