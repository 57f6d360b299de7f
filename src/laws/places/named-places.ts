/** Paths that a person names in the goal: commands of the task can see these too. Pure. */
import { absolutePath } from './posix-path.ts';

/** Limits on how many paths are collected, how long each may be, and how much text is searched. */
const max = { paths: 16, length: 1_024, text: 100_000 } as const;

/** In quotes, a path may contain spaces. Paths in URLs do not count: a path must follow a space or an opening quote or bracket. */
const quoted = /(["'`«“‘])(\/[^"'`»”’\n]+)["'`»”’]/g;
const bare = /(?:^|[\s"'`«“‘([{<=,])(\/[^\s"'`»”’)\]}>,;|&]*)/g;

/** Absolute paths; paths below `~` are left out, since the home is visible anyway. Callers check whether the paths exist. */
export function placesNamedIn(text: string): readonly string[] {
  const words = text.slice(0, max.text);
  const found = [...[...words.matchAll(quoted)].map(([, , path]) => path), ...[...words.matchAll(bare)].map(([, path]) => path)];
  const places = found.flatMap((path = '') => [path, path.replace(/[.:!?…]+$/u, '')]).map((path) => absolutePath('/', path));
  return [...new Set(places)].filter((path) => path !== '/' && path.length <= max.length && !path.includes('\0')).slice(0, max.paths);
}
