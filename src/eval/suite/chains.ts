/** Groups tasks that share a memory into chains: each task follows the one that it names. */
import type { SuiteTask } from './suite-task.ts';

/** At least one task. */
export type Chain = readonly [SuiteTask, ...SuiteTask[]];

/** In the order of the suite, in which tasks of a chain follow each other directly. */
export async function* chainsOf(tasks: AsyncIterable<SuiteTask>): AsyncIterable<Chain> {
  let chain: Chain | undefined;
  for await (const task of tasks) {
    if (chain !== undefined && task.after === chain.at(-1)?.id) chain = [...chain, task];
    else {
      if (chain !== undefined) yield chain;
      chain = [task];
    }
  }
  if (chain !== undefined) yield chain;
}
