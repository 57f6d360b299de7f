/** A task of the list as two short rows: how it stands and what it used; which it is and what it was for. Pure. */
import type { TaskSummary } from '../../app/task-summary.ts';
import { oneLine } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';
import { ago, lasting, money, short } from './spans.ts';

/** Both fit 80 columns, for ids of our own making. */
export function taskRows(summary: TaskSummary, now: number): readonly string[] {
  const about = summary.state === 'unreadable' ? summary.wrong : summary.goal;
  return [figures(summary, now), `  ${summary.task_id}  ${visible(oneLine(about, 49))}`.trimEnd()];
}

function figures(summary: TaskSummary, now: number): string {
  if (summary.state === 'unreadable') return 'unreadable';
  const columns = [stateOf(summary).padEnd(22), ago(now - Date.parse(summary.started)).padStart(12), duration(summary, now).padStart(9)];
  if (summary.state === 'ended') {
    const { model_calls, input_tokens, output_tokens, usd, unpriced } = summary.cost;
    columns.push(
      `${model_calls} call${model_calls === 1 ? '' : 's'}`.padStart(10),
      `${short(input_tokens + output_tokens)} tok`.padStart(11),
    );
    columns.push(`${usd === 0 && unpriced.length > 0 ? '?' : money(usd)}${usd > 0 && unpriced.length > 0 ? '+' : ''}`.padStart(10));
  }
  return columns.join(' ');
}

function stateOf(summary: Exclude<TaskSummary, { state: 'unreadable' }>): string {
  if (summary.state === 'ended') return `${summary.directive} ${summary.reason}`;
  return summary.state === 'unfinished' && summary.halted !== null ? `unfinished ${summary.halted}` : summary.state;
}

/** What was worked on for: without the time that the person took to answer, where that is known. */
function duration(summary: Exclude<TaskSummary, { state: 'unreadable' }>, now: number): string {
  if (summary.state === 'ended') return lasting(summary.cost.active_ms);
  const end = summary.state === 'running' ? now : Date.parse(summary.stopped);
  return lasting(end - Date.parse(summary.started));
}
