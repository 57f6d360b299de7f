/** What is under way as the lines of a live region. Pure: the time is given. */
import { cutLine } from '../style/cut-line.ts';
import { type Line, line, lineWidth, span } from '../style/line.ts';
import { doingWords, planningAgain } from '../words/doing-words.ts';
import { indentIn, labelled, leadIn, said } from './layout.ts';
import { signs } from './signs.ts';
import { spentTexts } from './spent.ts';
import type { Activity, Aim, PictureState } from './state.ts';
import { quietMs, whyWaiting } from './waiting.ts';

const maxOutput = 5;
const maxText = 3;

/** Shows the end of the text that a model is writing: at most `max` lines. */
export type Preview = (text: string, columns: number, max: number) => readonly Line[];

/**
 * At most `maxRows` lines, all narrower than the screen; no lines once the task is over. `preview` is passed in because it parses Markdown, and not
 * every caller has loaded it.
 */
export function liveLines(
  state: PictureState,
  now: number,
  columns: number,
  maxRows: number,
  preview: Preview = () => [],
): readonly Line[] {
  if (state.isOver || state.started === null || maxRows < 1) return [];
  const width = widthIn(columns);
  const below = footer(state, now);
  const room = maxRows - 1;
  const activities = state.activities.slice(0, Math.max(1, Math.floor(room / 2)));
  const heads = activities.map((activity) => headOf(activity, now, columns));
  const more = state.activities.length - activities.length;
  let left = room - heads.flat().length;
  const rest = activities.map((activity) => {
    const lines = saying(activity, { now, columns, preview }).slice(-Math.max(0, left));
    left -= lines.length;
    return left < 0 ? [] : lines;
  });
  const aims = aimLines(state.aims, Math.max(0, left), columns);
  return [
    ...heads.flatMap((head, at) => [...head, ...(rest[at] ?? [])]),
    ...(state.isAsking && heads.length === 0 ? [[...leadIn(labelled('waits'), columns), span('for your answer', 'fair')]] : []),
    ...aims,
    more > 0 ? [...below, span(` · ${more} more under way`, 'muted')] : below,
  ]
    .slice(-maxRows)
    .map((each) => cutLine(each, width));
}

/** Keeps every line narrower than the screen. */
const widthIn = (columns: number): number => Math.max(1, columns - 1);

/** What is being done, for which sub-task and since when; the running call is below that. */
function headOf({ doing, subtask, since, call, isAgain }: Activity, now: number, columns: number): readonly Line[] {
  const time = `  ${elapsed(now - since)}`;
  const label = subtask && subtask.of > 1 ? `${doing} ${subtask.index}/${subtask.of}` : doing;
  const lead = leadIn({ lead: [span(label.padEnd(12).concat(' '), 'accent')] }, columns);
  const what = call === '' ? (subtask?.intent ?? (isAgain ? planningAgain : doingWords[doing])) : call;
  const text = said(what, call === '' ? 'plain' : 'code');
  return [[...cutLine([...lead, text], widthIn(columns) - time.length), span(time, 'muted')]];
}

type Showing = { readonly now: number; readonly columns: number; readonly preview: Preview };

/** The end of what a command printed, or of what a model is writing; before it writes, what it waits for. */
function saying({ output, text, asked }: Activity, { now, columns, preview }: Showing): readonly Line[] {
  const indent = indentIn(columns);
  if (output.length > 0) return output.slice(-maxOutput).map((each) => [...indent, span(each, 'muted')]);
  const waits = asked ? waitingText(asked, now) : '';
  if (waits !== '') return [[...indent, span(waits, 'fair')]];
  return preview(text, widthIn(columns) - lineWidth(indent), maxText).map((each) => [...indent, ...each]);
}

/** Seconds until the next try, or since the request was sent; empty for a short time. */
function waitingText({ since, wait }: NonNullable<Activity['asked']>, now: number): string {
  if (wait && now < wait.until) return `waiting ${elapsed(wait.until - now + 999)} (then attempt ${wait.attempt}): ${whyWaiting[wait.why]}`;
  return now - since < quietMs ? '' : `no answer from the model for ${elapsed(now - since)}`;
}

/** Each criterion or, if they do not fit, how many there are of each kind. */
function aimLines(aims: readonly Aim[], room: number, columns: number): readonly Line[] {
  if (aims.length === 0 || room === 0) return [];
  if (aims.length <= room) return aims.map(({ text, verdict }) => [...indentIn(columns), signs[verdict], said(text, 'muted')]);
  const counts = (['pass', 'fail', 'unverifiable', 'open'] as const).flatMap((verdict) => {
    const count = aims.filter((aim) => aim.verdict === verdict).length;
    return count === 0 ? [] : [signs[verdict], span(`${count}  `, 'muted')];
  });
  return [[...indentIn(columns), ...counts]];
}

function footer({ started, spent }: PictureState, now: number): Line {
  return line([elapsed(now - (started ?? now)), ...spentTexts(spent)].join(' · '), 'muted');
}

/** Whole seconds and minutes, so that the text changes once a second: `7 s`, `2 min 5 s`, `1 h 12 min`. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
