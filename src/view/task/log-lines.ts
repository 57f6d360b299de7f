/** A task as lines for a terminal: what was wanted, round by round what was done and found, how it ended, what it took. Pure. */

import { oneLine } from '../../contracts/shorten.ts';
import { visible, visibleLines } from '../../contracts/visible.ts';
import type { IncidentStory } from '../../history/story/incidents.ts';
import type { ResultStory } from '../../history/story/result.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { costLines, costTable } from '../cost/cost-table.ts';
import { counted } from '../pages.ts';
import { ago, lasting } from '../spans.ts';
import { wrap } from '../wrap.ts';
import { fit, headline } from './live-lines.ts';
import { inOrder, type Layout, layoutFor, linesOf, type Row } from './log-rows.ts';
import { nearStory } from './near-story.ts';
import { roundRows } from './round-lines.ts';

export type Telling = {
  readonly now: number;
  readonly width?: number | undefined;
  /** Whether the rest of the journal cannot be read: then nothing goes on from it. */
  readonly isDamaged?: boolean;
  /** Whether what it changed on disk was taken back since. */
  readonly isUndone?: boolean;
};

export function toldTask(whole: TaskStory, { now, width, isDamaged = false, isUndone = false }: Telling): readonly string[] {
  const story = nearStory(whole);
  const layout = layoutFor(story.entries, width);
  const lay = (rows: readonly Row[]) => rows.flatMap((row) => linesOf(row, layout));
  return [
    ...headLines(story, now, width),
    ...spaced(lay(inOrder(openingRows(story), incidentRows(story, 0)))),
    ...story.rounds.flatMap((round) => spaced(lay(roundRows(round, incidentRows(story, round.round))))),
    ...(story.result ? spaced(linesOf({ seq: story.result.seq, who: 'R7', text: headline(story.result) }, layout)) : []),
    ...(story.result ? endLines(story.result, width) : []),
    ...changedLines(story, layout, isUndone),
    ...factLines(story, width, isDamaged),
  ];
}

const spaced = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', ...lines]);

function headLines({ task_id, started, cwd, origin, goal, data }: TaskStory, now: number, width: number | undefined): readonly string[] {
  const when = `${started} (${ago(now - Date.parse(started))})`;
  return [
    ...fact('task', task_id, width),
    ...(started === '' ? [] : fact('started', when, width)),
    ...fact('in', cwd, width),
    ...(origin ? fact('forked', `from ${origin.task_id} at entry ${origin.seq}`, width) : []),
    ...(goal ? fact('goal', goal.text, width) : []),
    ...(data ? fact('with', `${data.name}, ${counted(data.bytes, 'byte')}`, width) : []),
  ];
}

const maxGoalLength = 2_000;

const fact = (name: string, text: string, width = Number.POSITIVE_INFINITY): readonly string[] =>
  wrap(`${name.padEnd(9)}${visible(oneLine(text, maxGoalLength))}`.trimEnd(), width, 9);

/** Up to the first plan. */
function openingRows({ clarifications, reading, answer, result }: TaskStory): readonly Row[] {
  const limits = reading ? [reading.constraints.scope, reading.constraints.deadline].filter((limit) => limit !== null) : [];
  return [
    ...clarifications.flatMap((asked) => [
      { seq: asked.seq, who: 'R1', text: `asks: ${asked.question}` },
      ...(asked.answer ? [{ seq: asked.answer.seq, who: 'User', text: asked.answer.text || 'says nothing: go on' }] : []),
    ]),
    ...(reading
      ? [{ seq: reading.seq, who: 'R1', text: `understood: ${reading.intent}${limits.length === 0 ? '' : ` (${limits.join('; ')})`}` }]
      : []),
    ...(answer && !result ? [{ seq: answer.seq, who: 'R2', text: `answers: ${answer.text}` }] : []),
  ];
}

/** What happened beside the plan in one round. */
const incidentRows = ({ incidents }: TaskStory, round: number): readonly Row[] =>
  incidents
    .filter((incident) => incident.round === round)
    .map((incident) => ({ seq: incident.seq, who: incident.who, text: incidentText(incident) }));

