/** A task in a list as two short rows: its state and figures; its id and goal. Pure. */
import type { Cost } from '../../contracts/control.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { stateText } from '../../history/tasks/state-words.ts';
import type { TaskSummary } from '../../history/tasks/task-state.ts';
import { counted } from '../pages.ts';
import { ago, atMost, dollars, lasting, short } from '../spans.ts';

const maxSlugLength = 24;

/** Both rows fit into `width` columns if that is at least 80. For a fork, a third row names the origin; a last one says that it was undone. */
export function taskRows(summary: TaskSummary, now: number, width = 80): readonly string[] {
  const id = `  ${shortId(summary.task_id)}  `;
  const room = Math.max(20, Math.max(80, width) - id.length);
  const about = summary.state === 'unreadable' ? summary.wrong : aboutOf(summary);
  const rows = [figures(summary, now), `${id}${visible(oneLine(about, room))}`.trimEnd()];
  return [...rows, ...relativeRows(summary)];
}

function relativeRows(summary: TaskSummary): readonly string[] {
  const after = summary.resumed_as === undefined ? [] : [`  continues as ${shortId(summary.resumed_as)}`];
  const undone = summary.undone ? ['  what it changed was undone'] : [];
  if (summary.state === 'unreadable' || !summary.origin) return [...after, ...undone];
  const { task_id, seq, resumed } = summary.origin;
  return [resumed ? `  continues ${shortId(task_id)}` : `  fork of ${shortId(task_id)} at entry ${seq}`, ...after, ...undone];
}

type Readable = Exclude<TaskSummary, { state: 'unreadable' }>;

const aboutOf = ({ slug, goal }: Readable): string => (slug === '' ? goal : `${clip(slug, maxSlugLength)}: ${goal}`);

function figures(summary: TaskSummary, now: number): string {
  const state = stateText(summary);
  if (summary.state === 'unreadable') return state;
  const columns = [state.padEnd(22), ago(now - Date.parse(summary.started)).padStart(12), duration(summary, now).padStart(9)];
  return [...columns, ...(summary.cost ? used(summary.cost) : [])].join(' ');
}

function used({ model_calls, input_tokens, output_tokens, usd, unpriced, estimated = false }: Cost): readonly string[] {
  return [
    counted(model_calls, 'call').padStart(10),
    `${atMost(short(input_tokens + output_tokens), estimated)} tok`.padStart(11),
    dollars(usd, unpriced, estimated).padStart(10),
  ];
}

/** How long the task worked, not counting waits for the person, if known. */
function duration(summary: Readable, now: number): string {
  if (summary.cost) return lasting(summary.cost.active_ms);
  const end = summary.state === 'running' ? now : Date.parse(summary.state === 'ended' ? summary.ended : summary.stopped);
  return lasting(end - Date.parse(summary.started));
}
