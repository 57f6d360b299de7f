/** Which machines work on tasks, for people to see: it waits for nothing and decides nothing. Only `whereAlive` finds out whether a host is dead. */
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import type { z } from 'zod';
import type { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { Bus } from '../bus.ts';
import { lastOf, type Stored } from '../read.ts';
import { Owner } from './ownership.ts';
import { Beat, usualPace } from './presence.ts';

/** The machine of each of these tasks that a host has, if it was heard of not long ago by the server's clock. Rejects when the server does not answer. */
export async function whereRunning(bus: Bus, tasks: Iterable<TaskId>, deadMs = usualPace.deadMs): Promise<ReadonlyMap<TaskId, string>> {
  const found = new Map<TaskId, string>();
  const hosts = new Map<string, string | undefined>();
  let now: Date | undefined;
  for (const task of tasks) {
    const host = valueIn(await lastOf(bus, 'place', bus.names.place(`task.${task}`)), Owner)?.host;
    if (host === undefined) continue;
    now ??= await timeOf(bus);
    if (!hosts.has(host)) hosts.set(host, await machineOf(bus, host, now, deadMs));
    const machine = hosts.get(host);
    if (machine !== undefined) found.set(task, machine);
  }
  return found;
}

async function machineOf(bus: Bus, host: string, now: Date, deadMs: number): Promise<string | undefined> {
  const beat = await lastOf(bus, 'place', bus.names.place(`host.${host}`));
  return beat && now.getTime() - beat.at.getTime() < deadMs ? valueIn(beat, Beat)?.machine : undefined;
}

const valueIn = <T>(stored: Stored | undefined, schema: z.ZodType<T>): T | undefined =>
  stored && schema.safeParse(parsedJson(new TextDecoder().decode(stored.data))).data;

/** The server's time: it notes when it made a consumer. */
async function timeOf(bus: Bus): Promise<Date> {
  const stream = bus.names.stream('place');
  const made = await bus.manager.consumers.add(stream, {
    ...{
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.New,
      filter_subject: bus.names.place('none'),
      inactive_threshold: 1_000_000_000,
    },
  });
  await bus.manager.consumers.delete(stream, made.name).catch(() => false); // it ends by itself, too
  return new Date(made.created);
}
