/** A task as lines for a terminal: the goal, what each round did and found, how it ended, what it used. Pure. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible, visibleLines } from '../../contracts/text/visible.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { costLines, costTable } from '../cost/cost-table.ts';
import { counted } from '../pages.ts';
import { ago } from '../spans.ts';
import { fromModelAlone } from '../words/from-model-alone.ts';
import { plainly } from '../words/plainly.ts';
import { sentText } from '../words/sent-text.ts';
import { headlineBeside } from '../words/wording.ts';
import { wrap } from '../wrap.ts';
import { changeList } from './change-list.ts';
import { layoutFor, lineOf, paragraphs } from './log-rows.ts';
import { callsText, figuresExplained, originFact, remarksOn, sectionsOf, showsLoss, type TaskView, timeText } from './task-facts.ts';

export type LogOptions = {
  readonly now: number;
  readonly width?: number | undefined;
  /** Whether the journal cannot be read to its end, so that the task cannot be forked. */
  readonly isDamaged?: boolean;
  /** Whether roles are named. */
  readonly verbose?: boolean;
};

export function logLines(
  view: TaskView,
  { now, width = Number.POSITIVE_INFINITY, isDamaged = false, verbose = false }: LogOptions,
): readonly string[] {
  const { story, rows } = view;
  const { result } = story;
  const layout = layoutFor(story.entries, width, verbose);
  const entries = counted(story.entries, 'entry', 'entries');
  const alone = result ? fromModelAlone(result, story.cost) : '';
  return [
    ...headLines(story, now, width),
    ...paragraphs(rows, layout).flatMap((lines) => ['', ...lines]),
    ...(result ? ['', ...lineOf({ seq: result.seq, who: 'R7' }, oneLine(plainly(headlineBeside(story), story.cwd), 600), 0, layout)] : []),
    ...(result && result.output !== '' ? ['', ...visibleLines(result.output).flatMap((line) => wrap(`  ${line}`, width, 2))] : []),
    ...(alone === '' ? [] : ['', ...wrap(`  ${alone}`, width, 2)]),
    ...sectionsOf(view).flatMap(({ title, items }) => ['', title, ...items.flatMap((item) => wrap(`  ${visible(item)}`, width, 4))]),
    ...changedLines(view, layout.numbers, width),
    ...sentLines(story, layout.numbers, width),
    ...factLines(view, width, verbose),
    '',
    ...wrap(
      `${entries}${isDamaged ? ' can be read.' : `. To continue from any of them: artoo fork ${shortId(story.task_id)} --at <entry>`}`,
      width,
      0,
    ),
  ];
}

function headLines({ task_id, started, cwd, origin, goal, data }: TaskStory, now: number, width: number): readonly string[] {
  return [
    ...fact('task', task_id, width),
    ...fact('started', started === '' ? '' : `${started.slice(0, 16).replace('T', ' ')} UTC (${ago(now - Date.parse(started))})`, width),
    ...fact('in', cwd, width),
    ...(origin ? fact(...originFact(origin), width) : []),
    ...fact('goal', goal?.text ?? '', width),
    ...fact('with', data ? `${data.name}, ${counted(data.bytes, 'byte')}` : '', width),
  ];
}

const maxFactLength = 2_000;

/** Empty text makes no line. */
const fact = (name: string, text: string, width: number): readonly string[] =>
  text === '' ? [] : wrap(`${name.padEnd(9)}${visible(oneLine(text, maxFactLength))}`.trimEnd(), width, 9);

function changedLines({ story: { changed, left_out, cwd }, isUndone }: TaskView, numbers: number, width: number): readonly string[] {
  if (changed.length === 0) return [];
  const told = changeList(changed, cwd, !left_out.changes);
  const widest = Math.max(...told.map(({ what }) => what.length));
  const lines = told.map(({ seq, what, name }) => `${String(seq).padStart(numbers)}  ${what.padEnd(widest)}  ${visible(name)}`);
  const more = left_out.changes ? [`${' '.repeat(numbers)}  and ${counted(left_out.changes, 'more path')}`] : [];
  return [
    '',
    `changed on disk${isUndone ? ', and undone since' : ''}`,
    ...[...lines, ...more].flatMap((line) => wrap(line, width, numbers + widest + 4)),
  ];
}

function sentLines({ sent }: TaskStory, numbers: number, width: number): readonly string[] {
  if (sent.length === 0) return [];
  const lines = sent.map((each) => `${String(each.seq).padStart(numbers)}  ${visible(oneLine(sentText(each), 600))}`);
  return ['', 'sent', ...lines.flatMap((line) => wrap(line, width, numbers + 2))];
}

function factLines(view: TaskView, width: number, verbose: boolean): readonly string[] {
  const { story } = view;
  const { models, cost } = story;
  return [
    '',
    ...fact('time', timeText(story), width),
    ...fact('calls', callsText(story), width),
    ...fact('models', models.join(', '), width),
    ...(cost.by_role.length === 0 ? [] : ['', ...costLines(costTable(cost), width)]),
    ...remarksOn(view).flatMap((remark) => wrap(visible(remark), width, 2)),
    ...(verbose && showsLoss(story) ? ['', ...wrap(figuresExplained, width, 2)] : []),
  ];
}
