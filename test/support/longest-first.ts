/** The order in which test files are run: those that take longest come first, so that none of them is left for the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, roughly in that order. They start processes, which takes a worker longer the more memory it has (1 ms in a fresh one, 40 ms at 800 MB): each of them gets
 * a worker of its own.
 */
export const longest: readonly string[] = [
  'test/resume-mishaps.test.ts',
  'test/shell.test.ts',
  'test/terminal.test.ts',
  'test/resume.test.ts',
  'src/team/supervisor/loop.test.ts',
  'test/memory-command.test.ts',
  'src/team/supervisor/supervisor-news.test.ts',
  'test/team/shell-scripts.test.ts',
  'src/team/git/git-recovery.test.ts',
  'test/harm/ordinary-git.test.ts',
  'test/try.test.ts',
  'src/tools/look/identity.test.ts',
  'src/team/git/programs-off.test.ts',
  'src/cli/team/task.test.ts',
  'test/harm/attacks/git.test.ts',
  'test/truth.test.ts',
  'src/tools/shell.test.ts',
  'test/setup.test.ts',
  'test/demo.test.ts',
  'src/team/git/git.test.ts',
  'test/one-shot.test.ts',
  'test/cancelled.test.ts',
  'test/audit-mishaps.test.ts',
  'src/tools/write-file.test.ts',
  'src/tools/changes/change-store-killed.test.ts',
  'test/traces.test.ts',
  'src/tools/write-file-asks.test.ts',
  'src/cli/machine/doctor.test.ts',
  'test/gc.test.ts',
  'test/harm/attacks/memory.test.ts',
  'src/tools/changes/apply.test.ts',
  'src/tools/edit-file.test.ts',
  'test/harm/attacks/git-runs.test.ts',
  'src/journal/compress.test.ts',
  'src/tools/containment/views/walls-ahead.test.ts',
  'test/harm/attacks/staging.test.ts',
  'src/tools/containment/choose.test.ts',
  'src/tools/look/look-around.test.ts',
  'src/tools/shell-meanwhile.test.ts',
  'test/undo.test.ts',
  'test/fork.test.ts',
  'test/tasks/one-round.test.ts',
  'test/harm/attacks/judged.test.ts',
  'test/cancelled-command.test.ts',
];

/** Files that also take long but start few processes themselves. They share a worker, and the processes that their first file starts. */
const long: readonly string[] = [
  'test/team/sprint-killed.test.ts',
  'test/harm/corpus.test.ts',
  'test/harm/hostile-model.test.ts',
  'src/memory/share/shared-keeper-processes.test.ts',
  'src/tools/containment/views/overlay.test.ts',
  'test/package.test.ts',
  'test/guard.test.ts',
  'test/harm/attacks/free-creations.test.ts',
  'test/command-line.test.ts',
  'test/harm/attacks/no-namespaces.test.ts',
  'test/harm/daily-work.test.ts',
  'test/harm/attacks/hidden-places.test.ts',
  'test/harm/attacks/reading.test.ts',
  'src/tools/containment/walls/host-view.test.ts',
  'test/team/left-program.test.ts',
];

const named = [...longest, ...long];

export class LongestFirst extends BaseSequencer {
  /** Named files first, then those that start processes, which costs a worker more the more memory it uses; then those that only compute. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = named.findIndex((name) => moduleId.endsWith(`/${name}`));
      if (at !== -1) return at;
      return named.length + (/\/test\/|\/src\/(?:tools|cli|team)\//.test(moduleId) ? 0 : 1);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
