/** The order in which test files are run: those that take longest first, so that no worker is left with one of them at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that took longest in timed runs, roughly in that order. */
const longest = [
  'test/harm/corpus.test.ts',
  'test/resume.test.ts',
  'test/resume-mishaps.test.ts',
  'test/terminal.test.ts',
  'test/harm/hostile-model.test.ts',
  'test/command-line.test.ts',
  'src/tools/write-file.test.ts',
  'test/harm/attacks/git.test.ts',
  'test/memory-command.test.ts',
  'test/try.test.ts',
  'test/truth.test.ts',
  'test/harm/ordinary-git.test.ts',
  'test/one-shot.test.ts',
  'test/setup.test.ts',
  'src/tools/shell.test.ts',
  'test/package.test.ts',
  'src/memory/share/shared-keeper-processes.test.ts',
  'test/cancelled.test.ts',
  'test/shell.test.ts',
  'src/tools/containment/walls/host-view.test.ts',
  'test/gc.test.ts',
  'src/tools/changes/change-store-killed.test.ts',
  'test/harm/attacks/git-runs.test.ts',
  'test/harm/attacks/memory.test.ts',
  'src/tools/look/look-around.test.ts',
  'src/tools/changes/apply.test.ts',
  'test/harm/landlock.test.ts',
  'src/tools/edit-file.test.ts',
  'test/harm/daily-work.test.ts',
];

export class LongestFirst extends BaseSequencer {
  /** Named files first, then those that start processes, which costs a worker the more the more memory it has by then; then what only computes. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      if (at !== -1) return at;
      return longest.length + (/\/test\/|\/src\/(?:tools|cli)\//.test(moduleId) ? 0 : 1);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
