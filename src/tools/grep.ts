/**
 * Finds the lines that match a pattern, in linear time, respecting ignore files; never in files that may not be read, and never through a symlink.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { leftOutText, oneLine } from '../contracts/text/shorten.ts';
import { isWithin } from '../laws/places/posix-path.ts';
import { failedBy } from './failed-by.ts';
import { type ReadingGate, refusedToRead, type TaskGate } from './files/reading-gate.ts';
import { type RipgrepEnd, ripgrepProgram, runRipgrep } from './ripgrep.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const maxLines = 2_000;
const maxCharacters = 400_000;
const searchMs = 30_000;
/** Folders of kernel files, which expose other programs or never end. */
const unsearched = ['/proc', '/sys', '/dev'];

const GrepInput = z.object({
  pattern: z.string().min(1).max(2_000).describe('A regular expression (Rust syntax, no look-around).'),
  root: z.string().min(1).optional().describe('The folder or file to search; by default, the current folder.'),
  glob: z.string().min(1).max(1_000).optional().describe('Only files that match, such as *.ts or src/**/*.md.'),
  context: z.int().min(0).max(10).optional().describe('How many lines to show around each match.'),
});
type GrepInput = z.infer<typeof GrepInput>;

/** The note may be in the words of an earlier version. */
const nothingFound = /^no match in [\d,]+ files?\b[^\n]*(?:\n… (?:\.env files|places of secrets)[^\n]*)?$/;

/** `find` locates ripgrep. */
export const createGrep = (gate: ReadingGate, find: () => Promise<string | undefined> = ripgrepProgram): Tool<GrepInput> => ({
  name: 'grep',
  description: 'Search files for a regular expression: path:line:text of each match. Hidden and ignored files are left out.',
  input: GrepInput,
  target: ({ pattern, root }) => (root === undefined ? pattern : `${pattern} ${root}`),
  timeoutMs: 60_000,
  changes: () => false,
  repeatable: () => true,
  evidence: { kind: 'searches', root: 'root', files: 'glob', none: nothingFound },
  leftOut: (left) => `${leftOutText(left)}; a narrower pattern, root or glob finds fewer`,
  run: (input, context) => run(input, context, gate, find),
});

async function run(
  input: GrepInput,
  context: ToolContext,
  gates: ReadingGate,
  find: () => Promise<string | undefined>,
): Promise<ToolResult> {
  const { cwd, signal } = context;
  const asked = gates.pathOf(cwd, input.root ?? '.');
  try {
    const program = await find();
    if (program === undefined)
      return failed('missing_program', 'ripgrep is not installed for this platform; shell with grep -rn searches too');
    const place = await realpath(asked);
    if (unsearched.some((folder) => isWithin(folder, place)))
      return failed('invalid_input', `${asked} contains kernel files, which are not searched`);
    const entry = await stat(place, { bigint: true });
    const gate = gates.for(context);
    const verdict = gate(place, { asked, entry });
    if (verdict.read === 'no') return refusedToRead(asked, verdict.why);
    if (verdict.read === 'names' && entry.isFile())
      return failed('permission', `${asked} holds values that are not shown to models, and is not searched; read_file shows its names`);
    if (!entry.isDirectory() && !entry.isFile()) return failed('invalid_input', `${asked} is neither a folder nor a regular file`);
    const folder = entry.isDirectory() ? place : dirname(place);
    const found = createFound(folder, gate);
    const target = entry.isDirectory() ? './' : basename(place);
    const closed = below(folder, gates.places()).slice(0, maxExcluded);
    const args = [...argumentsFor(input, [...closed, ...below(folder, unsearched)]), '--', target];
    const end = await runRipgrep(program, { args, cwd: folder, timeoutMs: searchMs, signal, onLine: found.add });
    return resultOf(found, end, closed.length > 0 || mayNameVariables.test(input.glob ?? '') ? leftOut : []);
  } catch (error) {
    return failedBy(error, `cannot search ${asked}`);
  }
}

/** Hidden files are searched only if the glob names them. */
const namesHidden = ({ glob }: GrepInput): boolean => glob !== undefined && /(?:^|\/)\./.test(glob);