/** One incident in words. */
export function incidentText({ what, code, detail, ms }: IncidentStory): string {
  switch (what) {
    case 'pause':
      return code === 'resumed'
        ? `another process goes on; nobody worked on it for ${lasting(ms ?? 0)}`
        : `nobody worked on it for ${lasting(ms ?? 0)}`;
    case 'lost':
      return 'a model call was lost with its process; it counts as the most it can have cost';
    case 'cancel':
      return `cancels: ${detail}`;
    case 'refusal':
      return `may not send ${detail}`;
    default:
      return `${what} ${code}: ${detail}`;
  }
}

function endLines({ output, unmet, ungrounded, next_moves }: ResultStory, width: number | undefined): readonly string[] {
  return [
    ...(output === '' ? [] : ['', ...visibleLines(output).flatMap((line) => wrap(`  ${line}`, width ?? Number.POSITIVE_INFINITY, 2))]),
    ...list(
      'not met',
      unmet.map(({ criterion, why }) => `${criterion}: ${why}`),
      width,
    ),
    ...list('not seen in any tool output', ungrounded, width),
    ...list('you could', next_moves, width),
  ];
}

function changedLines({ changed, left_out }: TaskStory, layout: Layout, isUndone: boolean): readonly string[] {
  const { numbers, width = Number.POSITIVE_INFINITY } = layout;
  if (changed.length === 0) return [];
  const widest = Math.max(...changed.map(({ change }) => change.length));
  const lines = changed.map(({ seq, path, change }) => `${String(seq).padStart(numbers)}  ${change.padEnd(widest)}  ${visible(path)}`);
  const more = left_out.changes ? [`${' '.repeat(numbers)}  and ${counted(left_out.changes, 'more path')}`] : [];
  return [
    '',
    `changed on disk${isUndone ? ', and undone since' : ''}`,
    ...[...lines, ...more].flatMap((line) => wrap(line, width, numbers + widest + 4)),
  ];
}

const list = (title: string, items: readonly string[], width: number | undefined): readonly string[] =>
  items.length === 0
    ? []
    : [
        '',
        title,
        ...fit(
          items.map((item) => `  ${visible(item)}`),
          width,
        ),
      ];

function factLines(story: TaskStory, width: number | undefined, isDamaged: boolean): readonly string[] {
  const { task_id, models, estimated, cost, entries, left_out } = story;
  const more = Object.entries(left_out).flatMap(([kind, count]) => (kind === 'changes' ? [] : [`${count} ${kind}`]));
  return [
    '',
    ...fact('time', timeText(story), width),
    ...fact('calls', callsText(story), width),
    ...(models.length === 0 ? [] : fact('models', models.join(', '), width)),
    ...(cost.by_role.length === 0 ? [] : ['', ...costLines(costTable(cost))]),
    ...(cost.unpriced.length === 0 ? [] : fact('', `no price is known for ${cost.unpriced.join(', ')}`, width)),
    ...(estimated.length === 0 ? [] : fact('', estimatedText(story), width)),
    ...(more.length === 0 ? [] : ['', ...fact('more', `only in the journal: ${more.join(', ')}`, width)]),
    '',
    ...wrapped(
      `${counted(entries, 'entry', 'entries')}${isDamaged ? ' can be read.' : `. artoo fork ${task_id} --at <entry> goes another way from there on.`}`,
      width,
    ),
  ];
}

const wrapped = (text: string, width = Number.POSITIVE_INFINITY): readonly string[] => wrap(text, width, 0);

/** Of how many calls nobody knows what they used. */
export function estimatedText({ estimated }: TaskStory): string {
  const calls = estimated.map(({ role, model_calls }) => `${counted(model_calls, 'model call')} of ${role}`).join(', ');
  return `estimated, as the most possible: ${calls}`;
}

/** How long it took, and whom. */
export function timeText({ time: { active_ms, waiting_ms, paused_ms, pauses } }: TaskStory): string {
  return [
    `${lasting(active_ms)} of work`,
    ...(waiting_ms >= 1000 ? [`${lasting(waiting_ms)} waiting for an answer`] : []),
    ...(pauses > 0 ? [`${counted(pauses, 'pause')}, ${lasting(paused_ms)} in all`] : []),
  ].join('; ');
}

/** How many calls, and how many of them had to wait for each other. */
export function callsText({ cost: { model_calls, tool_calls }, sequential_calls }: TaskStory): string {
  const order =
    model_calls <= 1
      ? ''
      : sequential_calls === model_calls
        ? ', one after the other'
        : `, ${sequential_calls} of them one after the other`;
  return `${counted(model_calls, 'model call')}${order}; ${counted(tool_calls, 'tool call')}`;
}
