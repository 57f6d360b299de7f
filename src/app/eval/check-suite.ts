/** Tries every task of a suite without a model: whether it can be set up here, and whether its checks measure anything. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { taskAt } from '../../eval/formats/task-at.ts';
import type { Suite, SuiteTask } from '../../eval/suite/suite-task.ts';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import type { Environment } from '../../tools/running/environment.ts';
import { closing } from './closing.ts';
import { prepare, type Unready } from './prepare.ts';
import { openGround } from './trial-ground.ts';
import { whyUnfit } from './why-unfit.ts';

export type CheckOptions = {
  readonly suite: Suite;
  readonly isWanted: (task: SuiteTask) => boolean;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly onTask: (task: SuiteTask, unready: Unready | undefined) => void;
};

/** Rejects when the signal fires. */
export async function checkSuite({ suite, isWanted, env, signal, onTask }: CheckOptions): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'artoo-eval-'));
  const closed = closing(suite.closed);
  try {
    for await (const task of suite.tasks()) {
      signal.throwIfAborted();
      if (!isWanted(task)) continue;
      const folder = join(scratch, task.id);
      mkdirSync(folder);
      using ground = await openGround({ folder, env, closed });
      const placed = taskAt(task, ground.work);
      onTask(task, (await prepare(placed, ground, signal)) ?? (await whyUnfit(placed, ground, signal)));
      await removeTree(folder);
    }
  } finally {
    await removeTree(scratch);
  }
}
