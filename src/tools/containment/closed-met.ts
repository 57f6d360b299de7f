/** Which closed places a command met, by what it printed. Pure. */
import { absolutePath, isWithin } from '../../laws/places/posix-path.ts';

export type ClosedPlaces = { readonly closed: readonly string[]; readonly cwd: string; readonly home: string };

const refusal = /permission denied|EACCES/i;
/** Lines, paths on a line and places beyond these numbers are not looked at. */
const max = { lines: 2_000, length: 4_096, paths: 8 } as const;

/** As people write them, each once. */
export function closedMet(output: string, { closed, cwd, home }: ClosedPlaces): readonly string[] {
  if (!refusal.test(output)) return [];
  const lines = output.split('\n').filter((line) => line.length <= max.length && refusal.test(line));
  const named = new Set(lines.slice(0, max.lines).flatMap((line) => pathsIn(line)));
  const met = closed.filter((place) => [...named].some((path) => isMet(place, path, cwd)));
  return met.map((place) => (place !== home && isWithin(home, place) ? `~${place.slice(home.length)}` : place));
}

/** Words with a slash or a dot in front, and what stands in quotes. */
const pathsIn = (line: string): readonly string[] =>
  [...line.matchAll(/['"‘`]([^'"’`]+)['"’`]|(?:^|[\s:])([~./]?[^\s:'"‘’`]*[^\s:'"‘’`,])/g)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .filter((path) => path !== '')
    .slice(0, max.paths);

/** The command may have gone elsewhere before it named a path, so one is also met by how it ends. */
function isMet(place: string, path: string, cwd: string): boolean {
  if (isWithin(place, absolutePath(cwd, path))) return true;
  const end = path.replace(/^(?:~\/|\.{1,2}\/)+/, '');
  return end !== path && end.includes('.') && place.endsWith(`/${end}`);
}
