/** Finds the person's own files by words in their names: with Spotlight, with plocate, or by walking through the home folder. */
import { realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { isWithin } from '../laws/places/posix-path.ts';
import { failedBy } from './failed-by.ts';
import { type FileFinder, isFoundBy, wordsOf } from './files/file-finder.ts';
import { type ReadingGate, refusedToRead, type TaskGate } from './files/reading-gate.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const MdfindInput = z.object({
  query: z.string().min(1).max(500).describe('Words that must all be in the name or path of the file, in any order.'),
  in: z.string().min(1).optional().describe('The folder to look in; by default, the home folder.'),
});
type MdfindInput = z.infer<typeof MdfindInput>;

export type MdfindOptions = { readonly home: string; readonly gate: ReadingGate; readonly finders: readonly FileFinder[] };

const maxShown = 100;
/** How many files can be sorted by age; if there are more, none is sorted. */
const maxDated = 5_000;

export const createMdfind = (options: MdfindOptions): Tool<MdfindInput> => ({
  name: 'mdfind',
  description:
    "Find the person's own files anywhere in the home folder by words in their names: full paths, newest first. For files of a project, glob is better.",
  input: MdfindInput,
  target: ({ query, in: folder }) => (folder === undefined ? query.trim() : `${query.trim()} in ${folder}`),
  timeoutMs: 60_000,
  changes: () => false,
  repeatable: () => true,
  evidence: { kind: 'lists', root: 'in', pattern: 'query', isPartial: true },
  run: (input, context) => run(input, context, options),
});

async function run(
  { query, in: given }: MdfindInput,
  context: ToolContext,
  { home, gate: gates, finders }: MdfindOptions,
): Promise<ToolResult> {
  const words = wordsOf(query);
  if (words.length === 0) return failed('invalid_input', 'the query has no words');
  const folder = gates.pathOf(context.cwd, given ?? home);
  try {
    const root = await realpath(folder);
    const gate = gates.for(context);
    const verdict = gate(root, { asked: folder });
    if (verdict.read === 'no' && root !== (await realpath(home))) return refusedToRead(folder, verdict.why);
    if (!(await stat(root)).isDirectory()) return failed('invalid_input', `${folder} is not a folder`);
    for (const finder of finders) {
      const found = await finder.find({ words, root, signal: context.signal });
      if (found === undefined) continue;
      const told = found.paths.filter(
        (path) => isTold(path, root, gate) && (finder.matchesContent || isFoundBy(words, relative(root, path))),
      );
      return listed(await newestFirst(told), told.length, [finder.note, ...found.notes], folder);
    }
    return failed('missing_program', 'no program for finding files is installed');
  } catch (error) {
    return failedBy(error, `cannot look in ${folder}`);
  }
}

/** Whether a file is listed: hidden places, and places kept from models, are left out. */
function isTold(path: string, root: string, gate: TaskGate): boolean {
  if (path === root || !isWithin(root, path)) return false;
  if (
    relative(root, path)
      .split('/')
      .some((name) => name.startsWith('.'))
  )
    return false;
  const verdict = gate(path);
  return verdict.read !== 'no' || verdict.hides === 'content';
}

/** Sorts files by age, leaving out those that no longer exist. */
async function newestFirst(paths: readonly string[]): Promise<readonly string[]> {
  const dated = await Promise.all(
    paths.slice(0, maxDated).map(async (path) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs })),
  );
  return dated
    .filter((each): each is { path: string; at: number } => each.at !== undefined)
    .toSorted((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1))
    .map(({ path }) => join(path));
}

function listed(paths: readonly string[], count: number, notes: readonly string[], folder: string): ToolResult {
  const more = Math.max(paths.length, count > maxDated ? count : 0) - maxShown;
  const lines = paths.length === 0 ? [`no file in ${folder} has all of these words in its name or path`] : paths.slice(0, maxShown);
  const left = more > 0 ? [`… and ${more} more: more words, or a folder in \`in\`, find fewer`] : [];
  return succeeded([...lines, ...left, ...notes.filter((note) => note !== '').map((note) => `[artoo: ${note}]`)].join('\n'), {
    truncated: more > 0,
  });
}
