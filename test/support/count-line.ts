/** The last line of a run, in plain words for people who read only this line: how many tests passed, failed and were skipped. */
import type { Reporter, TestModule } from 'vitest/node';

export class CountLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: (typeof states)[number]) => states.filter((each) => each === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    const parts = [`${count('passed')} passed`, `${count('failed')} failed`, `${count('skipped')} skipped`];
    process.stdout.write(
      `${states.length} tests: ${[...parts, ...(broken > 0 ? [`${broken} files that could not be run`] : [])].join(', ')}\n`,
    );
  }
}
