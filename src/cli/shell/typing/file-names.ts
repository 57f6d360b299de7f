/** The files below a folder, for completion: without those that are ignored, hidden or kept from models, and limited in number. */
import { readdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { visible } from '../../../contracts/text/visible.ts';
import type { TaskGate } from '../../../tools/files/reading-gate.ts';
import { listFiles, ripgrepProgram } from '../../../tools/ripgrep.ts';

export type FileNames = {
  /** Paths that match what was typed, the best first. */
  like(typed: string, signal: AbortSignal): Promise<readonly string[]>;
};

export type FileNamesOptions = { readonly cwd: string; readonly home: string; readonly gate: TaskGate; readonly now?: () => number };

const maxFiles = 20_000;
const maxMs = 2_000;
/** How long a list of files is reused while the person types. */
const freshMs = 5_000;

export function createFileNames({ cwd, home, gate, now = () => performance.now() }: FileNamesOptions): FileNames {
  let listed: { readonly at: number; readonly files: Promise<readonly string[]> } | undefined;
  const mayName = (path: string): boolean => visible(path) === path && gate(path).read !== 'no';

  /** The folder that was typed, one level deep, if it is outside the current folder. */
  async function inFolder(typed: string): Promise<readonly string[]> {
    const folder = typed.endsWith('/') ? typed : typed.slice(0, typed.lastIndexOf('/') + 1);
    const real = await realpath(resolve(cwd, folder.replace(/^~(?=\/)/, home))).catch(() => undefined);
    if (real === undefined || !mayName(real)) return [];
    const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
    return entries
      .filter(({ name }) => !name.startsWith('.') && mayName(join(real, name)))
      .slice(0, maxFiles)
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  }

  async function all(signal: AbortSignal): Promise<readonly string[]> {
    const program = await ripgrepProgram();
    const files: string[] = [];
    const onFile = (file: string): boolean => files.push(file) < maxFiles;
    if (program) await listFiles(program, { args: [], cwd, timeoutMs: maxMs, signal, onFile }).catch(() => {}); // what has been found so far is used
    const kept = files.filter((file) => mayName(join(cwd, file)));
    return [...new Set(kept.flatMap((file) => [...foldersOf(file), file]))];
  }

  return {
    async like(typed, signal) {
      if (/^(\/|~\/|\.\.\/)/.test(typed)) return bestOf(await inFolder(typed), typed);
      if (!listed || now() - listed.at > freshMs) listed = { at: now(), files: all(new AbortController().signal) };
      const files = await listed.files;
      return signal.aborted ? [] : bestOf(files, typed.replace(/^\.\//, ''));
    },
  };
}

function foldersOf(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [...foldersOf(folder), `${folder}/`];
}

const maxOffered = 20;

/**
 * Ranked by where the typed text is found: at the start, at the start of the name, within it, within the path, or only as letters in that order.
 * Short paths first.
 */
export function bestOf(paths: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const rank = (path: string): number => {
    const text = path.toLowerCase();
    const name = text.slice(text.lastIndexOf('/', text.length - 2) + 1);
    if (text.startsWith(wanted)) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    if (text.includes(wanted)) return 3;
    return hasInOrder(text, wanted) ? 4 : 5;
  };
  return paths
    .map((path) => ({ path, rank: rank(path) }))
    .filter((each) => each.rank < 5)
    .toSorted((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, maxOffered)
    .map(({ path }) => path);
}

function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
