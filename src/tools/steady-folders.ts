/**
 * A task works in the folder to which its path led at the beginning: if a folder on the path is replaced with a link to another place, no tool runs
 * in that place.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';
import { visible } from '../contracts/text/visible.ts';

export type SteadyFolders = {
  /**
   * Records where the folder of a running task must lead; returns a function that removes the record. The first record of a task counts. Throws
   * `folder_gone` if the folder no longer leads there.
   */
  begin(task_id: string, cwd: string, realCwd?: string): () => void;
  /** Where a folder must lead for a task; undefined for a folder in which the task did not begin. */
  realCwdOf(task_id: string, cwd: string): string | undefined;
};

export function createSteadyFolders(): SteadyFolders {
  const begun = new Map<string, { readonly cwd: string; readonly realCwd: string }>();
  return {
    begin(task_id, cwd, realCwd = realNow(cwd)) {
      const why = whyMoved(cwd, realCwd);
      if (why !== undefined) throw new ArtooError('folder_gone', why);
      const mine = { cwd, realCwd };
      if (!begun.has(task_id)) begun.set(task_id, mine);
      return () => {
        if (begun.get(task_id) === mine) begun.delete(task_id);
      };
    },
    realCwdOf(task_id, cwd) {
      const found = begun.get(task_id);
      return found?.cwd === cwd ? found.realCwd : undefined;
    },
  };
}

/** Why a folder leads to another place than before; undefined if it does not. */
export function whyMoved(cwd: string, realCwd: string): string | undefined {
  const now = realNow(cwd);
  return now === realCwd ? undefined : movedFrom(cwd, realCwd, now);
}

/** The same explanation, for a target that is already known. */
export const movedFrom = (cwd: string, realCwd: string, now: string): string =>
  `${visible(cwd)} led to ${visible(realCwd)} when this task began, and now leads to ${visible(now)}`;

/** Where a path leads. Parts that do not exist are left as they are. */
export function realNow(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realNow(dirname(path)), basename(path));
  }
}
