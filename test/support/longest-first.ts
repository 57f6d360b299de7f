/** The order in which test files are run: those that take longest first, so that no worker is left with one of them at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that took longest in timed runs, roughly in that order. */
const longest = [
  'test/resume.test.ts',
  'test/resume-mishaps.test.ts',
  'src/tools/shell.test.ts',
  'test/harm/hostile-model.test.ts',
  'test/harm/corpus.test.ts',
  'test/terminal.test.ts',
  'src/tools/containment/views/overlay.test.ts',
  'test/truth.test.ts',
  'test/try.test.ts',
  'src/tools/write-file.test.ts',
  'test/harm/ordinary-git.test.ts',
  'test/harm/daily-work.test.ts',
  'test/package.test.ts',
  'test/one-shot.test.ts',
  'test/command-line.test.ts',
  'test/shell.test.ts',
  'src/tools/containment/choose.test.ts',
  'src/tools/containment/walls/host-view.test.ts',
  'test/harm/attacks/memory.test.ts',
  'test/harm/attacks/staging.test.ts',
  'test/harm/attacks/git-runs.test.ts',
  'test/harm/attacks/git.test.ts',
  'src/tools/shell-meanwhile.test.ts',
  'test/setup.test.ts',
  'test/memory-command.test.ts',
  'src/memory/share/shared-keeper-processes.test.ts',
  'src/tools/changes/change-store-killed.test.ts',
  'test/cancelled.test.ts',
  'test/any-model.test.ts',
  'test/harm/attacks/free-creations.test.ts',
  'test/harm/attacks/no-namespaces.test.ts',
  'src/tools/containment/views/walls-ahead.test.ts',
  'src/tools/edit-file.test.ts',
  'test/gc.test.ts',
];

export class LongestFirst extends BaseSequencer {
  /** Named files first; then, as ever, what failed last time or is large. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
