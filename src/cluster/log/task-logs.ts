/** The logs of the tasks that this host runs on a bus: taken, continued and released. */
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { CompleteFile } from '../../journal/files.ts';
import type { JournalFile, WriteTo } from '../../journal/writer.ts';
import type { AppendOptions } from '../append.ts';
import type { Bus } from '../bus.ts';
import { joinWaits } from '../join-waits.ts';
import { openObjects } from '../objects/objects.ts';
import { markersOf } from '../owners/markers.ts';
import { refuseOwned, takeTask } from '../owners/ownership.ts';
import { announceHost, type DeadHost, type HostPlace } from '../owners/presence.ts';
import { watchSilence } from '../owners/watch-silence.ts';
import type { TaskLog } from './append-lines.ts';
import type { ComparedCopy } from './compare-copy.ts';
import { StreamWriter } from './stream-writer.ts';
import { type Place, refuseEarly, type TaskPlaces, takeLog } from './take-log.ts';

export type TaskLogs = AsyncDisposable & {
  /** Takes a new task, which works in these folders. Rejects with `task_taken` if another host owns it. */
  create(task_id: TaskId, places: TaskPlaces, signal: AbortSignal): Promise<WriteTo>;
  /**
   * Takes a task that no living host owns, and completes the local copy of its journal. Rejects with `task_taken` or `log_rolled_back` and, for a task from another
   * data folder, with `task_over`, `task_elsewhere` or `task_half_applied`.
   */
  take(task_id: TaskId, places: TakenPlaces, signal: AbortSignal): Promise<CompleteFile>;
  /** Must be held while changes of a task are applied, if hosts with other data folders may take it. Rejects with `task_taken`. */
  applying(task_id: TaskId, signal: AbortSignal): Promise<Disposable> | undefined;
  /** Releases a task, so that another host may take it at once. Does nothing for a task that this host does not own. */
  release(task_id: TaskId): Promise<void>;
  close(): Promise<void>;
};

export type TaskLogsOptions = HostPlace & {
  readonly bus: Bus;
  /** Completes or reverts what a dead process left half applied from this data folder. */
  readonly recover: () => Promise<unknown>;
  /** Called as `onWait` of `append` is. */
  readonly onWait?: AppendOptions['onWait'];
  readonly signal: AbortSignal;
};

/** `dead`: a host that is known to be dead, so there is no wait for it. */
export type TakenPlaces = TaskPlaces & { readonly dead?: DeadHost | undefined };

/** How long releasing a task may wait for the bus. */
const releaseMs = 1_000;

export async function openTaskLogs({ bus, recover, onWait = () => {}, signal, ...place }: TaskLogsOptions): Promise<TaskLogs> {
  const waits = joinWaits(onWait);
  const presence = await announceHost(bus, { ...place, onFull: waits() }, signal);
  const objects = openObjects(bus);
  const owned = new Map<TaskId, TakenLog>();

  const placeOf = (task_id: TaskId, { cwd, workspace }: TaskPlaces): Place => {
    const { folder } = presence;
    return { bus, objects, task_id, cwd, workspace, folder, markers: markersOf(task_id, [cwd, workspace], folder) };
  };

  async function own(place: Place, until: AbortSignal, dead?: DeadHost): Promise<TakenLog> {
    const { task_id } = place;
    if (owned.has(task_id)) throw new ArtooError('journal_locked', `${shortId(task_id)} is already running in this process`);
    const log = { ...place, owner: await takeTask(bus, task_id, presence, until, dead) };
    owned.set(task_id, log);
    return log;
  }

  const writerOf =
    (log: TakenLog, { last, stints }: Pick<ComparedCopy, 'last' | 'stints'>): WriteTo =>
    (file) =>
      new StreamWriter({ ...log, last, stints, file, onWait: waits(), onEnd: log.markers.clear });

  async function release(task_id: TaskId): Promise<void> {
    const log = owned.get(task_id);
    owned.delete(task_id);
    await log?.owner.release(AbortSignal.timeout(releaseMs)).catch(() => {}); // if this fails, others take the task once this host has left
  }

  async function close(): Promise<void> {
    await Promise.all([...owned.keys()].map(release));
    await presence.close();
  }

  return {
    async create(task_id, places, until) {
      const log = await own(placeOf(task_id, places), until);
      try {
        log.markers.write(log.owner.epoch);
      } catch (error) {
        await release(task_id);
        throw error;
      }
      return writerOf(log, { last: 0, stints: [] });
    },
    async take(task_id, { dead, ...places }, until) {
      const place = placeOf(task_id, places);
      using _silence = watchSilence(bus, waits());
      await refuseEarly(place, until, () => refuseOwned(bus, task_id, { pace: presence.pace, dead, signal: until }));
      const log = await own(place, until, dead);
      return async (file: JournalFile) => {
        const compared = await takeLog(log, file, { signal: until, onWait: waits() });
        if (log.markers.halfApplied() !== undefined) await recover().then(log.markers.settled); // appended by an earlier process of this data folder
        return writerOf(log, compared);
      };
    },
    applying(task_id, until) {
      const log = owned.get(task_id);
      return log?.markers.isShared ? applyingIn(log, until) : undefined;
    },
    release,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type TakenLog = TaskLog & Place;

/** A host that slept while a command ran proves that it still owns the task, before any effect of the command becomes real. */
async function applyingIn({ owner, markers }: TakenLog, signal: AbortSignal): Promise<Disposable> {
  await owner.mayAct(signal);
  return markers.applying(owner.epoch);
}
