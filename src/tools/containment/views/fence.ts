/** Runs a program inside walls: it sees what a command sees, and its writes to the given folders are real at once. Nothing else changes. */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessResult } from '../../running/process.ts';
import type { ContainedRequest, Containment } from '../containment.ts';
import { removeTree } from '../remove-tree.ts';
import { foldersWithoutOverlays } from '../shown/folders-in-view.ts';
import { readMounts } from '../shown/mounts.ts';
import { listed, placesFinder } from '../shown/shown-places.ts';
import { asHandedOver } from '../walls/inside-script.ts';
import { buildWalls, builtWalls, doorsOf, type Parts } from '../walls/run-inside.ts';
import { type Shown, wallSteps } from '../walls/wall-steps.ts';
import { watchProcesses } from '../walls/watchdog.ts';

export type FenceRequest = Pick<ContainedRequest, 'command' | 'cwd' | 'doors' | 'env' | 'timeoutMs' | 'signal' | 'onOutput'> & {
  /** Folders in which writes are real. The file that tells git where its own folder is cannot be changed. */
  readonly writable: readonly string[];
  /** Writable folders that the program sees under another path. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Other places that the program sees, read-only. */
  readonly places: readonly string[];
  /** Called with the id of the process group before the program begins. */
  readonly onStarted: (pid: number) => void;
};

/** Rejects with `containment_failed` if the walls could not be built; in that case, nothing has run. */
export function createFence(parts: Parts): NonNullable<Containment['fence']> {
  const { surroundings, staging } = parts;
  const findPlaces = placesFinder(surroundings, staging.root);

  return async ({ command, cwd: wanted, writable, moved, places: named, doors, env, onStarted, ...attendance }): Promise<ProcessResult> => {
    const places = findPlaces({ cwd: wanted, workspace: wanted, places: named });
    const { cwd } = places;
    const { shown, closed } = foldersWithoutOverlays({ ...places, mounts: readMounts(readFileSync('/proc/self/mountinfo', 'utf8')) }, []);
    const own = [...writable.flatMap(asWritable), ...moved.map(({ to }): Shown => ({ path: to, lower: to, isWritable: true }))];
    const seen = [...shown.filter(({ path }) => !own.some((each) => each.path === path)), ...own];
    const steps = wallSteps({ ...places, shown: seen, closed: [...places.closed, ...closed], entriesIn: listed });
    const folder = staging.newFolder();
    const from = new Map(moved.map((each) => [each.to, each.from]));
    try {
      const walls = buildWalls(parts, {
        ...{ steps, cwd, doors: doorsOf(doors), sockets: false, folder },
        mergedOf: (lower) => from.get(lower) ?? lower,
      });
      if (walls.pid !== undefined) onStarted(walls.pid);
      return builtWalls(
        await walls.attend({
          ...attendance,
          input: asHandedOver(command, env),
          isEndless: true,
          watch: (pid, stop) => watchProcesses(pid, folder, stop),
        }),
      );
    } finally {
      await removeTree(folder);
    }
  };
}

/** Protects the file that tells git, inside a worktree, where its own folder is. */
function asWritable(path: string): readonly Shown[] {
  const real = realpathSync(path);
  const mark = join(real, '.git');
  const isMarked = lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true;
  return [{ path: real, isWritable: true }, ...(isMarked ? [{ path: mark, isWritable: false }] : [])];
}
