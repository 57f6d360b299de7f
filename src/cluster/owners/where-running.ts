/** Which machines work on tasks, for people to read: waits for nothing and decides nothing. Only `whereAlive` decides whether a host is dead. */
import type { z } from 'zod';
import type { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import type { Bus } from '../bus.ts';
import { lastOf, type Stored } from '../read.ts';
import { serverTime } from '../server/server-time.ts';
import { Owner } from './ownership.ts';
import { Beat, usualPace } from './presence.ts';

/** For each of these tasks that a host owns, the machine, if it announced itself recently by the server's clock. Rejects when the server does not answer. */
export async function whereRunning(bus: Bus, tasks: Iterable<TaskId>, deadMs = usualPace.deadMs): Promise<ReadonlyMap<TaskId, string>> {
  const found = new Map<TaskId, string>();
  const hosts = new Map<string, string | undefined>();
  let now: Date | undefined;
  for (const task of tasks) {
    const host = valueIn(await lastOf(bus, 'place', bus.names.place(`task.${task}`)), Owner)?.host;
    if (host === undefined) continue;
    now ??= await serverTime(bus);
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
