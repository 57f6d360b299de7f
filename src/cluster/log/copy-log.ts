/** Copies of logs, only for reading: they are in a separate folder, apart from the journals that hosts write, and are never continued as tasks. */
import { closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { journalPath } from '../../journal/files.ts';
import { type Position, positionsIn, readPosition, start, writePosition } from './copy-position.ts';
import { endsTask } from './ends-task.ts';
import type { LogReader } from './read-logs.ts';

/** `folder`: where copies are kept, as journals are in a data folder. */
export type CopyPlace = { readonly logs: LogReader; readonly folder: string };

export type LogCopy = {
  readonly task_id: TaskId;
  readonly path: string;
  /** Whether the copy contains the end of the task. */
  readonly isOver: boolean;
  /** Why the copy could not be completed; it contains everything up to that point. */
  readonly unread?: ArtooError;
};

/** The copy as it is, if it is complete and its task has ended. */
export function endedCopy({ folder }: CopyPlace, task_id: TaskId): LogCopy | undefined {
  const path = journalPath(folder, task_id);
  return readPosition(folder, task_id, path)?.isOver ? { task_id, path, isOver: true } : undefined;
}

/**
 * Completes the copy of a log from where it ends, or makes it again if the log has been replaced. Several processes may do so at once: they write the
 * same bytes to the same places. Rejects with `data_unwritable`; an error of the bus or the log is returned as `unread`.
 */
export async function copyLog({ logs, folder }: CopyPlace, task_id: TaskId): Promise<LogCopy> {
  const path = journalPath(folder, task_id);
  for (const each of [dirname(path), positionsIn(folder)]) writing(folder, () => mkdirSync(each, { recursive: true, mode: 0o700 }));
  const known = readPosition(folder, task_id, path);
  const reached = (known && (await copyBeyond(known, path))) ?? (await copyWhole());
  writing(folder, () => writePosition(folder, task_id, reached.position));
  const { position, unread } = reached;
  return { task_id, path, isOver: position.isOver, ...(unread && { unread }) };

  async function copyWhole(): Promise<Reached> {
    const draft = `${path}.${process.pid}.part`;
    const whole = (await copyBeyond(start, draft)) ?? { position: start };
    writing(folder, () => renameSync(draft, path)); // a process that reads the earlier file can finish
    return whole;
  }

  /** Undefined if the log no longer has that position. */
  async function copyBeyond(from: Position, to: string): Promise<Reached | undefined> {
    const { O_CREAT, O_WRONLY, O_TRUNC } = constants;
    const fd = writing(folder, () => openSync(to, O_CREAT | O_WRONLY | (from.seq === 0 ? O_TRUNC : 0), 0o600));
    let position = from;
    let isShared = from.seq === 0;
    try {
      for await (const { seq, mark, bytes } of logs.messages(task_id, Math.max(1, from.seq))) {
        if (isShared) {
          const lines = await bytes();
          writing(folder, () => writeAt(fd, lines, position.size));
          position = { seq, mark, size: position.size + lines.length, isOver: position.isOver || endsTask(lines) };
        } else if (seq !== from.seq || mark !== from.mark) return undefined;
        else isShared = true;
      }
      return isShared ? { position } : undefined;
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code === 'data_unwritable') throw error;
      return { position, unread: error };
    } finally {
      if (position !== from) writing(folder, () => fsyncSync(fd));
      closeSync(fd);
    }
  }
}

type Reached = { readonly position: Position; readonly unread?: ArtooError };

function writeAt(fd: number, bytes: Buffer, at: number): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written, bytes.length - written, at + written);
}

function writing<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write to ${folder}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}
