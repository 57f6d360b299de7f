/** Takes the log of a task from the previous host. If that used another data folder, the task's folders must prove to be the same ones, and complete. */
import { ArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { JournalFile } from '../../journal/writer.ts';
import { type AppendOptions, append } from '../append.ts';
import type { Markers } from '../owners/markers.ts';
import { persist } from '../persist.ts';
import { lastOf } from '../read.ts';
import { settle, type TaskLog } from './append-lines.ts';
import { type ComparedCopy, compareCopy } from './compare-copy.ts';
import { folderOf, packed, takingId } from './log-message.ts';

/** Where a task works. */
export type TaskPlaces = { readonly cwd: string; readonly workspace: string };

/** A task and its folders. `folder`: this host's data folder. */
export type Place = TaskPlaces & Pick<TaskLog, 'bus' | 'objects' | 'task_id'> & { readonly folder: string; readonly markers: Markers };

/**
 * Throws `task_over`, `task_elsewhere` or `task_half_applied` before anything is changed: a task that cannot be continued here must not look as if
 * its host had released it.
 */
export async function refuseEarly(place: Place, signal: AbortSignal): Promise<void> {
  const { bus, task_id, folder } = place;
  const last = await persist(() => lastOf(bus, 'log', bus.names.log(task_id)), signal);
  if (!last || folderOf(last) === folder || folderOf(last) === '') return; // artoo names a folder in every message
  let usesWorkspace = false;
  const beyond = (lines: Buffer): void => {
    usesWorkspace ||= mentionsWorkspace(lines, place);
  };
  const compared = await persist(() => compareCopy(place, task_id, noCopy, { beyond, signal }), signal);
  if (isElsewhere(compared, folder)) refuseUnproven(place, compared, usesWorkspace);
}

const noCopy = { size: 0, read: () => Buffer.alloc(0) };

/** Completes the copy and records in the log that this host owns the task: from then on the previous host cannot append. */
export async function takeLog(log: TaskLog & Place, file: JournalFile, options: AppendOptions): Promise<ComparedCopy> {
  const { bus, task_id, owner, objects, markers, folder } = log;
  const { signal } = options;
  const { data, headers } = await packed(Buffer.alloc(0), { bus, objects, folder, signal });
  for (;;) {
    const compared = await settle(log, { file, ...options, beyond: (bytes) => file.write([bytes.toString()]) });
    const { last } = compared;
    if (isElsewhere(compared, folder)) refuseUnproven(log, compared, mentionsWorkspace(file.read(0, file.size), log));
    const message = { kind: 'log', subject: bus.names.log(task_id), data, headers, id: takingId(owner.epoch), expected: last } as const;
    const appended = await append(bus, message, options);
    if (!appended.ok) continue; // the last batch of the previous host arrived late, and belongs in the copy
    markers.write(owner.epoch);
    refuseHalfApplied(log); // the previous host may have begun to apply changes since the first check
    return { ...compared, last: appended.seq };
  }
}

/** Whether the last entries were appended from another data folder. */
const isElsewhere = ({ stints }: ComparedCopy, folder: string): boolean => !['', folder].includes(stints.at(-1)?.folder ?? '');

function refuseUnproven(place: Place, { epochs, isOver }: ComparedCopy, usesWorkspace: boolean): void {
  const { task_id, cwd, markers } = place;
  if (isOver) throw new ArtooError('task_over', `${shortId(task_id)} has ended on another machine`); // and its marks were removed when it ended
  refuseHalfApplied(place);
  const [path] = markers.unmarked(epochs).filter((each) => each === cwd || usesWorkspace);
  if (path !== undefined && path !== cwd)
    throw new ArtooError(
      'task_elsewhere',
      `${shortId(task_id)} keeps files in the workspace of another machine, such as data that was piped into it, and nothing shows that ${path} here is that folder`,
    );
  if (path !== undefined)
    throw new ArtooError(
      'task_elsewhere',
      `${shortId(task_id)} worked in the data folder of another machine, and nothing shows that ${path} here is the folder it worked in`,
    );
}

function refuseHalfApplied({ task_id, folder, markers }: Place): void {
  const by = markers.halfApplied();
  if (by !== undefined && by !== folder)
    throw new ArtooError(
      'task_half_applied',
      `the changes of ${shortId(task_id)} are half applied: its host died or went to sleep while applying them`,
    );
}

/** Whether lines name a file in the workspace; a workspace that was never used need not exist. */
const mentionsWorkspace = (lines: Buffer, { workspace }: TaskPlaces): boolean =>
  lines.includes(JSON.stringify(`${workspace}/`).slice(1, -1));
