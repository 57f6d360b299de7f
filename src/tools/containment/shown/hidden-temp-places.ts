/** Which places that a line names exist on the machine but not for the command, because it has empty temporary folders of its own. */
import { readdirSync } from 'node:fs';
import { placesIn } from '../../../laws/commands/named-places.ts';
import type { Around } from '../../../laws/commands/own-sight.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { statsAt } from '../../changes/disk/stamp.ts';
import type { Step } from '../walls/wall-steps.ts';

/** The temporary folders, which file tools see as they are on the machine. */
const temporary = ['/tmp', '/var/tmp'];

/** The places in the order in which the line names them, without duplicates. */
export function hiddenTempPlaces(line: string, steps: readonly Step[], around: Around): readonly string[] {
  const own = steps.flatMap(({ step, path }) => (step === 'own' && temporary.includes(path) ? [path] : []));
  const shown = steps.flatMap(({ step, path }) => (step === 'show' ? [path] : []));
  const ways = new Set([...own, ...steps.flatMap(({ step, path }) => (step === 'way' ? [path] : []))]);
  const named = placesIn(line, around).filter(
    ({ path }) => own.some((folder) => isWithin(folder, path)) && !shown.some((place) => isWithin(place, path)),
  );
  const met = named.filter(({ path, isListed }) =>
    ways.has(path) ? isListed && holdsMore(path, ways, shown) : statsAt(path) !== undefined,
  );
  return [...new Set(met.map(({ path }) => path))];
}

/** Whether a folder contains anything besides the folders that lead to visible places. */
function holdsMore(folder: string, ways: ReadonlySet<string>, shown: readonly string[]): boolean {
  try {
    return readdirSync(folder).some((name) => !ways.has(`${folder}/${name}`) && !shown.includes(`${folder}/${name}`));
  } catch {
    return false; // a user who may not list the folder does not notice the difference
  }
}
