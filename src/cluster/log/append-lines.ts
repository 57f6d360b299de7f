/** Appends to the log of a task that this host owns, and repairs what a refusal reveals. */
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { headOf } from '../../journal/line.ts';
import type { JournalFile } from '../../journal/writer.ts';
import { type AppendOptions, append } from '../append.ts';
import type { Bus } from '../bus.ts';
import type { Objects } from '../objects/objects.ts';
import type { Ownership } from '../owners/ownership.ts';
import { refuseRemoved } from '../owners/removed-logs.ts';
import { persist } from '../persist.ts';
import { type ComparedCopy, compareCopy, firstSeq } from './compare-copy.ts';
import { headBytes } from './ends-task.ts';
import { batchId, packed } from './log-message.ts';

export type TaskLog = { readonly bus: Bus; readonly objects: Objects; readonly task_id: TaskId; readonly owner: Ownership };

/** Complete lines, their id, and the sequence of the previous message. */
type Lines = { readonly id: string; readonly bytes: Buffer; readonly expected: number };
type Options = AppendOptions & { readonly file: JournalFile };

/** Returns the sequence of the message. Rejects with `task_taken`, `task_over`, `log_rolled_back`, or as `append` does. */
export async function appendLines(log: TaskLog, { id, bytes, expected }: Lines, options: Options): Promise<number> {
  const { bus, task_id, owner, objects } = log;
  const { signal } = options;
  const message = await persist(() => packed(bytes, { bus, objects, folder: owner.folder }, options), signal);
  const subject = bus.names.log(task_id);
  const attempt = (n: number, last: number) =>
    append(bus, { kind: 'log', subject, ...message, id: n === 0 ? id : `${id}.${n}`, expected: last }, options); // the server may already have another message with this id, so each try has its own id
  for (let n = 0, last = expected; ; n += 1) {
    const appended = await attempt(n, last);
    if (appended.ok) return appended.seq;
    const beyond = (): never => {
      throw new ArtooError('task_taken', `another host continues ${shortId(task_id)}`);
    };
    ({ last } = await settle(log, { ...options, beyond }));
  }
}

/**
 * Compares log and copy after sending again what a bus lost that came back in an older state. `beyond` gets what the log has and the copy does not.
 * Rejects with `task_over` if the log may have been removed.
 */
export async function settle(log: TaskLog, options: Options & { readonly beyond: (bytes: Buffer) => void }): Promise<ComparedCopy> {
  const { task_id, owner } = log;
  const { file, beyond, signal } = options;
  const { size } = file;
  const compared = await persist(() => compareCopy(log, task_id, file, { beyond, signal }), signal);
  if (compared.last === 0 && size > 0) await refuseRemoved(log.bus, task_id, began(file), signal);
  await owner.prove(signal);
  if (compared.shared === size || file.size !== size) return compared;
  const lost = file.read(compared.shared, size - compared.shared);
  const from = firstSeq(lost);
  const last = await appendLines(log, { id: batchId(owner.epoch, from), bytes: lost, expected: compared.last }, options);
  return { ...compared, last };
}

/** When the first entry of a copy was written. */
const began = (file: JournalFile): string => headOf(file.read(0, Math.min(file.size, headBytes)).toString())?.ts ?? '';
