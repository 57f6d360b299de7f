/** Data folders and hosts of tests on a bus. The task is the harvest, which any process can continue from any place. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openArtoo } from '../../src/app/open-artoo.ts';
import type { Artoo } from '../../src/app/tasks.ts';
import { type Bus, openBus } from '../../src/cluster/bus.ts';
import { logMessages } from '../../src/cluster/log/log-message.ts';
import { openObjects } from '../../src/cluster/objects/objects.ts';
import type { Pace } from '../../src/cluster/owners/presence.ts';
import { persist } from '../../src/cluster/persist.ts';
import { makeStreams } from '../../src/cluster/streams.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { readCassette } from '../../src/effects/cassette.ts';
import { createInProcessObservers } from '../../src/engine/in-process-observers.ts';
import type { Answers } from '../../src/engine/person.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { journalPath } from '../../src/journal/files.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import type { Model } from '../../src/models/model.ts';
import { writeHarvestScript } from './harvest.ts';
import { type NatsServer, startNats } from './nats.ts';
import { scratch } from './scratch.ts';
import { settingsFor } from './settings.ts';

const { signal } = new AbortController();

/** Hosts of tests consider another host dead after a second. */
export const quickPace: Pace = { beatMs: 200, deadMs: 1_000 };

/** A server with its streams, and a connection for the test itself. */
export async function busServer(
  limits: Parameters<typeof makeStreams>[1] = {},
): Promise<{ readonly server: NatsServer; readonly bus: Bus }> {
  const server = await startNats();
  const bus = await openBus(busAddress(server.url));
  onTestFinished(() => bus.close());
  await makeStreams(bus, limits);
  return { server, bus };
}

export type BusHost = {
  readonly data: string;
  readonly cwd: string;
  readonly notices: readonly string[];
  open(options?: HostOptions): Promise<Artoo>;
};
type HostOptions = {
  readonly onEntry?: (entry: Entry) => void;
  readonly url?: string | null;
  readonly model?: Model;
  readonly data?: string;
  readonly answers?: Answers;
};

/** A folder with a data folder, on which hosts are opened one after another or side by side. */
export function busHost(server: Pick<NatsServer, 'url'>): BusHost {
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  const notices: string[] = [];
  return {
    ...{ data, cwd, notices },
    async open({ onEntry = () => {}, url = server.url, model, data: other = data, answers = { confirm: () => true } } = {}) {
      const observers = createInProcessObservers<Entry>();
      const publish: typeof observers.publish = (task, entry) => {
        onEntry(entry);
        observers.publish(task, entry);
      };
      const settings = { ...settingsFor({ data: other, workspace: cwd }), ...(url !== null && { bus: busAddress(url) }) };
      const site = { settings, model: model ?? (await readCassette(writeHarvestScript(folder))), secrets: () => [] };
      const artoo = openArtoo({
        data: other,
        siteOf: () => site,
        env: {},
        answers,
        observers: { ...observers, publish },
        pace: quickPace,
        onNotice: (text) => notices.push(text),
      });
      onTestFinished(() => artoo.close());
      return artoo;
    },
  };
}

/** All lines of a task's log on the bus, as one text. */
export const logOf = (bus: Bus, task_id: string): Promise<string> =>
  persist(async () => {
    const texts: string[] = [];
    for await (const { bytes } of logMessages({ bus, objects: openObjects(bus) }, task_id as TaskId, signal)) texts.push(bytes.toString());
    return texts.join('');
  }, signal);

/** The copy of the journal in a data folder. */
export const copyOf = ({ data }: Pick<BusHost, 'data'>, task_id: string): string =>
  readFileSync(journalPath(data, task_id as TaskId), 'utf8');
