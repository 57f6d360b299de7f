/** Removes logs, contents and registers from a bus. Anything that has been added or changed since they were listed stays. */
import type { Bus } from '../bus.ts';
import { inParallel } from '../objects/in-parallel.ts';
import { Owner, removedEpoch } from '../owners/ownership.ts';
import { register } from '../owners/register.ts';
import { noteRemoved } from '../owners/removed-logs.ts';
import { messagesOf } from '../read.ts';
import { removeMessage } from '../remove-message.ts';
import type { OldLog, UnusedContent } from './plan-removal.ts';
import { type FoundRegister, saysRemoved } from './settled-registers.ts';

const atOnce = 8;

/**
 * First records in the task's register that the log was removed: otherwise a host with an older copy would conclude that the store had lost messages,
 * and repeat what the task did. False if a host was faster.
 */
export async function removeLog(bus: Bus, { task_id, seq }: OldLog, signal: AbortSignal): Promise<boolean> {
  const own = register(bus, `task.${task_id}`, Owner);
  const noted = await own.write({ host: '', epoch: removedEpoch }, await own.read(), signal);
  if (noted === undefined) return false;
  const seqs: number[] = [];
  for await (const message of messagesOf(bus, 'log', bus.names.log(task_id), { headersOnly: true, signal }))
    if (message.seq <= seq) seqs.push(message.seq);
  for (const each of seqs.toReversed()) await removeMessage(bus, 'log', each, kept); // if this is interrupted, the beginning of the log is left
  return true;
}

/** The words need not be overwritten: secrets are never written to a log. */
const kept = { erase: false } as const;

/** The first piece is removed first: readers conclude from it that the others exist. */
export async function removeContents(bus: Bus, contents: readonly UnusedContent[], signal: AbortSignal): Promise<void> {
  await inParallel(contents, atOnce, async ({ messages }) => {
    for (const seq of messages) {
      signal.throwIfAborted();
      await removeMessage(bus, 'object', seq, kept);
    }
  });
}

/** First records in a single register what these registers contain about removed logs. */
export async function removeRegisters(bus: Bus, registers: readonly FoundRegister[], signal: AbortSignal): Promise<void> {
  const [newest] = registers.filter(saysRemoved).toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (newest) await noteRemoved(bus, newest.at, signal);
  await inParallel(registers, atOnce, async ({ seq }) => {
    signal.throwIfAborted();
    await removeMessage(bus, 'place', seq, kept);
  });
}
