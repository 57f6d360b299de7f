/** The logs of the tasks that this host runs on a bus: taken, continued and released. */
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { CompleteFile } from '../../journal/files.ts';
import type { JournalFile, WriteTo } from '../../journal/writer.ts';
import type { AppendOptions } from '../append.ts';
import { append } from '../append.ts';
import type { Bus } from '../bus.ts';
import { openObjects } from '../objects/objects.ts';
import { type Markers, markersOf } from '../owners/markers.ts';
import { takeTask } from '../owners/ownership.ts';
import { announceHost, type HostPlace } from '../owners/presence.ts';
import { settle, type TaskLog } from './append-lines.ts';
import type { ComparedCopy } from './compare-copy.ts';
import { packed, takingId } from './log-message.ts';
import { StreamWriter } from './stream-writer.ts';

export type TaskLogs = AsyncDisposable & {
  /** Takes a new task, which works in these folders. Rejects with `task_taken` if another host has it. */
  create(task_id: TaskId, places: TaskPlaces, signal: AbortSignal): Promise<WriteTo>;
  /**
   * Takes a task that no living host has, and completes the local copy of its journal. Rejects with `task_taken` or `log_rolled_back` and, for a task from another
   * data folder, with `task_elsewhere` or `task_half_applied`.
   */
  take(task_id: TaskId, places: TaskPlaces, signal: AbortSignal): Promise<CompleteFile>;
  /** Must be held while changes of a task are applied, if hosts with other data folders may take it. Rejects with `task_taken`. */
  applying(task_id: TaskId, signal: AbortSignal): Promise<Disposable> | undefined;
  /** Releases a task, so that another host may take it at once. Does nothing for a task that is not here. */
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

/** Where a task works. */
export type TaskPlaces = { readonly cwd: string; readonly workspace: string };

/** How long releasing a task may wait for the bus. */
const releaseMs = 1_000;

export async function openTaskLogs({ bus, recover, onWait, signal, ...place }: TaskLogsOptions): Promise<TaskLogs> {
  const presence = await announceHost(bus, place, signal);
  const objects = openObjects(bus);
  const owned = new Map<TaskId, MarkedLog>();

  async function own(task_id: TaskId, { cwd, workspace }: TaskPlaces, until: AbortSignal): Promise<MarkedLog> {
    if (owned.has(task_id)) throw new ArtooError('journal_locked', `${shortId(task_id)} is under way in this process`);
    const owner = await takeTask(bus, task_id, presence, until);
    const log = { bus, objects, task_id, owner, cwd, workspace, markers: markersOf(task_id, [cwd, workspace], owner.folder) };
    owned.set(task_id, log);
    return log;
  }

  const writerOf =
    (log: MarkedLog, { last, stints }: Pick<ComparedCopy, 'last' | 'stints'>): WriteTo =>
    (file) =>
      new StreamWriter({ ...log, last, stints, file, onWait, onEnd: log.markers.clear });

  async function release(task_id: TaskId): Promise<void> {
    const log = owned.get(task_id);
    owned.delete(task_id);
    await log?.owner.release(AbortSignal.timeout(releaseMs)).catch(() => {}); // if this fails, others notice when this host leaves
  }

  async function close(): Promise<void> {
    await Promise.all([...owned.keys()].map(release));
    await presence.close();
  }

  return {
    async create(task_id, places, until) {
      const log = await own(task_id, places, until);
      log.markers.write(log.owner.epoch);
      return writerOf(log, { last: 0, stints: [] });
    },
    async take(task_id, places, until) {
      const log = await own(task_id, places, until);
      return async (file: JournalFile) => {
        const compared = await fenced(log, file, until);
        if (log.markers.halfApplied() !== undefined) await recover().then(log.markers.settled); // by an earlier process of this data folder
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

type MarkedLog = TaskLog & TaskPlaces & { readonly markers: Markers };

/** A host that slept while a command ran proves that it still has the task, before anything of the command becomes real. */
async function applyingIn({ owner, markers }: MarkedLog, signal: AbortSignal): Promise<Disposable> {
  await owner.mayAct(signal);
  return markers.applying(owner.epoch);
}

/** Completes the copy and records in the log that this host has the task: from then on the previous host cannot append. */
async function fenced(log: MarkedLog, file: JournalFile, signal: AbortSignal): Promise<ComparedCopy> {
  const { bus, task_id, owner, objects, markers } = log;
  const { data, headers } = await packed(Buffer.alloc(0), { bus, objects, folder: owner.folder, signal });
  for (;;) {
    const compared = await settle(log, { file, signal, beyond: (bytes) => file.write([bytes.toString()]) });
    const { last, stints, epochs } = compared;
    const before = stints.at(-1)?.folder ?? owner.folder;
    if (before !== owner.folder) refuseUnproven(log, file, epochs);
    const message = { kind: 'log', subject: bus.names.log(task_id), data, headers, id: takingId(owner.epoch), expected: last } as const;
    const appended = await append(bus, message, { signal });
    if (!appended.ok) continue; // the last batch of the previous host arrived late, and belongs into the copy
    markers.write(owner.epoch);
    refuseHalfApplied(log); // the previous host may have begun to apply changes since the first look
    return { ...compared, last: appended.seq };
  }
}

/** A task from another data folder is continued only where its folders prove to be the same, and whole. */
function refuseUnproven(log: MarkedLog, file: JournalFile, epochs: ReadonlySet<string>): void {
  const { task_id, cwd, workspace, markers } = log;
  refuseHalfApplied(log);
  const isUsed = (path: string): boolean => path === cwd || file.read(0, file.size).includes(JSON.stringify(`${workspace}/`).slice(1, -1));
  const [path] = markers.unmarked(epochs).filter(isUsed);
  if (path !== undefined)
    throw new ArtooError(
      'task_elsewhere',
      `${shortId(task_id)} worked in the data folder of another machine, and nothing shows that ${path} here is the folder it worked in`,
    );
}

function refuseHalfApplied({ task_id, owner, markers }: MarkedLog): void {
  const by = markers.halfApplied();
  if (by !== undefined && by !== owner.folder)
    throw new ArtooError(
      'task_half_applied',
      `the changes of ${shortId(task_id)} are half applied: its host died, or sleeps, in the middle`,
    );
}
