/** Finds out in which files the quotes of a judge stand: looked for only where no call has shown them. */
import { resolve } from 'node:path';
import type { ToolCall } from '../../contracts/execution.ts';
import type { Looking } from './check-criteria.ts';
import { citedIn, waysToSplit } from './evidence/cited.ts';
import type { Work } from './evidence/work.ts';
import { foundIn } from './quote.ts';

/** How many files are looked into for one quote, and for how many quotes: a judge may say anything, as often as it likes. */
const mostFiles = 50;
const mostLooks = 50;

/** By quote, the files that it stands in now. One look for each quote, at its own place. */
export async function lookForEvidence(
  cited: readonly string[],
  { calls, given }: Pick<Work, 'calls' | 'given'>,
  files: readonly string[],
  { effects, place, cwd }: Looking,
): Promise<Work['inFiles']> {
  const found = new Map<string, readonly string[]>();
  const paths = [...new Set([...files, ...calls.flatMap((call) => filesOf(call, cwd))])].slice(-mostFiles);
  if (paths.length === 0) return found;
  const shown = [...calls.map(({ output_head_tail }) => output_head_tail), ...given];
  const quotes = new Set(cited.flatMap((text) => unshownIn(text, shown)));
  let looks = 0;
  for (const quote of [...quotes].slice(0, mostLooks)) {
    looks += 1;
    const observation = await effects.check(place(looks), { look: { kind: 'quote', text: quote, paths }, cwd });
    if (observation.of === 'text' && observation.excerpt !== null) found.set(quote, [observation.path]);
  }
  return found;
}

/** The quotes of a text that no call has shown, unless all of them have been, in one way to read it. */
function unshownIn(text: string, shown: readonly string[]): readonly string[] {
  const { ids, quote } = citedIn(text);
  if (ids.length > 0 || quote === '') return [];
  const unshown = [...waysToSplit(quote)].map((pieces) => pieces.filter((piece) => !foundIn(piece, shown)));
  return unshown.some((pieces) => pieces.length === 0) ? [] : unshown.flat();
}

const fileTools: ReadonlySet<string> = new Set(['read_file', 'write_file', 'edit_file']);

const filesOf = ({ ok, tool, target, changed = [] }: ToolCall, cwd: string): readonly string[] => [
  ...(ok && fileTools.has(tool) ? [resolve(cwd, target)] : []),
  ...changed.filter(({ change }) => change === 'created' || change === 'changed').map(({ path }) => path),
];
