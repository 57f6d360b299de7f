/** Files in a commit, read through git: files in a folder could be changed, or be links to files outside it. */
import { git, gitOutput } from './git.ts';

/** The paths of all regular files of a commit. */
export async function filesAt(root: string, commit: string): Promise<readonly string[]> {
  const entries = (await gitOutput(root, ['ls-tree', '-r', '-z', '--full-tree', commit])).split('\0');
  return entries.flatMap((entry) => /^100\d{3} blob [0-9a-f]+\t(.+)$/s.exec(entry)?.[1] ?? []);
}

const maxCharacters = 4 * 1024 ** 2;

/** The text of a file in a commit; undefined if it does not exist, is not text, or is very large. */
export async function textAt(root: string, commit: string, path: string): Promise<string | undefined> {
  const { code, stdout } = await git(root, ['cat-file', 'blob', `${commit}:${path}`]);
  return code === 0 && stdout.length <= maxCharacters && !stdout.includes('\0') ? stdout : undefined;
}
