/** Reads everything that a team's report is made from: the board, the journal, the journals of its turns, and the alerts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTasks } from '../../history/tasks/task-list.ts';
import { summarize } from '../../history/tasks/task-summary.ts';
import { livingNow } from '../../team/agents/living.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { replaceFile } from '../../team/board/replace-file.ts';
import { readEntries, type TeamLine } from '../../team/journal.ts';

import { reportOf, type TeamReport } from '../../team/report/report.ts';
import { summaryText } from '../../team/report/summary.ts';
import { type TurnCost, turnsIn } from '../../team/report/turn-list.ts';
import { controlFiles } from '../../team/supervisor/surroundings.ts';
import { stoppedSince } from '../../team/watch/control-times.ts';

export type ReportedTeam = {
  /** The repository. */
  readonly root: string;
  /** artoo's data folder, where the journals of turns are. */
  readonly data: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** How many lines of the alerts are reported: the newest. */
const maxAlerts = 50;

export async function readReport({ root, data, env }: ReportedTeam): Promise<TeamReport> {
  await using file = openBoardFile({ root, env });
  const board = await file.read();
  const lines = readEntries(join(root, '.liza', 'journal.jsonl'));
  const costs = await costsOf(lines, data);
  return reportOf(board, {
    ...livingNow(root, board),
    control: controlFiles(root),
    ...stoppedSince(root, board),
    turns: turnsIn(lines, (run) => costs.get(run)),
    alertLog: alertsIn(root),
  });
}

/** Writes the current report to `.liza/sprint_summary.md`. */
export async function writeSummary(team: ReportedTeam): Promise<void> {
  const text = summaryText(await readReport(team));
  replaceFile(join(team.root, '.liza', 'sprint_summary.md'), text);
}

/** What turns used, according to their own journals; missing journals are left out. */
async function costsOf(lines: readonly TeamLine[], data: string): Promise<ReadonlyMap<string, TurnCost>> {
  const runs = new Set(lines.flatMap((line) => (line.kind === 'intent' && line.what === 'turn' ? [line.run] : [])));
  const costs = new Map<string, TurnCost>();
  for (const task of runs.size === 0 ? [] : await findTasks(data)) {
    if (!runs.has(task.task_id)) continue;
    const summary = await summarize(task);
    if (summary.state === 'unreadable' || !summary.cost) continue;
    const { usd, input_tokens: inputTokens, output_tokens: outputTokens, model_calls: modelCalls, unpriced } = summary.cost;
    costs.set(task.task_id, { usd, inputTokens, outputTokens, modelCalls, unpriced });
  }
  return costs;
}

function alertsIn(root: string): readonly string[] {
  const path = join(root, '.liza', 'alerts.log');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(-maxAlerts);
}
