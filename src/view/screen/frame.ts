/** What is drawn below the finished lines: what is under way, and the editor. Pure. */

import { cutLine } from '../style/cut-line.ts';
import { type Line, line, lineWidth, span } from '../style/line.ts';

export type Caret = { readonly row: number; readonly column: number };

/** How many lines above and below are not shown. */
export type Hidden = { readonly above: number; readonly below: number };

export type Frame = {
  readonly lines: readonly Line[];
  /** The position of the terminal's cursor, where input methods open their window. */
  readonly cursor: Caret;
};

export type ScreenState = {
  /** What is under way: the activity in the first line, its details below. */
  readonly live: readonly Line[];
  /** The texts that will be sent when the task has ended, in this order. */
  readonly queued: readonly string[];
  readonly input: {
    /** The text before the input: `> `, or a question. */
    readonly label: Line;
    readonly lines: readonly string[];
    readonly caret: Caret;
    /** How many lines of the draft are hidden above and below. */
    readonly hidden?: Hidden;
  };
  /** What can be chosen with the arrow keys. */
  readonly choices: readonly Line[];
  /** Which keys do something at the moment; left out if there are choices, or no room. */
  readonly hint: Line;
};

/** How many columns the editor has next to its label. */
export const inputColumns = (label: Line, columns: number): number =>
  Math.max(1, columns - 1 - lineWidth(cutLine(label, labelRoom(columns))));

/** At most half of the rows; what is under way takes at most a third of the screen. No line fills the width: a narrower window would break it in two. */
export function frame({ live, queued, input, choices, hint }: ScreenState, columns: number, rows: number): Frame {
  const third = Math.max(1, Math.floor(rows / 3));
  const half = Math.max(1, Math.floor(rows / 2));
  const gap: readonly Line[] = rows < minGapRows ? [] : [[]];
  const typed = windowOf(input, third);
  const marks = marksFor(typed.hidden, half - gap.length - typed.lines.length);
  const editor = marks.top.length + typed.lines.length + marks.bottom.length;
  const offered = choices.length > 0 ? choices : columns < minHintColumns || hint.length === 0 ? [] : [hint];
  const below = offered.slice(0, Math.max(0, half - gap.length - editor));
  const waiting = queued.map((text) => line(`  next: ${text}`, 'muted'));
  const above = withinRows(live, waiting, Math.max(0, Math.min(third, half - gap.length - editor - below.length)));
  const label = cutLine(input.label, labelRoom(columns));
  const margin = ' '.repeat(lineWidth(label));
  const draft = typed.lines.map((text, at) => [...(at === 0 ? label : line(margin)), span(text)]);
  const lines = [...gap, ...above, ...marks.top, ...draft, ...marks.bottom, ...below];
  return {
    lines: lines.map((each) => cutLine(each, Math.max(1, columns - 1))),
    cursor: {
      row: gap.length + above.length + marks.top.length + input.caret.row - typed.from,
      column: Math.min(Math.max(0, columns - 1), margin.length + input.caret.column),
    },
  };
}

/** If there is room, an empty line separates this from the finished lines. */
const minGapRows = 12;

/** No lines if the hints do not fit, because cut hints are useless. */
const minHintColumns = 30;

/** A question may be long, but leaves room for its answer. */
const labelRoom = (columns: number): number => Math.max(1, columns - 9);

type Window = { readonly lines: readonly string[]; readonly from: number; readonly hidden: Hidden };

/** As many lines of the draft as fit, including the line with the caret. */
function windowOf({ lines, caret, hidden = { above: 0, below: 0 } }: ScreenState['input'], max: number): Window {
  const from = Math.max(0, Math.min(caret.row - max + 1, lines.length - max));
  const shown = lines.slice(from, from + max);
  return { lines: shown, from, hidden: { above: hidden.above + from, below: hidden.below + lines.length - from - shown.length } };
}

/** Shows that a draft continues above and below its visible lines, if there is room. */
function marksFor({ above, below }: Hidden, room: number): { readonly top: readonly Line[]; readonly bottom: readonly Line[] } {
  const mark = (arrow: string, count: number): Line => line(`  ${arrow} ${count} more ${count === 1 ? 'line' : 'lines'}`, 'muted');
  const top = above > 0 && room > 0 ? [mark('↑', above)] : [];
  return { top, bottom: below > 0 && room > top.length ? [mark('↓', below)] : [] };
}

/** The activity, the newest details, and the number of waiting texts, in this order of priority. */
function withinRows(live: readonly Line[], waiting: readonly Line[], max: number): readonly Line[] {
  if (live.length + waiting.length <= max) return [...live, ...waiting];
  const left = Math.max(0, max - Math.min(1, live.length));
  const shownWaiting = waiting.length <= Math.max(1, left - 1) ? waiting : [line(`  next: ${waiting.length} messages`, 'muted')];
  const kept = shownWaiting.slice(0, left);
  const details = live.slice(1);
  return [
    ...live.slice(0, Math.min(1, max)),
    ...details.slice(details.length - Math.max(0, Math.min(details.length, left - kept.length))),
    ...kept,
  ];
}
