/** The rows of a task as lines for a terminal: the entry, who, and what, each under what it belongs to. Pure. */
import { clip, oneLine } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';
import { type Block, type TaskRow, unknownOutcome } from '../rows/task-rows.ts';
import { wrap } from '../wrap.ts';

/** How rows are laid out: how wide the column of entries is, and how many columns there are in all. */
export type Layout = { readonly numbers: number; readonly width: number };

export const layoutFor = (entries: number, width: number): Layout => ({
  numbers: Math.max(4, String(Math.max(0, entries - 1)).length + 1),
  width,
});

/** A paragraph for what came before the first round, and one for each round. */
export function paragraphs({ items }: Block, layout: Layout): readonly (readonly string[])[] {
  const before = items.flatMap((item) => ('items' in item ? [] : rowLines(item, 0, layout)));
  const rounds = items.flatMap((item) => ('items' in item ? [item] : []));
  return [
    before,
    ...rounds.map((round) => [
      ...lineOf({ seq: round.seq, who: `Round ${round.place.round}` }, '', 0, layout),
      ...round.items.flatMap((item) => ('items' in item ? subTaskLines(item, layout) : rowLines(item, 0, layout))),
    ]),
  ].filter((lines) => lines.length > 0);
}

/** Attempts are named where there are several. */
function subTaskLines({ items }: Block, layout: Layout): readonly string[] {
  const isNamed = items.filter((item) => 'items' in item).length > 1;
  return items.flatMap((item, at) => {
    if (!('items' in item)) return rowLines(item, at === 0 ? 0 : 1, layout);
    const title = isNamed ? lineOf({ seq: item.seq, who: 'R3' }, `attempt ${item.place.attempt}`, 1, layout) : [];
    return [...title, ...item.items.flatMap((each) => ('items' in each ? [] : rowLines(each, isNamed ? 2 : 1, layout)))];
  });
}

const marks: Readonly<Record<string, string>> = { pass: '✓ ', fail: '✗ ', unverifiable: '? ' };
const outcomeMarks = { good: '→', bad: '✗', fair: '–', plain: '→' } as const;

const maxLength = 600;
const minLength = 40;

/** One row. A call and a criterion that passed take one line each: what does not fit is cut off. */
function rowLines(row: TaskRow, depth: number, layout: Layout): readonly string[] {
  const { who, what, detail, outcome } = row;
  const isAdding = who === '';
  const at = isAdding ? depth + 1 : depth;
  const left = isAdding ? {} : row;
  const room = Math.max(minLength, (Number.isFinite(layout.width) ? layout.width : 160) - indentOf(layout, at));
  if (outcome !== undefined) return lineOf(left, callText(`${what} ${detail}`, outcome, room), at, layout);
  const text = Object.hasOwn(marks, what) ? `${marks[what]}${detail}` : [what, detail].filter((part) => part !== '').join(': ');
  return lineOf(left, oneLine(text, what === 'pass' ? room : maxLength), at, layout);
}

/** The call is cut off before what came of it is. */
function callText(call: string, outcome: NonNullable<TaskRow['outcome']> | null, room: number): string {
  const came = outcome ? `${outcomeMarks[outcome.tone]} ${oneLine(outcome.detail, maxLength)}` : `– ${unknownOutcome}`;
  const head = oneLine(call, Math.max(minLength, room - came.length - 1));
  return `${head} ${clip(came, Math.max(minLength, room - head.length - 1))}`;
}

const widestRole = 5;
const indentOf = ({ numbers }: Layout, depth: number): number => numbers + 2 + widestRole + 1 + depth * 2;

/** The entry, who, and a text under what it belongs to. Nothing in it can draw on a terminal. */
export function lineOf(
  { seq, who = '' }: { readonly seq?: number; readonly who?: string },
  text: string,
  depth: number,
  layout: Layout,
): readonly string[] {
  const left = `${String(seq ?? '').padStart(layout.numbers)}  ${who.padEnd(widestRole)} ${'  '.repeat(depth)}`;
  const line = `${left}${visible(text)}`.trimEnd();
  return wrap(line, layout.width, indentOf(layout, depth) + 2);
}