const mayNameVariables = /env|\.[*?[{]/i;

/** Depends only on the request: if it depended on the contents of the files left out, it would reveal them. */
const leftOut = ['… .env files and places where secrets are kept are not searched'];
const maxExcluded = 200;

function argumentsFor(input: GrepInput, excluded: readonly string[]): readonly string[] {
  const { pattern, glob, context = 0 } = input;
  return [
    ...['--line-number', '--with-filename', '--no-heading', '--null', '--stats', '--sort=path', '--no-follow'],
    ...['--max-columns=500', '--max-columns-preview', '--max-filesize=16M', `--context=${context}`],
    ...(namesHidden(input) ? ['--hidden'] : []),
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
    ...['.git', ...excluded].map((path) => `--iglob=!${path}`),
    `--regexp=${pattern}`,
  ];
}

/** The places inside a folder, as patterns relative to it, with special characters escaped. */
const below = (folder: string, places: readonly string[]): readonly string[] =>
  places
    .filter((place) => isWithin(folder, place))
    .map((place) => `/${relative(folder, place).replaceAll(/[\\*?[\]{}!]/g, String.raw`\$&`)}`);

type Found = {
  readonly add: (line: string) => boolean;
  readonly lines: readonly string[];
  readonly searched: () => number | undefined;
};

/**
 * Collects matches until there are enough. The gate is consulted about every file with a match, by its current path; no line is shown from a file
 * that may not be read.
 */
function createFound(folder: string, gate: TaskGate): Found {
  const lines: string[] = [];
  const readable = new Map<string, boolean>();
  const mayShow = (path: string): boolean => {
    const known = readable.get(path) ?? isReadable(join(folder, path), gate);
    readable.set(path, known);
    return known;
  };
  let isApart = false;
  let characters = 0;
  let searched: number | undefined;
  const isFull = () => lines.length >= maxLines || characters >= maxCharacters;
  return {
    lines,
    searched: () => searched,
    add(line) {
      const end = line.indexOf('\0');
      if (end === -1) {
        const files = /^(\d+) files? searched$/.exec(line)?.[1];
        if (files !== undefined) searched = Number(files);
        else if (line === '--') isApart = true;
        return true;
      }
      const path = line.slice(0, end).replace(/^\.\//, '');
      if (!mayShow(path)) return true;
      const [, number = '', mark = ':', text = ''] = /^(\d+)([:-])(.*)$/s.exec(line.slice(end + 1)) ?? [];
      const match = `${path}${mark}${number}${mark}${text}`;
      if (isApart && lines.length > 0) lines.push('--');
      isApart = false;
      lines.push(match);
      characters += match.length;
      return !isFull();
    },
  };
}

/** Whether a file, by its real path, may be read as a whole: in a .env file, a match would reveal a value. */
function isReadable(path: string, gate: TaskGate): boolean {
  try {
    return realpathSync.native(path) === path && gate(path, { entry: lstatSync(path, { bigint: true }) }).read === 'whole';
  } catch {
    return false; // deleted or replaced in the meantime
  }
}

const more = {
  enough: '… and more: a narrower pattern, root or glob finds fewer',
  timeout: '… and perhaps more: stopped after 30 s',
} as const;

function resultOf({ lines, searched }: Found, { exitCode, why, errors }: RipgrepEnd, notes: readonly string[]): ToolResult {
  const files = searched();
  if (why === undefined && files === undefined) {
    const isPattern = exitCode === 2 && /regex|glob|pattern/i.test(errors);
    return failed(
      isPattern ? 'invalid_input' : 'failed',
      oneLine(errors.replaceAll(/^rg: /gm, ''), 500) || 'ripgrep failed without a message',
    );
  }
  const unread = exitCode === 2 ? `; some could not be read (${oneLine(errors.replaceAll(/^rg: /gm, ''), 200)})` : '';
  if (lines.length > 0) {
    return succeeded([...lines, ...(why ? [more[why]] : []), ...notes].join('\n'), { truncated: why !== undefined });
  }
  if (why === 'timeout') return failed('timeout', 'nothing was found in 30 s: name a smaller root or a glob');
  const none = `no match in ${(files ?? 0).toLocaleString('en')} ${files === 1 ? 'file' : 'files'}${unread}`;
  return succeeded([none, ...notes].join('\n'));
}
