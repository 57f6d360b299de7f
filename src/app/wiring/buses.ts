/** The buses that tasks run on: each is connected once, when it is first needed. Nothing of NATS is loaded before that. */
import { hostname } from 'node:os';
import type { Bus } from '../../cluster/bus.ts';
import type { TaskPlaces } from '../../cluster/log/take-log.ts';
import type { TakenPlaces, TaskLogs } from '../../cluster/log/task-logs.ts';
import type { Pace } from '../../cluster/owners/presence.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { type Late, late, madeOf } from '../../contracts/late.ts';
import type { OnBus } from '../../journal/entry.ts';
import type { CompleteFile } from '../../journal/files.ts';
import type { WriteTo } from '../../journal/writer.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';

/** An open connection to a bus, and the logs of this host's tasks on it. */
type OpenBus = { readonly bus: Bus; readonly name: OnBus; readonly logs: TaskLogs };

export type Buses = AsyncDisposable & {
  /** The bus at an address. `load` rejects with `bus_unreachable`, `bus_denied` or `bus_unfit`; the next caller tries again. */
  at(address: BusAddress): Late<Bus>;
  /** The name of the bus as journals of its tasks record it, once it is connected. */
  nameOf(address: BusAddress): OnBus | undefined;
  /** Takes a new task, so that its journal can be opened until it is released; returns undefined if there is no bus. */
  begin(address: BusAddress | undefined, task_id: TaskId, places: TaskPlaces): Promise<Release> | undefined;
  /**
   * Takes a task whose log is on a bus. Rejects with `bus_needed` if that is another bus, `journal_locked` if the task runs in this process, and with `task_taken`;
   * completing it may also reject with `task_over`, `task_elsewhere` or `task_half_applied`.
   */
  take(
    address: BusAddress | undefined,
    task_id: TaskId,
    on: OnBus & { readonly places: TakenPlaces },
  ): Promise<{ readonly complete: CompleteFile; readonly release: Release }>;
  /** Must be held while changes of a task are applied; undefined if nothing must be held. Rejects with `task_taken`. */
  applying(task_id: TaskId): Promise<Disposable> | undefined;
  /** How the journal of a new task is written; undefined if the task is not on a bus. */
  writeTo(task_id: TaskId): WriteTo | undefined;
  /** From now on, no task is begun or taken, and waiting for buses ends. */
  stop(): void;
  close(): Promise<void>;
};

/** The task no longer runs here: another host may take it. */
export type Release = () => Promise<void>;

export type BusesOptions = {
  readonly data: string;
  /** Completes or reverts what a dead process left half applied. */
  readonly recover: () => Promise<unknown>;
  readonly onNotice: (text: string) => void;
  readonly pace?: Pace | undefined;
};

export function createBuses({ data, recover, onNotice, pace }: BusesOptions): Buses {
  const known = new Map<string, Late<OpenBus>>();
  const begun = new Map<TaskId, WriteTo>();
  const logsOf = new Map<TaskId, TaskLogs>();
  const closing = new AbortController();
  const { signal } = closing;

  async function open(address: BusAddress): Promise<OpenBus> {
    const { openBus, needStreams, streamCreated, openTaskLogs, dataFolderId } = await import('./bus-parts.ts');
    const bus = await openBus(address);
    try {
      await needStreams(bus);
      const name = { address: shownBus(address), created: await streamCreated(bus, 'log') };
      const place = { machine: hostname(), folder: dataFolderId(data), ...(pace && { pace }) };
      const onWait = (why: 'silent' | 'full' | undefined) => onNotice(waits[why ?? 'over'](shownBus(address)));
      return { bus, name, logs: await openTaskLogs({ bus, ...place, recover, onWait, signal }) };
    } catch (error) {
      await bus.close();
      throw error;
    }
  }

  function openAt(address: BusAddress): Late<OpenBus> {
    const name = JSON.stringify(address);
    const bus = known.get(name) ?? late(() => open(address));
    known.set(name, bus);
    return bus;
  }

  async function begin(address: BusAddress, task_id: TaskId, places: TaskPlaces): Promise<Release> {
    const { logs } = await openAt(address).load();
    begun.set(task_id, await logs.create(task_id, places, signal));
    logsOf.set(task_id, logs);
    return releaseOf(logs, task_id);
  }

  const take: Buses['take'] = async (address, task_id, on) => {
    const found = address && (await openAt(address).load());
    if (found?.name.created !== on.created) throw new ArtooError('bus_needed', `the log of ${task_id} is on the bus ${on.address}`);
    const complete = await found.logs.take(task_id, on.places, signal);
    logsOf.set(task_id, found.logs);
    return { complete, release: releaseOf(found.logs, task_id) };
  };

  const releaseOf = (logs: TaskLogs, task_id: TaskId) => async (): Promise<void> => {
    begun.delete(task_id);
    logsOf.delete(task_id);
    await logs.release(task_id);
  };

  const stop = (): void => closing.abort(new ArtooError('stopped', 'artoo was closed'));

  async function close(): Promise<void> {
    stop();
    const opened = [...known.values()].flatMap((bus) => bus.now() ?? []);
    await Promise.all(opened.map(({ logs }) => logs.close()));
    await Promise.all(opened.map(({ bus }) => bus.close()));
  }

  return {
    ...{ take, stop, close },
    at: (address) => madeOf(openAt(address), ({ bus }) => bus),
    nameOf: (address) => openAt(address).now()?.name,
    begin: (address, task_id, places) => (address === undefined ? undefined : begin(address, task_id, places)),
    applying: (task_id) => logsOf.get(task_id)?.applying(task_id, signal),
    writeTo: (task_id) => begun.get(task_id),
    [Symbol.asyncDispose]: close,
  };
}

/** Leaves the folder of a task, and releases the task. */
export const releasing = (leave: () => void, release: Release | undefined) => (): void => {
  leave();
  void release?.();
};

/** What a person reads while a bus accepts no entries. */
const waits = {
  silent: (bus: string) => `the bus ${bus} does not answer; tasks wait for it, and the wait does not count towards their time`,
  full: (bus: string) =>
    `the bus ${bus} is full, or its server cannot write its files; tasks wait until it can, and the wait does not count towards their time`,
  over: (bus: string) => `the bus ${bus} accepts entries again`,
} as const;
