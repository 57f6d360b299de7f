/** Containment without a view: everything is read-only, so trying a command does no harm, but it may fail only because it needed to write. */
import { readFileSync } from 'node:fs';
import type { ProcessResult } from '../../running/process.ts';
import type { ContainedRequest, ContainedRun, Containment } from '../containment.ts';
import { removeTree } from '../remove-tree.ts';
import { foldersWithoutOverlays } from '../shown/folders-in-view.ts';
import { readMounts } from '../shown/mounts.ts';
import { listed, placesFinder } from '../shown/shown-places.ts';
import { createHostView } from '../walls/host-view.ts';
import { buildWalls, doorsOf, type Parts, runInside } from '../walls/run-inside.ts';
import { wallSteps } from '../walls/wall-steps.ts';
import { createFence } from './fence.ts';
import { createServing } from './serve.ts';

export function createReadOnly(parts: Parts): Containment {
  const { surroundings, staging } = parts;
  const findPlaces = placesFinder(surroundings, staging.root);

  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const places = findPlaces(request);
    const { cwd } = places;
    const { shown, closed } = foldersWithoutOverlays({ ...places, mounts: readMounts(readFileSync('/proc/self/mountinfo', 'utf8')) }, []);
    const steps = wallSteps({ ...places, shown, closed: [...places.closed, ...closed], entriesIn: listed });
    const folder = staging.newFolder();
    try {
      const walls = buildWalls(parts, {
        steps,
        cwd,
        doors: doorsOf(request.doors),
        sockets: request.sockets === true,
        mergedOf: (lower) => lower,
        folder,
      });
      const ran = await runInside(walls, { steps, cwd, home: surroundings.home, folder }, request);
      const known = { changes: [], moved: [], hardLinks: 0, whyUnknown: failedUnwritten(ran.ended) };
      return { ...ran, ...known, [Symbol.asyncDispose]: async () => {} };
    } finally {
      await removeTree(folder);
    }
  }

  return {
    kind: 'read-only',
    detail: parts.detail,
    run,
    look: createHostView(parts),
    serve: createServing(parts),
    fence: createFence(parts),
  };
}

/** Why the effects of a command that could not write anything are unknown: it failed. */
export const failedUnwritten = ({ exitCode }: ProcessResult): string | undefined =>
  exitCode === 0 ? undefined : 'it failed because it could not write anything, so what it would change is unknown';
