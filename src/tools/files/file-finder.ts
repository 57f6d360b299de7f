/** Ways to find files by words in their paths: tried in order until one of them works. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { programAt } from '../containment/programs.ts';
import { listFiles, ripgrepProgram } from '../ripgrep.ts';
import { runProcess } from '../running/process.ts';

type FileQuery = { readonly words: readonly string[]; readonly root: string; readonly signal: AbortSignal };
type FoundFiles = { readonly paths: readonly string[]; readonly notes: readonly string[] };

/**
 * Failure contract: undefined if the finder cannot be used on this machine; rejects with the signal's reason. The caller must filter the result,
 * which is a superset.
 */
export type FileFinder = {
  /** What the person and the model must be told about the finder's results. */
  readonly note: string;
  /** Whether the finder also finds files by their contents. */
  readonly matchesContent: boolean;
  find(query: FileQuery): Promise<FoundFiles | undefined>;
};

/** The words of a query, in lower case. */
export const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .normalize()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether a path contains all of these words. */
export function isFoundBy(words: readonly string[], path: string): boolean {
  const folded = path.toLowerCase().normalize();
  return words.every((word) => folded.includes(word));
}

/** The finders for this platform, best first. */
export const systemFinders = (platform: NodeJS.Platform = process.platform): readonly FileFinder[] =>
  platform === 'darwin' ? [spotlight('/usr/bin/mdfind'), walk] : [plocate(programAt('plocate')), walk];

const timeoutMs = 20_000;
const maxFound = 20_000;
const nothing = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** Spotlight, which also indexes file contents. */
export const spotlight = (program: string): FileFinder => ({
  note: '',
  matchesContent: true,
  async find({ words, root, signal }) {
    const query = words.join(' ').replace(/^[\s-]+/, ''); // a leading dash would make it an option
    return query === '' ? undefined : pathsFrom(program, ['-0', '-onlyin', root, query], signal);
  },
});

/** The index of plocate, which is usually updated once a day. */
export const plocate = (program: string | undefined): FileFinder => ({
  note: "from plocate's index: files newer than its last update are missing",
  matchesContent: false,
  async find({ words, root, signal }) {
    const patterns = [`${root}/`, ...words].map((word) => word.replaceAll(/[*?[\]\\]/g, String.raw`\$&`));
    const args = ['--null', '--ignore-case', '--limit', String(maxFound), '--', ...patterns];
    return program === undefined ? undefined : pathsFrom(program, args, signal);
  },
});

/** Exit code 1 without a message means that nothing was found; with a message, it means that there is no index, or none that may be read. */
async function pathsFrom(file: string, args: readonly string[], signal: AbortSignal): Promise<FoundFiles | undefined> {
  const ran = await runProcess({ file, args, cwd: '/', env: nothing, timeoutMs, signal }).catch(() => undefined); // the program may not be installed
  signal.throwIfAborted();
  if (ran === undefined || (ran.exitCode !== 0 && (ran.exitCode !== 1 || ran.errors.trim() !== ''))) return undefined;
  const paths = ran.output.split('\0').filter((path) => path.startsWith('/'));
  const isCut = ran.truncated || paths.length >= maxFound;
  return { paths, notes: isCut ? ['there are too many to look at all of them'] : [] };
}

const maxWalked = 1_000_000;

/** Walks through the folder, skipping hidden and ignored files. */
export const walk: FileFinder = {
  note: '',
  matchesContent: false,
  async find({ words, root, signal }) {
    const program = await ripgrepProgram();
    if (program === undefined || !(await stat(root)).isDirectory()) return undefined;
    const paths: string[] = [];
    let walked = 0;
    const onFile = (file: string): boolean => {
      walked += 1;
      if (isFoundBy(words, file)) paths.push(join(root, file));
      return walked < maxWalked && paths.length < maxFound;
    };
    const { why } = await listFiles(program, { args: [], cwd: root, timeoutMs, signal, onFile });
    const cut =
      why === 'timeout'
        ? `the search was cut off after ${timeoutMs / 1_000} seconds`
        : why === undefined
          ? undefined
          : `the search was cut off after ${walked.toLocaleString('en')} files`;
    return { paths, notes: cut === undefined ? [] : [`${cut}, so files may be missing: name a folder in \`in\``] };
  },
};
