/** The places that a person names in their own words: commands of the task are shown them too. */
import { absolutePath } from './posix-path.ts';

/** Paths beyond these numbers are not looked for. */
const max = { paths: 16, length: 1_024, text: 100_000 } as const;

/** In quotes a path may hold spaces. One in a web address does not count: something other than a space or an opening mark stands before it. */
const quoted = /(["'`«“‘])(\/[^"'`»”’\n]+)["'`»”’]/g;
const bare = /(?:^|[\s"'`«“‘([{<=,])(\/[^\s"'`»”’)\]}>,;|&]*)/g;

/** Absolute paths; those below `~` need no mention, since the home is shown anyway. Whether they exist is for others to find out. */
export function placesNamedIn(text: string): readonly string[] {
  const words = text.slice(0, max.text);
  const found = [...[...words.matchAll(quoted)].map(([, , path]) => path), ...[...words.matchAll(bare)].map(([, path]) => path)];
  const places = found.flatMap((path = '') => [path, path.replace(/[.:!?…]+$/u, '')]).map((path) => absolutePath('/', path));
  return [...new Set(places)].filter((path) => path !== '/' && path.length <= max.length && !path.includes('\0')).slice(0, max.paths);
}
