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
 * its host had released it. Throws `task_taken` if its host lives: what that host is applying is not half applied.
 */
export async function refuseEarly(place: Place, signal: AbortSignal, refuseLiving: () => Promise<void>): Promise<void> {
  const { bus, task_id, folder } = place;
  const last = await persist(() => lastOf(bus, 'log', bus.names.log(task_id)), signal);
  if (!last || folderOf(last) === folder || folderOf(last) === '') return; // artoo names a folder in every message
  let usesWorkspace = false;
  const beyond = (lines: Buffer): void => {
    usesWorkspace ||= mentionsWorkspace(lines, place);
  };
  for (;;) {
    const compared = await persist(() => compareCopy(place, task_id, noCopy, { beyond, signal }), signal);
    try {
      if (!(await isRefused(place, compared, usesWorkspace, signal))) return;
    } catch (why) {
      if (!(why instanceof ArtooError) || why.code !== 'task_half_applied') throw why;
      await refuseLiving();
      if (whyHalfApplied(place)) throw why; // otherwise it completed the changes before it died
    }
  }
}

/**
 * Throws why nothing proves that the task's folders are the same here. True if the log has meanwhile changed, so that it does not belong to the marks that were
 * found: another host wrote its own, or ended the task and removed them.
 */
async function isRefused(place: Place, compared: ComparedCopy, usesWorkspace: boolean, signal: AbortSignal): Promise<boolean> {
  const { bus, task_id, folder } = place;
  const why = isElsewhere(compared, folder) ? whyUnproven(place, compared, usesWorkspace) : undefined;
  if (why === undefined) return false;
  const last = await persist(() => lastOf(bus, 'log', bus.names.log(task_id)), signal);
  if (last?.seq === compared.last) throw why;
  return true;
}

const noCopy = { size: 0, read: () => Buffer.alloc(0) };

/** Completes the copy and records in the log that this host owns the task: from then on the previous host cannot append. */
export async function takeLog(log: TaskLog & Place, file: JournalFile, options: AppendOptions): Promise<ComparedCopy> {
  const { bus, task_id, owner, objects, markers, folder } = log;
  const { signal } = options;
  const { data, headers } = await packed(Buffer.alloc(0), { bus, objects, folder }, options);
  for (;;) {
    const compared = await settle(log, { file, ...options, beyond: (bytes) => file.write([bytes.toString()]) });
    const { last } = compared;
    if (await isRefused(log, compared, mentionsWorkspace(file.read(0, file.size), log), signal)) continue;
    const message = { kind: 'log', subject: bus.names.log(task_id), data, headers, id: takingId(owner.epoch), expected: last } as const;
    const appended = await append(bus, message, options);
    if (!appended.ok) continue; // the last batch of the previous host arrived late, and belongs in the copy
    markers.write(owner.epoch);
    const half = whyHalfApplied(log); // the previous host may have begun to apply changes since the first check
    if (half) throw half;
    return { ...compared, last: appended.seq };
  }
}

/** Whether the last entries were appended from another data folder. */
const isElsewhere = ({ stints }: ComparedCopy, folder: string): boolean => !['', folder].includes(stints.at(-1)?.folder ?? '');

function whyUnproven(place: Place, { epochs, isOver }: ComparedCopy, usesWorkspace: boolean): ArtooError | undefined {
  const { task_id, cwd, markers } = place;
  const task = shortId(task_id);
  if (isOver) return new ArtooError('task_over', `${task} has ended on another machine`); // and its marks were removed when it ended
  const half = whyHalfApplied(place);
  const [path] = half ? [] : markers.unmarked(epochs).filter((each) => each === cwd || usesWorkspace);
  if (path === undefined) return half;
  const what =
    path === cwd
      ? `worked in the data folder of another machine, and nothing shows that ${path} on this machine is the same folder`
      : `keeps files in the workspace of another machine, such as data that was piped into it, and nothing shows that ${path} on this machine is that workspace`;
  return new ArtooError('task_elsewhere', `${task} ${what}`);
}

function whyHalfApplied({ task_id, folder, markers }: Place): ArtooError | undefined {
  const by = markers.halfApplied();
  if (by === undefined || by === folder) return undefined;
  const why = 'its host died or went to sleep while applying them';
  return new ArtooError('task_half_applied', `the changes of ${shortId(task_id)} are half applied: ${why}`);
}

/** Whether lines name a file in the workspace; a workspace that was never used need not exist. */
const mentionsWorkspace = (lines: Buffer, { workspace }: TaskPlaces): boolean =>
  lines.includes(JSON.stringify(`${workspace}/`).slice(1, -1));
