/** What code finds out about a submitted commit before it is reviewed, so that no claim needs to be relied on. Pure. */
import { z } from 'zod';
import type { HistoryEvent, Task } from '../board/board.ts';
import { type Specs, specFile } from '../planning/gates.ts';
import { namedBy } from './paths.ts';

export type FileChange = { readonly path: string; readonly kind: 'added' | 'changed' | 'removed' };

/** How a command ended. A command ended by its time limit has the exit code 124, as with timeout(1). */
export type CommandRun = { readonly command: string; readonly exit: number; readonly isCutOff: boolean; readonly output: string };

export type CommitFacts = {
  readonly base: string;
  readonly commit: string;
  readonly changes: readonly FileChange[];
  /** The changes as a diff; cut if it is long. */
  readonly diff: string;
  readonly spec: SpecFact;
  /** Changed files that no checkpoint of this work names. */
  readonly beyondCheckpoint: readonly string[];
  readonly tests: TestChanges;
  /** The test command at the commit; undefined if there is none. */
  readonly test: CommandRun | undefined;
  /** The test command with the new tests on the base, where it should fail; undefined if there is no command or no new test. */
  readonly testOnBase: CommandRun | undefined;
};

/** The spec of a task, compared with its hash from when the task was finalized. */
export type SpecFact =
  | { readonly state: 'unchanged' }
  /** The task was finalized without a hash. */
  | { readonly state: 'unknown' }
  | { readonly state: 'changed'; readonly file: string; readonly was: string; readonly is: string }
  | { readonly state: 'gone'; readonly file: string };

export function specFact({ spec_ref, spec_hash }: Pick<Task, 'spec_ref' | 'spec_hash'>, specs: Specs): SpecFact {
  if (!spec_ref || !spec_hash) return { state: 'unknown' };
  const file = specFile(spec_ref);
  const is = specs.hashOf(file);
  if (is === undefined) return { state: 'gone', file };
  return is === spec_hash ? { state: 'unchanged' } : { state: 'changed', file, was: spec_hash, is };
}

export type TestChanges = {
  readonly added: readonly string[];
  /** Tests that the base has, and that differ in the commit. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
};

export function testChanges(changes: readonly FileChange[], testPaths: readonly string[]): TestChanges {
  const isTest = namedBy(testPaths);
  const of = (wanted: FileChange['kind']) => changes.filter(({ path, kind }) => kind === wanted && isTest(path)).map(({ path }) => path);
  return { added: of('added'), changed: of('changed'), removed: of('removed') };
}

/** Changed files that the coder did not name before it began. */
export function beyondCheckpoint(changes: readonly FileChange[], task: Pick<Task, 'history'>): readonly string[] {
  const isNamed = namedBy(checkpointFiles(task));
  return changes.map(({ path }) => path).filter((path) => !isNamed(path));
}

const Checkpoint = z.object({ files_to_modify: z.array(z.string()) });

/**
 * The files in all checkpoints of this work. Another coder starts from the beginning; after a rejection, an integration fix, or with the same coder
 * after its lease has ended, the work continues.
 */
function checkpointFiles({ history }: Pick<Task, 'history'>): readonly string[] {
  let holder: string | null | undefined;
  let files: readonly string[] = [];
  for (const event of history ?? []) {
    if (startsAnew(event, holder)) files = [];
    if (/claimed|reassigned/.test(event.event) && event.event !== 'review_claimed') holder = event.agent;
    const checkpoint = event.event === 'pre_execution_checkpoint' ? Checkpoint.safeParse(event.checkpoint) : undefined;
    if (checkpoint?.success) files = [...files, ...checkpoint.data.files_to_modify];
  }
  return files;
}

const startsAnew = ({ event, agent }: HistoryEvent, holder: string | null | undefined): boolean =>
  event === 'claimed' || event === 'reassigned_after_rejection' || (event === 'reclaimed_after_expiry' && agent !== holder);
