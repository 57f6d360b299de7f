/** Facts about a whole task that its log and its page share. Pure. */
import type { FinalResult } from '../../contracts/control.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import type { ResultStory } from '../../history/story/result.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import type { FileDiff } from '../../tools/changes/task-diffs.ts';
import { counted } from '../pages.ts';
import type { Tone } from '../rows/row.ts';
import type { TaskRows } from '../rows/task-rows.ts';
import { lasting } from '../spans.ts';
import { declinedTexts, mentionTexts, unsupportedBeside } from '../words/declined-text.ts';
import { movesIn } from '../words/moves.ts';
import { plainly } from '../words/plainly.ts';
import { criterionText } from '../words/wording.ts';

/** The input for both views of a task: its story, and its rows by place. */
export type TaskView = Pick<TaskRows, 'rows' | 'leftOut'> & {
  readonly story: TaskStory;
  /** Whether its changes on disk have since been undone. */
  readonly isUndone?: boolean;
  /** Whether another task continues it. */
  readonly isContinued?: boolean;
  /** What changed in files, by path; empty if that is no longer kept. */
  readonly diffs?: ReadonlyMap<string, FileDiff>;
};

/** Whether a round missed part of its goal, so that its loss is shown. */
export const showsLoss = ({ rounds }: TaskStory): boolean => rounds.some(({ turn }) => (turn?.loss.D ?? 0) > 0);

/** The meaning of the letters in a measurement. */
export const figuresExplained =
  'The loss combines three measures and decides what comes next. D: the share of the criteria that were missed. P: how much of that was the fault of the approach. Ω: the share of the replans or of the time that has been used.';

export type Section = { readonly title: string; readonly tone: Tone; readonly items: readonly string[] };

/** The task that it was made from, and the entry; for a task that it continues, also what had stopped that task. */
export function originFact({ task_id, seq, resumed, failed }: NonNullable<TaskStory['origin']>): readonly [name: string, text: string] {
  if (!resumed) return ['forked', `from ${shortId(task_id)} at entry ${seq}`];
  return ['resumes', `${shortId(task_id)}, ${failed ? 'whose model failed' : 'which was cancelled'} after entry ${seq - 1}`];
}

type Gaps = Pick<FinalResult, 'directive' | 'summary' | 'unmet' | 'ungrounded' | 'next_moves' | 'reason' | 'failure'> &
  Pick<ResultStory, 'declined'>;

/** What a result lacks, and what could be done about it; without empty sections. */
const endSections = ({ isContinued, story }: Pick<TaskView, 'isContinued' | 'story'>, result: Gaps): readonly Section[] => {
  const { unmet } = result;
  const ungrounded = unsupportedBeside(result);
  const open = unmet.filter(({ unchecked }) => unchecked).map(({ criterion, why }) => `${criterion} – ${why}`);
  const declined = declinedTexts(result);
  const mentioned = mentionTexts({ declined: result.declined, changed: story.changed });
  return withItems(
    { title: 'met', tone: 'good', items: result.directive === 'abandon' ? metIn(story, unmet) : [] },
    { title: 'not met', tone: 'bad', items: reasoned(unmet.filter(({ unchecked }) => !unchecked)) },
    { title: 'open', tone: 'plain', items: open },
    { title: 'not done', tone: 'plain', items: declined.refused },
    { title: 'you changed', tone: 'plain', items: declined.edited },
    { title: 'unproved: nothing that was read or run shows it', tone: 'fair', items: ungrounded },
    { title: 'unproved: you wanted something else', tone: 'fair', items: mentioned },
    { title: 'you could', tone: 'plain', items: isContinued ? [] : movesIn(result) },
  );
};

/** The task criteria that the last round proved. */
function metIn({ rounds }: TaskStory, unmet: Gaps['unmet']): readonly string[] {
  const { plan, subtasks = [], gate } = rounds.at(-1) ?? {};
  const verdicts = [...subtasks.flatMap((subtask) => subtask.verdicts), ...(gate?.verdicts ?? [])];
  const isMet = (text: string): boolean =>
    verdicts.findLast(({ criterion }) => criterion === text)?.verdict === 'pass' && !unmet.some(({ criterion }) => criterion === text);
  return plan?.criteria.flatMap(({ criterion }) => (isMet(criterion) ? [criterion] : [])) ?? [];
}

const reasoned = (unmet: Gaps['unmet']): readonly string[] => unmet.map(({ criterion, why }) => `${criterion}: ${why}`);

/** Like `endSections`; for a task that has not ended, the open criteria of its last round. */
export function sectionsOf(view: Pick<TaskView, 'story' | 'isContinued'>): readonly Section[] {
  const { result, rounds, cwd } = view.story;
  if (result) return endSections(view, result).map((section) => ({ ...section, items: section.items.map((item) => plainly(item, cwd)) }));
  const open = rounds.at(-1)?.subtasks.filter(({ end }) => end === null) ?? [];
  const items = open.flatMap(({ index, criteria }) => criteria.map((criterion) => `${index}. ${criterionText(criterion)}`));
  return withItems({ title: 'not checked yet', tone: 'plain', items });
}

const withItems = (...sections: readonly Section[]): readonly Section[] => sections.filter(({ items }) => items.length > 0);

/** What the figures and rows leave out. */
export function remarksOn({ story: { cost, estimated, left_out }, leftOut }: TaskView): readonly string[] {
  const charged = estimated.reduce((sum, { model_calls }) => sum + model_calls, 0);
  const lists = (['criteria', 'reasons'] as const).flatMap((kind) => (left_out[kind] ? [`${left_out[kind]} ${kind}`] : []));
  const more = [...(leftOut > 0 ? [counted(leftOut, 'row')] : []), ...lists];
  return [
    ...(cost.unpriced.length === 0 ? [] : [`No price is known for ${cost.unpriced.join(', ')}.`]),
    ...(charged === 0
      ? []
      : [
          `${counted(charged, 'model call')} ended without usage figures, and ${charged === 1 ? 'is' : 'are'} counted at the maximum: tokens and cost are upper bounds (≤).`,
        ]),
    ...(more.length === 0 ? [] : [`Only in the journal: ${more.join(', ')}.`]),
  ];
}

/** How long the task took: work, waiting, pauses. */
export function timeText({ time: { active_ms, waiting_ms, paused_ms, pauses } }: TaskStory): string {
  return [
    `${lasting(active_ms)} of work`,
    ...(waiting_ms >= 1000 ? [`${lasting(waiting_ms)} waiting for an answer`] : []),
    ...(pauses > 0
      ? [pauses === 1 ? `a pause of ${lasting(paused_ms)}` : `${counted(pauses, 'pause')}, ${lasting(paused_ms)} in all`]
      : []),
  ].join('; ');
}

/** How many calls ran, and how many of them had to wait for each other. */
export function callsText({ cost: { model_calls, tool_calls }, sequential_calls }: TaskStory): string {
  const order =
    model_calls <= 1
      ? ''
      : sequential_calls === model_calls
        ? ', one after another'
        : `, ${sequential_calls} one after another and ${model_calls - sequential_calls} at the same time`;
  return `${counted(model_calls, 'model call')}${order}; ${counted(tool_calls, 'tool call')}`;
}
