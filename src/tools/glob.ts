/** Lists the files that match a pattern, but nothing outside of the given folder. */
import { access, constants, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { glob as find, isDynamicPattern } from 'tinyglobby';
import { z } from 'zod';
import { leftOutText } from '../contracts/text/shorten.ts';
import { isWithin } from '../laws/places/posix-path.ts';
import { failedBy } from './failed-by.ts';
import { isMissing } from './files/place.ts';
import { type ReadingGate, refusedToRead } from './files/reading-gate.ts';
import { listFiles, ripgrepProgram } from './ripgrep.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const maxLines = 1_000;

const GlobInput = z.object({
  pattern: z.string().min(1).max(1_000).describe('Relative to root. * and ** skip hidden files unless the pattern names the dot.'),
  root: z.string().min(1).optional().describe('The folder to look in; by default, the current folder.'),
});
type GlobInput = z.infer<typeof GlobInput>;

export const createGlob = (gates: ReadingGate): Tool<GlobInput> => ({
  name: 'glob',
  description:
    'List files below a folder by pattern, such as src/**/*.ts: one path a line, relative to root, sorted. Ignored files are left out unless their folder is named.',
  input: GlobInput,
  target: ({ pattern, root }) => (root === undefined ? pattern : join(root, pattern)),
  timeoutMs: 60_000,
  changes: () => false,
  repeatable: () => true,
  evidence: { kind: 'lists', root: 'root', pattern: 'pattern' },
  leftOut: (left) => `${leftOutText(left)}; a narrower pattern or root lists fewer`,
  run: (input, context) => run(input, context, gates),
});

async function run({ pattern, root = '.' }: GlobInput, context: ToolContext, gates: ReadingGate): Promise<ToolResult> {
  const { cwd, signal } = context;
  const folder = gates.pathOf(cwd, root);
  if (pattern.startsWith('/') || pattern.split(/[/{},()|]/).some((part) => part.startsWith('..'))) {
    return failed('invalid_input', `the pattern ${pattern} leads out of the folder: name the folder in root and the rest in pattern`);
  }
  if (isCostly(pattern)) {
    return failed(
      'invalid_input',
      `${pattern} is too complex: at most 3 of *, ** and {} each, no parentheses (? stands for any one character)`,
    );
  }
  try {
    const real = await realpath(folder);
    const gate = gates.for(context);
    const verdict = gate(real, { asked: folder });
    if (verdict.read === 'no') return refusedToRead(folder, verdict.why);
    if (!(await stat(real)).isDirectory()) return failed('invalid_input', `${folder} is not a folder`);
    await access(real, constants.R_OK | constants.X_OK); // the walk skips folders that it cannot read; without a note, they would seem empty
    if (!(await startsInside(real, pattern))) return failed('permission', `a symlink in ${pattern} leads out of ${folder}`);
    const options = { cwd: real, signal, followSymbolicLinks: false, expandDirectories: false };
    const files = await find(pattern, options).catch(() => undefined); // the walk never fails, but parsing the pattern may
    if (!files) return failed('invalid_input', `${pattern} cannot be read as a pattern`);
    signal.throwIfAborted(); // an aborted walk resolves with the files that it has found
    const mayTell = (file: string): boolean => {
      const told = gate(join(real, file));
      return told.read !== 'no' || told.hides === 'content';
    };
    const told = files.filter(mayTell).toSorted();
    const left = told.length < files.length ? ['… and places that models may not read'] : [];
    return listed(told, await notIgnored(told, real, pattern, signal), left);
  } catch (error) {
    return failedBy(error, `cannot list ${folder}`);
  }
}

/** Whether matching, which backtracks, could take minutes for a long name. The matcher is synchronous and cannot be stopped. */
function isCostly(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, '');
  const over = (text: string, wildcard: RegExp) => (text.match(wildcard)?.length ?? 0) > 3;
  return (
    /\(|[\]}]\+/.test(plain) || over(plain, /\*\*/g) || over(plain, /\{/g) || plain.split('/').some((segment) => over(segment, /\*+/g))
  );
}

/** The folders named before the first wildcard. */
function namedFolders(pattern: string): readonly string[] {
  const segments = pattern.split('/').slice(0, -1);
  const firstWildcard = segments.findIndex((segment) => isDynamicPattern(segment) || segment.includes('{')); // a brace may close after a slash
  return (firstWildcard === -1 ? segments : segments.slice(0, firstWildcard))
    .map((segment) => segment.replace(/\\(.)/g, '$1'))
    .filter((segment) => segment !== '' && segment !== '.');
}

/** Up to this number, files are checked against ignore files. */
const maxFiles = 200_000;
const ignoredMs = 20_000;

/** The files that are not ignored; all files if it is unknown which are, or if the pattern names an ignored folder or a single file. */
async function notIgnored(files: readonly string[], root: string, pattern: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const all = new Set(files);
  const program = files.length === 0 || !isDynamicPattern(pattern) ? undefined : await ripgrepProgram();
  if (program === undefined) return all;
  const named = namedFolders(pattern);
  const before = named.map((name) => `${name}/`).join('');
  const plain = new Set<string>();
  const onFile = (file: string): boolean => plain.add(`${before}${file}`).size < maxFiles;
  const args = ['--hidden'];
  const { why } = await listFiles(program, { args, cwd: join(root, ...named), timeoutMs: ignoredMs, signal, onFile });
  const kept = new Set(files.filter((file) => plain.has(file)));
  return why !== undefined || (kept.size === 0 && named.length > 0) ? all : kept;
}

/**
 * Whether the folders named before the first wildcard are below the root. The walk follows no symlinks, but these folders could lead it out of the
 * root.
 */
async function startsInside(root: string, pattern: string): Promise<boolean> {
  try {
    const start = await realpath(join(root, ...namedFolders(pattern)));
    return isWithin(root, start);
  } catch (error) {
    if (isMissing(error)) return true; // a missing folder contains nothing to list
    throw error;
  }
}

/** Counts ignored files, so that they do not seem to be missing. */
function listed(found: readonly string[], shown: ReadonlySet<string>, left: readonly string[]): ToolResult {
  const files = found.filter((file) => shown.has(file));
  const ignored = found.length - files.length;
  const lines = [
    ...files.slice(0, maxLines),
    ...(files.length > maxLines ? [`… and ${files.length - maxLines} more`] : []),
    ...(ignored > 0
      ? [`… and ${ignored} ignored by the project's ignore files: a pattern or root that names their folder lists them`]
      : []),
    ...left,
  ];
  return succeeded(lines.join('\n'), { truncated: files.length > maxLines });
}
