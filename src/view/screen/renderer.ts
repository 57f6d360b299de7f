/**
 * Draws on a terminal without taking it over: finished lines go into its scrollback once, and below them a small region is redrawn.
 * Every frame is one write inside synchronized output, of the lines that changed. Nothing above the region is ever touched.
 */
import { type Line, textOf } from '../style/line.ts';
import type { Paint } from '../style/paint.ts';
import type { Frame } from './frame.ts';
import { startOf } from './start-of.ts';
import { wrappedAt } from './wrapped-at.ts';

export type Renderer = {
  /** Finished lines. They are written with the next frame. */
  commit(lines: readonly Line[]): void;
  draw(frame: Frame): void;
  /**
   * The size of the window has changed: the next frame is drawn from scratch. `cursorColumn` is the cursor position that the terminal reports:
   * terminals differ when the cursor's line becomes too long, because some do not wrap it. `notifiedAt` is when the process was notified; now by
   * default.
   */
  resized(columns: number, cursorColumn?: number, notifiedAt?: number): void;
  /** The next frame is drawn from scratch, whatever happened to the last one. */
  redraw(): void;
  /** Removes the region and writes the finished lines, before another program draws or artoo ends. */
  clear(): void;
};

export type RendererOptions = {
  readonly write: (text: string) => void;
  readonly paint: Paint;
  /** Whether the terminal rewraps lines when its width changes. */
  readonly rewraps?: boolean;
  /** Whether it is known to rewrap the cursor's line, too: then its position need not be reported. */
  readonly rewrapsCursor?: boolean;
  /** How late a change of size may be reported: lines drawn within that time may never have been wrapped. */
  readonly lateMs?: number;
  readonly now?: () => number;
};

const beginFrame = '\u001b[?2026h';
const endFrame = '\u001b[?2026l';
/** Turns wrapping off: a line that is wider on the terminal than we computed is cut off, and does not move the lines below it. */
const wrapOff = '\u001b[?7l';
const wrapOn = '\u001b[?7h';
/**
 * Erases the whole line: if only the part to the right of a shorter text is erased, tmux still considers the line as wide as before, and wraps it in
 * a narrower window.
 */
const eraseLine = '\u001b[2K';
/** From the second column on: if everything is erased from the first column of the first row, tmux puts it into the scrollback. */
const eraseBelow = `${eraseLine}\u001b[C\u001b[J\r`;

const nothing: Frame = { lines: [], cursor: { row: 0, column: 0 } };

export function createRenderer({
  write,
  paint,
  rewraps = true,
  rewrapsCursor = false,
  lateMs = 0,
  now = () => performance.now(),
}: RendererOptions): Renderer {
  let shown = nothing;
  let painted: readonly string[] = [];
  /** When each line was written. */
  let writtenAt: readonly number[] = [];
  let finished: Line[] = [];
  /** How far above the cursor the region begins once the terminal has rewrapped it. */
  let rowsUp: number | undefined;

  const writeFrame = (text: string): void => write(`${beginFrame}${text}${endFrame}`);

  /** Replaces the region by the finished lines. */
  function replaced(): string {
    const erased = `${vertical(-(rowsUp ?? shown.cursor.row))}\r${painted.length > 0 ? eraseBelow : ''}`;
    const text = finished.map((each) => `${paint(each)}\r\n`).join('');
    finished = [];
    rowsUp = undefined;
    return erased + text;
  }

  return {
    commit(lines) {
      for (const each of lines) finished.push(each);
    },
    draw(frame) {
      const next = frame.lines.map(paint);
      const isWhole = finished.length > 0 || rowsUp !== undefined || painted.length === 0;
      const { text, row } = isWhole ? { text: next.join('\r\n'), row: next.length - 1 } : changes(painted, next, shown.cursor.row);
      const isMoved = frame.cursor.row !== shown.cursor.row || frame.cursor.column !== shown.cursor.column;
      if (isWhole || text !== '' || isMoved)
        writeFrame(`${isWhole ? replaced() : ''}${wrapOff}${text}${vertical(frame.cursor.row - row)}${toCaret(frame, paint)}${wrapOn}`);
      writtenAt = next.map((content, at) => (!isWhole && content === painted[at] ? (writtenAt[at] ?? now()) : now()));
      shown = frame;
      painted = next;
    },
    resized(columns, cursorColumn, notifiedAt = now()) {
      const since = notifiedAt - lateMs;
      const isRecent = (row: number): boolean => lateMs > 0 && (writtenAt[row] ?? 0) >= since;
      rowsUp = rewraps ? rowsAbove(shown, columns, rewrapsCursor ? 'wrapped' : cursorColumn, isRecent) : shown.cursor.row;
    },
    redraw() {
      rowsUp ??= shown.cursor.row;
    },
    clear() {
      if (painted.length > 0 || finished.length > 0) writeFrame(replaced());
      shown = nothing;
      painted = [];
      rowsUp = undefined;
    },
  };
}

/** The differences, line by line, and the row of the cursor afterwards. A region that grows is extended by new lines, which scroll the screen if necessary. */
function changes(before: readonly string[], after: readonly string[], from: number): { readonly text: string; readonly row: number } {
  let text = '';
  let row = from;
  for (const [at, content] of after.entries()) {
    if (at < before.length && content === before[at]) continue;
    text += at < before.length ? `${vertical(at - row)}\r${eraseLine}${content}` : `${vertical(at - 1 - row)}\r\n${content}`;
    row = at;
  }
  if (after.length >= before.length) return { text, row };
  return { text: `${text}${vertical(after.length - row)}\r${eraseBelow}`, row: after.length };
}

/** Positions the cursor by its column in plain text; in other text by rewriting what precedes it, because terminals differ in how wide some characters are. */
function toCaret({ lines, cursor: { row, column } }: Frame, paint: Paint): string {
  const before = startOf(lines[row] ?? [], column);
  return /^[ -~]*$/.test(textOf(before)) ? `\u001b[${column + 1}G` : `\r${paint(before)}`;
}

/** Moves down by line feeds: a window that has become lower has lost the rows below the cursor, and an ordinary movement would stop at its last row. */
const vertical = (rows: number): string => (rows < 0 ? `\u001b[${-rows}A` : '\n'.repeat(rows));

/** How many rows of the region are above the cursor at this width. If unsure, too few: a stray line is better than a lost one. */
function rowsAbove(
  { lines, cursor }: Frame,
  columns: number,
  cursorColumn: number | 'wrapped' | undefined,
  isRecent: (row: number) => boolean,
): number {
  const rowsOf = (each: Line, row: number): number => (isRecent(row) ? 1 : wrappedAt(textOf(each), columns).row + 1);
  const above = lines.slice(0, cursor.row).reduce((sum, each, row) => sum + rowsOf(each, row), 0);
  if (cursor.column < columns || isRecent(cursor.row)) return above;
  const end = wrappedAt(`${textOf(startOf(lines[cursor.row] ?? [], cursor.column))} `, columns);
  const isWrapped = cursorColumn === 'wrapped' || (cursorColumn === end.column - 1 && cursorColumn !== columns - 1);
  return isWrapped ? above + end.row : above;
}
