/** The rows of a task as lines for a terminal: the number of the entry and what was done, indented by place. Pure. */
import { clip, oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Row } from '../rows/row.ts';
import { type Block, blocksIn, rowsIn, type TaskRow, unknownOutcome } from '../rows/task-rows.ts';
import { callSaid } from '../words/call-words.ts';
import { wrap } from '../wrap.ts';

/** How wide the columns of entry numbers and of roles are, and the whole line. */
export type Layout = { readonly numbers: number; readonly roles: number; readonly width: number };

const roleWidth = 6;

export const layoutFor = (entries: number, width: number, withRoles: boolean): Layout => ({
  numbers: Math.max(4, String(entries - 1).length + 1),
  roles: withRoles ? roleWidth : 0,
  width,
});

/** A paragraph for everything before the first round, and one for each round. */
export function paragraphs({ items }: Block, layout: Layout): readonly (readonly string[])[] {
  return [
    rowsIn(items).flatMap((row) => rowLines(row, 0, layout)),
    ...blocksIn(items).map((round) => [
      ...lineOf({ seq: round.seq }, `Round ${round.place.round}`, 0, layout),
      ...round.items.flatMap((item, at) =>
        'items' in item ? subTaskLines(item, layout, item.seq < lastIn(round.items.slice(0, at))) : rowLines(item, 0, layout),
      ),
    ]),
  ].filter((lines) => lines.length > 0);
}

/** The last entry of which these have a row. */
const lastIn = (items: Block['items']): number =>
  items.reduce((last, item) => Math.max(last, 'items' in item ? lastIn(item.items) : item.seq), 0);

/** Attempts have titles if there are several. `isMeanwhile`: it began before what stands above it was over. */
function subTaskLines({ items }: Block, layout: Layout, isMeanwhile: boolean): readonly string[] {
  const isTitled = blocksIn(items).length > 1;
  return items.flatMap((item, at) => {
    if (!('items' in item))
      return rowLines(at === 0 && isMeanwhile ? { ...item, what: `meanwhile ${item.what}` } : item, at === 0 ? 0 : 1, layout);
    const title = isTitled ? lineOf({ seq: item.seq, who: 'R3' }, `attempt ${item.place.attempt}`, 1, layout) : [];
    return [...title, ...rowsIn(item.items).flatMap((row) => rowLines(row, isTitled ? 2 : 1, layout))];
  });
}

const marks: Readonly<Record<string, string>> = { pass: '✓ ', fail: '✗ ', unverifiable: '? ' };
const outcomeMarks = { good: '→', bad: '✗', fair: '–', plain: '→' } as const;

const maxLength = 600;
const minLength = 40;

/** A call, and a criterion that passed, take one line each: what does not fit is cut off. */
export function rowLines(row: TaskRow, depth: number, layout: Layout): readonly string[] {
  const { who, what, detail, outcome } = row;
  const isAdding = who === '';
  const at = isAdding ? depth + 1 : depth;
  const left = isAdding ? {} : row;
  const room = Math.max(minLength, (Number.isFinite(layout.width) ? layout.width : 160) - indentOf(layout, at));
  if (outcome !== undefined) return lineOf(left, callText(callSaid(what, detail, outcome?.tone === 'good'), outcome, room), at, layout);
  const text = Object.hasOwn(marks, what)
    ? `${marks[what]}${detail}`
    : [who === 'you' && layout.roles === 0 ? `you ${what}` : what, detail].filter((part) => part !== '').join(': ');
  return lineOf(left, oneLine(text, what === 'pass' ? room : maxLength), at, layout);
}

/** The call is cut off rather than the outcome. */
function callText(call: string, outcome: Row | null, room: number): string {
  const end = outcome ? `${outcomeMarks[outcome.tone]} ${oneLine(outcome.detail, maxLength)}` : `– ${unknownOutcome}`;
  const head = oneLine(call, Math.max(minLength, room - end.length - 1));
  return `${head} ${clip(end, Math.max(minLength, room - head.length - 1))}`;
}

const indentOf = ({ numbers, roles }: Layout, depth: number): number => numbers + 2 + roles + depth * 2;

/** The entry, the role if that is shown, and a text indented by its depth, without control characters. */
export function lineOf(
  { seq, who = '' }: { readonly seq?: number; readonly who?: string },
  text: string,
  depth: number,
  layout: Layout,
): readonly string[] {
  const left = `${String(seq ?? '').padStart(layout.numbers)}  ${layout.roles === 0 ? '' : who.padEnd(layout.roles)}${'  '.repeat(depth)}`;
  const line = `${left}${visible(text)}`.trimEnd();
  return wrap(line, layout.width, indentOf(layout, depth) + 2);
}
