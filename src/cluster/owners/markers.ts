/**
 * Marks, in folders that several machines share, which host owns a task. A host with another data folder continues a task only if it finds the mark
 * of the previous host: this proves that these are the folders that the task has worked in, and not copies of them.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { markersIn, sharedAround } from './shared-folder.ts';

/** `file`: the number that the file system gave the marker itself; a copy has another. */
const Marker = z.object({ epoch: z.string(), file: z.string() });
const Note = z.object({ folder: z.string() });

export type Markers = {
  /** Whether any of the folders is shared. */
  readonly isShared: boolean;
  /** Writes into every shared folder which host owns the task. Throws `data_unwritable`. */
  write(epoch: string): void;
  /** The folders that no host with one of these epochs has marked. */
  unmarked(epochs: ReadonlySet<string>): readonly string[];
  /** Notes that changes are being applied. Throws `task_taken` if another host has taken the task, in which case nothing may be applied. */
  applying(epoch: string): Disposable;
  /** The data folder whose host was applying changes when it died; undefined if none was. */
  halfApplied(): string | undefined;
  /** The changes are complete, or have been reverted. */
  settled(): void;
  /** The task is over. */
  clear(): void;
};

/** `paths`: where the task works. `folder`: the name of this host's data folder on the bus. */
export function markersOf(task_id: TaskId, paths: readonly string[], folder: string): Markers {
  const roots = paths.map((path) => ({ path, shared: sharedAround(path) }));
  const shared = [...new Set(roots.flatMap((root) => root.shared ?? []))];
  const markerIn = (root: string) => join(markersIn(root), task_id);
  const noteIn = (root: string) => `${markerIn(root)}.applying`;
  let underWay = 0;

  const epochIn = (root: string): string | undefined => {
    const found = readWhole(markerIn(root), Marker);
    return found?.value.file === found?.file ? found?.value.epoch : undefined;
  };

  const settled = (): void => {
    for (const root of shared) rmSync(noteIn(root), { force: true });
  };

  return {
    isShared: shared.length > 0,
    write(epoch) {
      for (const root of shared) place(markerIn(root), (file) => ({ epoch, file }));
    },
    unmarked: (epochs) => roots.flatMap(({ path, shared: root }) => (root !== undefined && epochs.has(epochIn(root) ?? '') ? [] : path)),
    applying(epoch) {
      underWay += 1;
      const end = (): void => {
        underWay -= 1;
        if (underWay === 0) settled();
      };
      try {
        // Writes its note before it looks for a mark. A host that takes the task writes its mark before it looks for a note. So at least one of them
        // finds what the other wrote.
        for (const root of shared) place(noteIn(root), () => ({ folder }));
        if (shared.some((root) => epochIn(root) !== epoch))
          throw new ArtooError('task_taken', `another host has taken ${shortId(task_id)}: the changes were not applied`);
      } catch (error) {
        end();
        throw error;
      }
      return { [Symbol.dispose]: end };
    },
    halfApplied: () => shared.map((root) => readWhole(noteIn(root), Note)?.value.folder).find((each) => each !== undefined),
    settled,
    clear() {
      settled();
      for (const root of shared) rmSync(markerIn(root), { force: true });
    },
  };
}

/** Replaces a file as a whole: a reader finds either the old content or the new. */
function place(path: string, contentOf: (file: string) => unknown): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    const fd = openSync(draft, 'w', 0o644);
    try {
      writeSync(fd, JSON.stringify(contentOf(String(fstatSync(fd, { bigint: true }).ino))));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, path);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write ${path}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}

/** A file and its number; undefined if it is missing or unreadable. */
function readWhole<T>(path: string, schema: z.ZodType<T>): { readonly value: T; readonly file: string } | undefined {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { data } = schema.safeParse(parsedJson(readFileSync(fd, 'utf8')));
    return data === undefined ? undefined : { value: data, file: String(fstatSync(fd, { bigint: true }).ino) };
  } finally {
    closeSync(fd);
  }
}
