/** Looks up what an approval needs: the evidence of each criterion in the commit, and how the test command ended. */
import { filesAt, textAt } from '../git/files-at.ts';
import type { Verdict } from '../letters/letter.ts';
import type { ReviewFacts } from './approval.ts';
import type { CommitFacts } from './commit-facts.ts';
import { filesNamed, type Passage, passageOf, treeOf, whyNotEvident } from './evidence.ts';

/**
 * Everything that the approval rules ask about this verdict. The evidence is read from the commit itself, so that a file created only for the review
 * does not count.
 */
export async function reviewFacts(
  root: string,
  verdict: Verdict,
  { commit, changes, tests, test, testOnBase }: CommitFacts,
): Promise<ReviewFacts> {
  const tree = treeOf(await filesAt(root, commit));
  const changed = changes.filter(({ kind }) => kind !== 'removed').map(({ path }) => path);
  const named = verdict.criteria.flatMap(({ evidence }) => filesNamed(evidence, tree));
  const outputs = [test, testOnBase].flatMap((run) => (run ? [passageOf(run.output)] : []));
  const sources = { tree, changed, outputs, files: await passagesAt(root, commit, [...new Set([...named, ...changed])]) };
  return {
    isEvidenceFound: verdict.criteria.map(({ evidence }) => whyNotEvident(evidence, sources) === undefined),
    testExit: test?.exit,
    changesTests: tests.added.length + tests.changed.length > 0,
    tests: { changed: tests.changed.slice(0, maxTests), removed: tests.removed.slice(0, maxTests) },
  };
}

/** How many tests the journal names at most. */
const maxTests = 20;

/** How many of the files that a verdict is about are read at most. */
const maxFiles = 500;

async function passagesAt(root: string, commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, Passage>> {
  const passages = new Map<string, Passage>();
  for (const path of paths.slice(0, maxFiles)) {
    const text = await textAt(root, commit, path);
    if (text !== undefined) passages.set(path, passageOf(text));
  }
  return passages;
}
