/**
 * Containment by copying: the current folder and the workspace are copied for each command, and compared afterwards. All other visible places are
 * read-only.
 */
import { execFile } from 'node:child_process';
import { lstatSync, mkdirSync, opendirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ArtooError, asArtooError } from '../../../contracts/errors.ts';
import type { ContainedRequest, ContainedRun, Containment } from '../containment.ts';
import { removeTree } from '../remove-tree.ts';
import { foldersWithoutOverlays, outermost } from '../shown/folders-in-view.ts';
import { readMounts } from '../shown/mounts.ts';
import { listed, placesFinder, realAt } from '../shown/shown-places.ts';
import { createHostView } from '../walls/host-view.ts';
import { buildWalls, doorsOf, type Parts, runInside } from '../walls/run-inside.ts';
import { wallSteps } from '../walls/wall-steps.ts';
import { createFence } from './fence.ts';
import { noChanges, readUppers } from './read-upper.ts';
import { createServing } from './serve.ts';
import { signalToRead } from './signal-to-read.ts';
import { fileSystemTime } from './view-folders.ts';

/** The limit on how much is copied for a command. */
const max = { entries: 20_000, bytes: 256 * 1024 ** 2 } as const;

export function createCopy({ cp, ...parts }: Parts & { readonly cp: string }): Containment {
  const { surroundings, staging } = parts;
  const findPlaces = placesFinder(surroundings, staging.root);

  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const places = findPlaces(request);
    const { cwd } = places;
    const workspace = realAt(request.workspace);
    const folder = staging.newFolder();
    const dispose = () => removeTree(folder);
    try {
      const lowers = outermost(workspace === undefined ? [cwd] : [cwd, workspace]);
      measure(lowers);
      const since = fileSystemTime(folder);
      const views = await Promise.all(lowers.map((lower, at) => copied(lower, join(folder, `copy-${at}`), request.signal)));
      const { shown, closed } = foldersWithoutOverlays(
        { ...places, mounts: readMounts(readFileSync('/proc/self/mountinfo', 'utf8')) },
        lowers,
      );
      const steps = wallSteps({ ...places, shown, closed: [...places.closed, ...closed], entriesIn: listed });
      const mergedOf = (lower: string) => views.find((view) => view.lower === lower)?.merged ?? lower;
      const walls = buildWalls(parts, {
        steps,
        cwd,
        doors: doorsOf(request.doors),
        sockets: request.sockets === true,
        follows: request.background !== undefined,
        mergedOf,
        folder,
      });
      const ran = await runInside(walls, { steps, cwd, home: surroundings.home, folder }, request);
      const layers = views.map(({ lower, merged }) => ({ lower, upper: merged, isWhole: true }));
      const signal = signalToRead(request, ran.ended);
      const read = signal ? await readUppers(layers, { since, signal }) : noChanges;
      return { ...ran, ...read, [Symbol.asyncDispose]: dispose };
    } catch (error) {
      await dispose();
      throw asArtooError(error, 'containment_failed'); // unreadable files and folders cannot be copied
    }
  }

  async function copied(lower: string, merged: string, signal: AbortSignal): Promise<{ lower: string; merged: string }> {
    mkdirSync(merged);
    await promisify(execFile)(cp, ['-a', '--reflink=auto', '--', `${lower}/.`, merged], { signal, maxBuffer: 65_536 });
    return { lower, merged };
  }

  return { kind: 'copy', detail: parts.detail, run, look: createHostView(parts), serve: createServing(parts), fence: createFence(parts) };
}

/** Throws `containment_failed` for folders that would take too long to copy. */
export function measure(folders: readonly string[]): void {
  let entries = 0;
  let bytes = 0;
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    using opened = opendirSync(folder);
    for (let entry = opened.readSync(); entry; entry = opened.readSync()) {
      const path = join(folder, entry.name);
      entries += 1;
      bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (entry.isDirectory()) waiting.push(path);
      if (entries > max.entries || bytes > max.bytes) {
        throw new ArtooError('containment_failed', `${folders.join(' and ')}: too large to be copied for a command`);
      }
    }
  }
}
