/** Which closed places a command tried to use, judging by its output. Pure. */
import { absolutePath, isWithin } from '../../../laws/places/posix-path.ts';
import { foldersAbove } from '../walls/wall-steps.ts';

export type ClosedPlaces = { readonly closed: readonly string[]; readonly cwd: string; readonly home: string };

const refusal = /permission denied|EACCES/i;
/** The limits on lines, their length and the paths on each; everything beyond is ignored. */
const max = { lines: 1_000, length: 4_096, paths: 8 } as const;

/** The closed places as people write them, without duplicates. */
export function deniedPlaces(output: string, { closed, cwd, home }: ClosedPlaces): readonly string[] {
  if (!refusal.test(output)) return [];
  const lines = output.split('\n').filter((line) => line.length <= max.length && refusal.test(line));
  const paths = new Set(lines.slice(0, max.lines).flatMap(pathsIn));
  const named = [...paths].flatMap((path) => [absolutePath(cwd, path), absolutePath(home, path.replace(/^~\//, ''))]); // the command may have changed to the home folder first
  const refused = new Set(named.flatMap((path) => [...foldersAbove(path), path]));
  return closed
    .filter((place) => refused.has(place))
    .map((place) => (place !== home && isWithin(home, place) ? `~${place.slice(home.length)}` : place));
}

/** Words that start with a slash or a dot, and quoted text. */
const pathsIn = (line: string): readonly string[] =>
  [...line.matchAll(/['"‘`]([^'"’`]+)['"’`]|(?:^|[\s:])([~./]?[^\s:'"‘’`]*[^\s:'"‘’`,])/g)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .filter((path) => path !== '')
    .slice(0, max.paths);
