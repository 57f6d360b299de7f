/** Starts a program that keeps running inside walls: it sees what a command sees, cannot write anything permanent, and has no network. */
import { readFileSync } from 'node:fs';
import { serveProgram } from '../../running/served-program.ts';
import type { Containment } from '../containment.ts';
import { removeTree } from '../remove-tree.ts';
import { foldersWithoutOverlays } from '../shown/folders-in-view.ts';
import { readMounts } from '../shown/mounts.ts';
import { listed, placesFinder } from '../shown/shown-places.ts';
import { asHandedOver } from '../walls/inside-script.ts';
import { type Parts, wallsAround } from '../walls/run-inside.ts';
import { wallSteps } from '../walls/wall-steps.ts';
import { watchProcesses } from '../walls/watchdog.ts';

export function createServing(parts: Parts): NonNullable<Containment['serve']> {
  const { surroundings, staging } = parts;
  const findPlaces = placesFinder(surroundings, staging.root);

  return ({ command, ...where }) => {
    const places = findPlaces(where);
    const { cwd } = places;
    const { shown, closed } = foldersWithoutOverlays({ ...places, mounts: readMounts(readFileSync('/proc/self/mountinfo', 'utf8')) }, []);
    const steps = wallSteps({ ...places, shown, closed: [...places.closed, ...closed], entriesIn: listed });
    const folder = staging.newFolder();
    const walls = wallsAround(parts, { steps, cwd, doors: undefined, sockets: false, mergedOf: (lower) => lower, folder });
    const served = serveProgram({ ...walls, handedOver: `go\n${asHandedOver(command)}` });
    const watch = served.pid === undefined ? undefined : watchProcesses(served.pid, folder, served.end);
    void served.ended.then(async () => {
      watch?.[Symbol.dispose]();
      await removeTree(folder).catch(() => {}); // the next start of artoo removes what remains in the staging
    });
    return served;
  };
}
