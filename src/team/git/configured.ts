/**
 * The names of a repository's settings, as git lists them. A list is cached under the text of the files that it came from; otherwise, each call of
 * git would become two.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists of names, by the text of the files. */
const kept = new Map<string, readonly string[]>();
const maxKept = 100;

/**
 * The names that `list` resolves to, or resolved to for files with the same text. Git works in this folder; the variables in `place` lead git there.
 */
export async function configuredNames<Failed>(
  folder: string,
  place: Readonly<Record<string, string>>,
  list: () => Promise<readonly string[] | Failed>,
): Promise<readonly string[] | Failed> {
  const text = configurationOf(folder, place);
  const known = text === undefined ? undefined : kept.get(text);
  if (known) return known;
  const names = await list();
  if (text === undefined || !isList(names) || names.some(isInclude) || configurationOf(folder, place) !== text) return names;
  if (kept.size >= maxKept) kept.clear();
  kept.set(text, names);
  return names;
}

const isList = (names: unknown): names is readonly string[] => Array.isArray(names);

/** Whether a setting includes another file, whose content can change, and which is not always included. */
const isInclude = (name: string): boolean => /^include(?:if)?\./i.test(name);

/** The text of the repository's and the worktree's configuration; undefined if it is unknown which files git reads. */
function configurationOf(folder: string, { GIT_DIR: own, GIT_COMMON_DIR: common }: Readonly<Record<string, string>>): string | undefined {
  const plain = join(folder, '.git');
  if (own === undefined && lstatSync(plain, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const files = [join(common ?? plain, 'config'), join(own ?? plain, 'config.worktree')];
  return JSON.stringify(files.map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : null)));
}
