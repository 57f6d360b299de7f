/** The time up to which logs of ended tasks were removed from a bus. It replaces the registers that recorded this for each task. */
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { Bus } from '../bus.ts';
import { persist } from '../persist.ts';
import { register } from './register.ts';

const Removed = z.object({ before: z.iso.datetime() });

const markOn = (bus: Bus) => register(bus, 'removed', Removed);

/** How far the clock of the host that began a task may have been ahead of the server's. */
const maxAheadMs = 24 * 3_600_000;

/** Records that the logs of tasks that began before this time may have been removed. */
export async function noteRemoved(bus: Bus, before: Date, signal: AbortSignal): Promise<void> {
  const mark = markOn(bus);
  for (;;) {
    const held = await persist(() => mark.read(), signal);
    if (held.value && Date.parse(held.value.before) >= before.getTime()) return;
    if ((await mark.write({ before: before.toISOString() }, held, signal)) !== undefined) return;
  }
}

/**
 * For a task that began at this time and has no log on the bus: throws `task_over` if its log may have been removed after its end. Otherwise a server
 * lost the log.
 */
export async function refuseRemoved(bus: Bus, task_id: TaskId, began: string, signal: AbortSignal): Promise<void> {
  const { value } = await persist(() => markOn(bus).read(), signal);
  if (value && Date.parse(began) < Date.parse(value.before) + maxAheadMs)
    throw new ArtooError(
      'task_over',
      `${shortId(task_id)} no longer has a log on the bus: logs of tasks as old as this one have been removed`,
    );
}
