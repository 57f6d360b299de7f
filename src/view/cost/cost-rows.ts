/** What tasks cost, as a table that fits 80 columns. Pure. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { CostReport } from '../../history/cost/cost-report.ts';
import { counted } from '../pages.ts';
import { atMost, dollars, lasting, short } from '../spans.ts';
import { wrap } from '../wrap.ts';
import { costLines, costTable, type Used } from './cost-table.ts';

/** In short, role by role, what the figures mean and leave out, and, for several tasks, the most expensive ones. */
export function costRows(report: CostReport): readonly string[] {
  const { by_role, untold, total, most, tasks } = report;
  const notes = remarks(report).flatMap((text) => wrap(text, 80, 0));
  const which = total.usd > 0 ? 'The most expensive' : 'The largest, by tokens';
  return [
    ...wrap(headOf(report), 80, 0),
    '',
    ...costLines(costTable({ ...total, by_role, untold })),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(tasks > 1 ? ['', which, ...most.map(({ task_id, goal, cost }) => taskRow(task_id, goal, cost))] : []),
  ];
}

function headOf({ tasks, unended, total, most: [task] }: CostReport): string {
  const worked = `${lasting(total.active_ms)} of work`;
  if (tasks === 1 && task)
    return `"${visible(oneLine(task.goal, 60))}" (${shortId(task.task_id)}${unended > 0 ? ', not finished yet' : ''}): ${worked}.`;
  return `${counted(tasks, 'task')}${unended > 0 ? `, ${unended} of them not finished yet` : ''}: ${worked}.`;
}

function remarks({ unknown, unknown_dreams = 0, untold, by_role, total }: CostReport): readonly string[] {
  return [
    ...(by_role.some(({ role }) => role === 'R5') ? ['remembers: what turns lessons into rules, between tasks.'] : []),
    ...(untold ? ['(any): tasks from earlier versions, which did not record costs per role.'] : []),
    ...(unknown > 0 ? [`Not counted, because the journal cannot be read: ${counted(unknown, 'task')}.`] : []),
    ...(unknown_dreams > 0
      ? [`Not counted, because of unreadable lines in memory/dreams.jsonl: ${counted(unknown_dreams, 'call')} made for memory.`]
      : []),
    ...(total.estimated ? ['≤: at most; for some calls, the provider did not report the usage.'] : []),
    ...(total.unpriced.length > 0 ? [`No price is known for ${visible(total.unpriced.join(', '))}.`] : []),
  ];
}

const taskRow = (task_id: string, goal: string, { input_tokens, output_tokens, usd, unpriced, estimated = false }: Used): string =>
  `${dollars(usd, unpriced, estimated).padStart(9)} ${`${atMost(short(input_tokens + output_tokens), estimated)} tok`.padStart(10)}  ${shortId(task_id)}  ${visible(oneLine(goal, 29))}`.trimEnd();
