/** What is recorded about tasks, for clients: diffs, replay, cost. Loaded on demand. */
import type { Environment } from '../../config/config-layers.ts';
import type { CostReport } from '../../history/cost/cost-report.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import type { FileDiff } from '../../tools/changes/task-diffs.ts';
import type { CostOf, FileChange } from './drive.ts';

/** What changed in files, without secrets; empty if the task changed nothing, or if its receipts are gone. */
export async function diffsOf(data: string, { task_id, path }: TaskFile, env: Environment): Promise<readonly FileChange[]> {
  const [{ createTaskStory }, { createWrites }, { streamJournal }, { openChanges }] = await Promise.all([
    import('../../history/story/task-story.ts'),
    import('../../history/story/writes.ts'),
    import('../../journal/stream.ts'),
    import('../../tools/changes/change-store.ts'),
  ]);
  const [story, writes] = [createTaskStory(), createWrites()];
  for await (const line of streamJournal(path)) {
    if ('torn' in line) continue;
    story.add(line.entry);
    writes.add(line.entry);
  }
  const { cwd, workspace, changed } = story.story();
  if (changed.length === 0) return [];
  const [{ createReadingGate }, { createRedactor, secretsIn }, { homeIn }] = await Promise.all([
    import('../../tools/files/reading-gate.ts'),
    import('../../journal/redact.ts'),
    import('../../config/folders.ts'),
  ]);
  const mayRead = createReadingGate({ home: homeIn(env), data }).for({ cwd, workspace });
  const found = await openChanges(data).diffs(task_id, (file) => mayRead(file).read !== 'whole', writes.byPath);
  const redact = createRedactor(secretsIn(env));
  return [...found].map(([file, diff]) => ({ path: file, ...hidden(diff, (text) => String(redact(text))) })); // redacting a text yields a text
}

function hidden(diff: FileDiff, redact: (text: string) => string): FileDiff {
  if ('diff' in diff) return { diff: redact(diff.diff) };
  return 'was' in diff && diff.was !== undefined ? { ...diff, was: redact(diff.was) } : diff;
}

/** The cost of one task, or of all tasks in a period and the dreams in it. */
export async function costOf(data: string, { task, since, until }: CostOf): Promise<CostReport> {
  const [{ costReport }, { readDreamCosts }, { readTasks }, { findTask }, { summarize }] = await Promise.all([
    import('../../history/cost/cost-report.ts'),
    import('../../history/cost/dream-ledger.ts'),
    import('../../history/tasks/task-index.ts'),
    import('../../history/tasks/find-task.ts'),
    import('../../history/tasks/task-summary.ts'),
  ]);
  if (task !== undefined) return costReport([await summarize(await findTask(data, task))]);
  const times = { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
  const { tasks } = await readTasks(data, { ...times, checked: false });
  return costReport(tasks, await readDreamCosts(data, times).catch(() => undefined)); // the cost of tasks is known even without that of dreams
}
