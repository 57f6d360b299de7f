/** Finds out which quotes of a judge are real: in what is at hand, or else in the files that the work touched. */
import { resolve } from 'node:path';
import type { ToolCall } from '../../contracts/execution.ts';
import type { Looking } from './check-criteria.ts';
import { isFound, type ModelVerdict, type Sources } from './model-verdicts.ts';

/** How many files are looked into for one quote, and for how many quotes: a judge may say anything, as often as it likes. */
const mostFiles = 50;
const mostLooks = 50;

/** The passes whose evidence can be found. Files are looked at only for what is not at hand, one look for each at its own place. */
export async function lookForEvidence(
  given: readonly ModelVerdict[],
  sourcesOf: (verdict: ModelVerdict) => Sources,
  { effects, place, cwd }: Looking,
): Promise<ReadonlySet<ModelVerdict>> {
  const found = new Set<ModelVerdict>();
  let looks = 0;
  for (const verdict of given.filter((each) => each.verdict === 'pass')) {
    const sources = sourcesOf(verdict);
    const paths = filesOf(sources.calls, cwd);
    if (isFound(verdict.evidence, sources)) found.add(verdict);
    else if (paths.length > 0 && verdict.evidence.trim() !== '' && looks < mostLooks) {
      looks += 1;
      const observation = await effects.check(place(looks), { look: { kind: 'quote', text: verdict.evidence, paths }, cwd });
      if (observation.of === 'text' && observation.excerpt !== null) found.add(verdict);
    }
  }
  return found;
}

const fileTools: ReadonlySet<string> = new Set(['read_file', 'write_file', 'edit_file']);

const filesOf = (calls: readonly ToolCall[], cwd: string): readonly string[] =>
  [...new Set(calls.filter(({ ok, tool }) => ok && fileTools.has(tool)).map(({ target }) => resolve(cwd, target)))].slice(-mostFiles);
