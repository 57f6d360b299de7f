/** The screen of the shell: finished lines above, what is under way below, redrawn when that or the window changes. */
import type { WriteStream } from 'node:tty';
import { type Frame, frame, type ScreenState } from '../../../view/screen/frame.ts';
import { createFrameClock } from '../../../view/screen/frame-clock.ts';
import { createRenderer } from '../../../view/screen/renderer.ts';
import { type Line, line } from '../../../view/style/line.ts';
import type { Paint } from '../../../view/style/paint.ts';
import { resizingOf } from '../../terminal/resizing.ts';
import type { Keyboard } from '../typing/keyboard.ts';
import { keepStderr } from './keep-stderr.ts';

export type Screen = Disposable & {
  readonly columns: number;
  readonly rows: number;
  /** Finished lines: they are printed once. */
  show(lines: readonly Line[]): void;
  /** Everything that was shown, newest last; only the end if there is a lot. */
  readonly shown: readonly Line[];
  /** Something under way has changed: it is redrawn soon. */
  soon(): void;
  /** A key was pressed: it is redrawn at once. */
  now(): void;
  /** Redraws everything that is under way: something else may have overwritten it. */
  redraw(): void;
  /** Leaves the terminal to another program; `enter` draws again. */
  leave(): void;
  enter(): void;
};

export type ScreenOptions = {
  readonly output: Pick<WriteStream, 'write' | 'columns' | 'rows' | 'on' | 'off'>;
  readonly paint: Paint;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keyboard: () => Pick<Keyboard, 'askTerminal'>;
  readonly state: () => ScreenState;
};

/** A window that is dragged changes many times; meanwhile nothing is drawn, as the width would be wrong. */
const stillMs = 75;
/** tmux reports a change up to 250 ms late, so the process has the right width only after that. */
const stillInTmuxMs = 300;
/** How often to wait until the process is notified of a width that the terminal already has. */
const maxWaits = 5;
const emptyFrame: Frame = { lines: [[]], cursor: { row: 0, column: 0 } };
const maxShown = 20_000;

export function openScreen({ output, paint, env, keyboard, state }: ScreenOptions): Screen {
  const write = (text: string): void => void output.write(text);
  const renderer = createRenderer({ write, paint, ...resizingOf(env) });
  const shown: Line[] = [];
  let kept: Disposable | undefined;
  let resizing: NodeJS.Timeout | undefined;
  let [changes, waits, notifiedAt] = [0, 0, 0];
  /** The width that the region was drawn for; undefined if there is none. */
  let drawnFor: number | undefined;
  const size = () => ({ columns: output.columns || 80, rows: output.rows || 24 }); // some terminals report 0
  const draw = (): void => {
    const { columns, rows } = size();
    if (!kept || resizing !== undefined) return;
    renderer.draw(frame(state(), columns, rows));
    drawnFor = columns;
  };
  const clock = createFrameClock({ draw });

  /** Redraws once the window has settled, unless the width has changed again. */
  async function resized(): Promise<void> {
    const of = changes;
    const { columns, cursorColumn } = await report();
    if (of !== changes) return; // the size is still changing: another event follows
    waits += 1;
    if (columns !== size().columns && waits <= maxWaits) return waitUntilStill();
    renderer.resized(columns, cursorColumn, notifiedAt);
    resizing = undefined;
    draw();
  }

  /**
   * In a narrower window the region would wrap, and might grow beyond the screen, where nothing can be erased. So it is removed until the window has
   * settled.
   */
  async function remove(): Promise<void> {
    drawnFor = undefined;
    const { columns, cursorColumn } = await report();
    if (!kept || resizing === undefined) return;
    renderer.resized(columns, cursorColumn, notifiedAt);
    renderer.draw(emptyFrame);
  }

  async function report(): Promise<{ readonly columns: number; readonly cursorColumn?: number }> {
    const told = kept && (await keyboard().askTerminal());
    return told ?? { columns: size().columns };
  }

  function waitUntilStill(): void {
    clearTimeout(resizing);
    resizing = setTimeout(() => void resized(), env.TMUX === undefined ? stillMs : stillInTmuxMs);
  }

  const onResize = (): void => {
    if (resizing === undefined) notifiedAt = performance.now();
    changes += 1;
    waits = 0;
    waitUntilStill();
    if (drawnFor !== undefined && drawnFor !== size().columns) void remove();
  };

  function show(lines: readonly Line[]): void {
    renderer.commit(lines);
    for (const each of lines) shown.push(each);
    if (shown.length > 2 * maxShown) shown.splice(0, shown.length - maxShown);
    clock.soon();
  }

  function leave(): void {
    if (!kept) return;
    kept[Symbol.dispose]();
    kept = undefined;
    renderer.clear();
  }

  function enter(): void {
    if (kept) return;
    kept = keepStderr((text) => show([line(text, 'muted')]));
    clock.now();
  }

  output.on('resize', onResize);
  enter();
  return {
    get columns() {
      return size().columns;
    },
    get rows() {
      return size().rows;
    },
    show,
    shown,
    soon: clock.soon,
    now: clock.now,
    redraw() {
      renderer.redraw();
      clock.now();
    },
    leave,
    enter,
    [Symbol.dispose]() {
      clearTimeout(resizing);
      output.off('resize', onResize);
      clock[Symbol.dispose]();
      leave();
    },
  };
}
