/** Which host a task belongs to: a register that is changed by compare-and-set. The log decides in the end, since only one of two hosts can append to it. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { Bus } from '../bus.ts';
import { persist } from '../persist.ts';
import { type DeadHost, type Pace, type Presence, settledMs, whereAlive } from './presence.ts';
import { type Held, register } from './register.ts';

/** The value of a task's register. */
export const Owner = z.object({ host: z.string(), epoch: z.string() });
type Owner = z.infer<typeof Owner>;

/** Marks the register of a task that ended and whose log was removed. */
export const removedEpoch = 'removed';

export type Ownership = {
  /** Identifies one period of ownership: a new value whenever a host takes the task. */
  readonly epoch: string;
  readonly folder: string;
  /** Proves that this host is alive and still owns the task. Rejects with `task_taken`, or with the reason of the signal. */
  prove(signal: AbortSignal): Promise<void>;
  /** Like `prove` if the last heartbeat is too old to count as proof; otherwise returns immediately. */
  mayAct(signal: AbortSignal): void | Promise<void>;
  /** The task has ended here: another host may take it at once. */
  release(signal: AbortSignal): Promise<void>;
};

type Death = { readonly pace: Pace; readonly dead?: DeadHost | undefined; readonly signal: AbortSignal };

/** Rejects with `task_taken` if a living host owns the task, and otherwise waits until it is certain that none does. */
export async function refuseOwned(bus: Bus, task_id: TaskId, death: Death): Promise<void> {
  const { value } = await persist(() => register(bus, `task.${task_id}`, Owner).read(), death.signal);
  await refuseLiving(bus, task_id, value, death);
}

async function refuseLiving(bus: Bus, task_id: TaskId, owner: Owner | undefined, { pace, dead, signal }: Death): Promise<void> {
  if (owner === undefined || owner.epoch === removedEpoch) return;
  const machine = await whereAlive(bus, owner.host, pace, signal, dead);
  if (machine !== undefined) throw new ArtooError('task_taken', `${shortId(task_id)} is under way on ${machine}`);
}

/** The fraction of the time until a silent host counts as dead, after which the host checks whether it still owns its tasks. */
const trusted = 2 / 3;

/** Takes a task that no living host owns. Rejects with `task_taken`; waits until it is certain that another host is dead. */
export async function takeTask(bus: Bus, task_id: TaskId, presence: Presence, signal: AbortSignal, dead?: DeadHost): Promise<Ownership> {
  const { host, folder, pace } = presence;
  const own = register(bus, `task.${task_id}`, Owner, presence.onFull);
  const before = await persist(() => own.read(), signal);
  if (before.value?.epoch === removedEpoch)
    throw new ArtooError('task_over', `${shortId(task_id)} has ended, and its log was removed from the bus`);
  if (before.value?.host !== host) await refuseLiving(bus, task_id, before.value, { pace, dead, signal });
  const epoch = randomBytes(16).toString('hex');
  const seq = await own.write({ host, epoch }, before, signal);
  if (seq === undefined) throw taken(task_id);
  let held: Held<Owner> = { seq, value: { host, epoch } };

  async function prove(until: AbortSignal): Promise<void> {
    await presence.renew(until);
    const now = await persist(() => own.read(), until);
    if (now.value?.epoch === epoch) return;
    const isOlder = now.seq < held.seq && presence.longestSilence() < settledMs / 2; // the store came back in an older state, in which the first host to write owns the task
    const again = isOlder ? await own.write({ host, epoch }, now, until) : undefined;
    if (again === undefined) throw taken(task_id);
    held = { ...held, seq: again };
  }

  return {
    ...{ epoch, folder, prove },
    mayAct: (until) => (presence.age() <= pace.deadMs * trusted ? undefined : prove(until)),
    async release(until) {
      await own.remove(held, until);
    },
  };
}

const taken = (task_id: TaskId): ArtooError => new ArtooError('task_taken', `another host has taken ${shortId(task_id)}`);
