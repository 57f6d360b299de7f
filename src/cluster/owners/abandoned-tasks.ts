/** Finds the tasks whose host died, for a host that could continue them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { Bus } from '../bus.ts';
import { messagesOf, type Stored } from '../read.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { Owner } from './ownership.ts';
import { Beat, type DeadHost, type Pace, usualPace } from './presence.ts';

export type Abandoned = { readonly task_id: TaskId; readonly dead: DeadHost; readonly machine: string };

type Known = { readonly seq: number; readonly machine: string; readonly since: number };

/**
 * Each task whose host has not renewed its register for `deadMs`, once; a host that signed off has not died. Silence is measured by this machine's own
 * clock, and starts again when the server has been away or this process has stood still: neither means that another host is dead. Ends when the signal
 * fires.
 */
export async function* abandonedTasks(bus: Bus, signal: AbortSignal, { beatMs, deadMs }: Pace = usualPace): AsyncGenerator<Abandoned> {
  const hosts = new Map<string, Known>();
  const owners = new Map<string, z.infer<typeof Owner>>();
  const read = { host: registersOf(bus, 'host.', signal), task: registersOf(bus, 'task.', signal) };
  const told = new Set<string>();
  let last = performance.now();

  for (;;) {
    const began = performance.now();
    const isWhole = await unlessAborted(look(), signal).catch(() => false);
    if (signal.aborted) return;
    const now = performance.now();
    if (!isWhole || now - last > deadMs / 2) for (const [host, known] of hosts) hosts.set(host, { ...known, since: now });
    last = now;
    if (now - began < deadMs / 2)
      for (const [task, { host, epoch }] of owners) {
        const known = hosts.get(host);
        if (known === undefined || now - known.since < deadMs || told.has(epoch)) continue;
        told.add(epoch);
        const { seq, machine } = known;
        const task_id = TaskId.safeParse(task).data;
        if (task_id !== undefined) yield { task_id, dead: { host, seq }, machine };
      }
    await delay(beatMs / 3, undefined, { signal, ref: false }).catch(() => {}); // the signal is checked next
    if (signal.aborted) return;
  }

  /** Reads what is new. Returns whether everything could be read. */
  async function look(): Promise<boolean> {
    const now = performance.now();
    for (const [host, stored] of await read.host()) {
      const beat = valueIn(stored, Beat);
      if (beat) hosts.set(host, { seq: stored.seq, machine: beat.machine, since: now });
      else hosts.delete(host);
    }
    for (const [task, stored] of await read.task()) {
      const owner = valueIn(stored, Owner);
      if (owner) owners.set(task, owner);
      else owners.delete(task);
    }
    return true;
  }
}

/** Reads the registers whose names begin with this: all of them the first time, then those that have changed. */
function registersOf(bus: Bus, prefix: string, signal: AbortSignal): () => Promise<readonly (readonly [name: string, stored: Stored])[]> {
  const subject = bus.names.place(prefix);
  let from = 1;
  return async () => {
    const found: (readonly [string, Stored])[] = [];
    for await (const stored of messagesOf(bus, 'place', `${subject}>`, { from, signal })) {
      from = stored.seq + 1;
      found.push([stored.subject.slice(subject.length), stored]);
    }
    return found;
  };
}

const valueIn = <T>({ data }: Stored, schema: z.ZodType<T>): T | undefined =>
  schema.safeParse(parsedJson(new TextDecoder().decode(data))).data;
