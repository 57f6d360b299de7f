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
import { type Ownership, takeTask } from '../owners/ownership.ts';
import { announceHost, type HostPlace } from '../owners/presence.ts';
import { settle, type TaskLog } from './append-lines.ts';
import { packed, takingId } from './log-message.ts';
import { StreamWriter } from './stream-writer.ts';

export type TaskLogs = AsyncDisposable & {
  /** Takes a new task. Rejects with `task_taken` if another host has it. */
  create(task_id: TaskId, signal: AbortSignal): Promise<WriteTo>;
  /** Takes a task that no living host has, and completes the local copy of its journal. Rejects with `task_taken` or `log_rolled_back`. */
  take(task_id: TaskId, signal: AbortSignal): Promise<CompleteFile>;
  /** Releases a task, so that another host may take it at once. Does nothing for a task that is not here. */
  release(task_id: TaskId): Promise<void>;
  close(): Promise<void>;
};

export type TaskLogsOptions = HostPlace & {
  readonly bus: Bus;
  /** Called as `onWait` of `append` is. */
  readonly onWait?: AppendOptions['onWait'];
  readonly signal: AbortSignal;
};

/** How long releasing a task may wait for the bus. */
const releaseMs = 1_000;

export async function openTaskLogs({ bus, onWait, signal, ...place }: TaskLogsOptions): Promise<TaskLogs> {
  const presence = await announceHost(bus, place, signal);
  const objects = openObjects(bus);
  const owned = new Map<TaskId, Ownership>();

  async function own(task_id: TaskId, until: AbortSignal): Promise<TaskLog> {
    if (owned.has(task_id)) throw new ArtooError('journal_locked', `${shortId(task_id)} is under way in this process`);
    const owner = await takeTask(bus, task_id, presence, until);
    owned.set(task_id, owner);
    return { bus, objects, task_id, owner };
  }

  const writerOf =
    (log: TaskLog, last: number): WriteTo =>
    (file) =>
      new StreamWriter({ ...log, last, file, onWait });

  async function release(task_id: TaskId): Promise<void> {
    const owner = owned.get(task_id);
    owned.delete(task_id);
    await owner?.release(AbortSignal.timeout(releaseMs)).catch(() => {}); // if this fails, others notice when this host leaves
  }

  async function close(): Promise<void> {
    await Promise.all([...owned.keys()].map(release));
    await presence.close();
  }

  return {
    create: async (task_id, until) => writerOf(await own(task_id, until), 0),
    async take(task_id, until) {
      const log = await own(task_id, until);
      return async (file: JournalFile) => writerOf(log, await fenced(log, file, until));
    },
    release,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Completes the copy and records in the log that this host has the task: from then on the previous host cannot append. Returns the sequence of that message. */
async function fenced(log: TaskLog, file: JournalFile, signal: AbortSignal): Promise<number> {
  const { bus, task_id, owner, objects } = log;
  const { data, headers } = await packed(Buffer.alloc(0), { bus, objects, folder: owner.folder, signal });
  for (;;) {
    const { last, folder } = await settle(log, { file, signal, beyond: (bytes) => file.write([bytes.toString()]) });
    if (folder !== '' && folder !== owner.folder) throw elsewhere(task_id);
    const message = { kind: 'log', subject: bus.names.log(task_id), data, headers, id: takingId(owner.epoch), expected: last } as const;
    const appended = await append(bus, message, { signal });
    if (appended.ok) return appended.seq; // otherwise the last batch of the previous host arrived late, and belongs into the copy
  }
}

const elsewhere = (task_id: TaskId): ArtooError =>
  new ArtooError('task_elsewhere', `${shortId(task_id)} worked in the data folder of another machine, where what it changed is on record`);
