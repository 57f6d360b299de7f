/** Finds registers that are no longer needed: those of ended tasks and of machines that left would fill the stream. */
import type { z } from 'zod';
import { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { Bus } from '../bus.ts';
import { Owner, removedEpoch } from '../owners/ownership.ts';
import { settledMs } from '../owners/presence.ts';
import { messagesOf } from '../read.ts';

/** A register as it was found: `name` is the part after `place.` in its subject. */
export type FoundRegister = { readonly name: string; readonly seq: number; readonly at: Date; readonly data: Uint8Array };

export async function readRegisters(bus: Bus, signal: AbortSignal): Promise<readonly FoundRegister[]> {
  const prefix = bus.names.place('').length;
  const found: FoundRegister[] = [];
  for await (const { subject, seq, at, data } of messagesOf(bus, 'place', bus.names.all('place'), { signal }))
    found.push({ name: subject.slice(prefix), seq, at, data });
  return found;
}

/** Whether the register shows that the log of its task was removed, or was being removed when housekeeping was interrupted. */
export const saysRemoved = (register: FoundRegister): boolean => ownerIn(register)?.epoch === removedEpoch;

/**
 * Registers that have stayed unchanged for long enough: those of tasks that no host owns, and of hosts and workers that are gone. The register of a
 * dead host stays as long as a task names the host, because it shows others that the host died. `isOver`: whether a task has ended or has no log.
 * Pure.
 */
export function settledRegisters(
  registers: readonly FoundRegister[],
  {
    now,
    isOver,
    ms = settledMs,
  }: { readonly now: number; readonly isOver: (task_id: TaskId) => boolean; readonly ms?: number | undefined },
): readonly FoundRegister[] {
  const isSettled = (register: FoundRegister): boolean => {
    const task_id = taskOf(register);
    if (now - register.at.getTime() < ms) return false;
    if (task_id !== undefined) return !hasOwner(register) || isOver(task_id);
    return /^(?:host|worker)\./.test(register.name);
  };
  const { settled = [], kept = [] } = Object.groupBy(registers, (each) => (isSettled(each) ? 'settled' : 'kept'));
  const named = new Set(kept.flatMap((each) => ownerIn(each)?.host ?? []).map((host) => `host.${host}`));
  return settled.filter(({ name }) => !named.has(name));
}

/** Whether a host owns the task, or owned it when it died. */
export const hasOwner = (register: FoundRegister): boolean => ![undefined, removedEpoch].includes(ownerIn(register)?.epoch);

export const taskOf = ({ name }: FoundRegister): TaskId | undefined =>
  name.startsWith('task.') ? TaskId.safeParse(name.slice('task.'.length)).data : undefined;

const ownerIn = ({ name, data }: FoundRegister): z.infer<typeof Owner> | undefined =>
  name.startsWith('task.') ? Owner.safeParse(parsedJson(new TextDecoder().decode(data))).data : undefined;
