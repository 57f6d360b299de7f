/** The screen of the shell: what is finished above, what is under way below, redrawn when something changes or the window does. */
import type { WriteStream } from 'node:tty';
import { frame, type ScreenState } from '../../view/screen/frame.ts';
import { createFrameClock } from '../../view/screen/frame-clock.ts';
import { createRenderer } from '../../view/screen/renderer.ts';
import { type Line, line } from '../../view/style/line.ts';
import type { Paint } from '../../view/style/paint.ts';
import { keepStderr } from './keep-stderr.ts';
import type { Keyboard } from './typing/keyboard.ts';

export type Screen = Disposable & {
  readonly columns: number;
  readonly rows: number;
  /** Finished lines: they are printed once. */
  show(lines: readonly Line[]): void;
  /** Everything that was shown, the newest last; of very much, the end. */
  readonly shown: readonly Line[];
  /** Something under way changed. */
  soon(): void;
  /** A key was pressed. */
  now(): void;
  /** Leaves the terminal to another program; `enter` draws again. */
  leave(): void;
  enter(): void;
};

export type ScreenOptions = {
  readonly output: Pick<WriteStream, 'write' | 'columns' | 'rows' | 'on' | 'off'>;
  readonly paint: Paint;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keyboard: () => Pick<Keyboard, 'cursorColumn'>;
  readonly state: () => ScreenState;
};

/** A window that is dragged changes many times; while it does, nothing is drawn that would be for the wrong width. */
const resizeMs = 75;
/** Where lines were wrapped, to draw for a width that is no longer true would erase what is finished; tmux tells of a change up to 250 ms late. */
const wrappedMs = 300;
const maxShown = 20_000;

export function openScreen({ output, paint, env, keyboard, state }: ScreenOptions): Screen {
  const write = (text: string): void => void output.write(text);
  const renderer = createRenderer({ write, paint, rewraps: rewraps(env) });
  const shown: Line[] = [];
  let kept: Disposable | undefined;
  let resizing: NodeJS.Timeout | undefined;
  const size = () => ({ columns: output.columns || 80, rows: output.rows || 24 }); // some terminals report 0
  const draw = (): void => {
    const { columns, rows } = size();
    if (kept && resizing === undefined) renderer.draw(frame(state(), columns, rows));
  };
  const clock = createFrameClock({ draw });

  async function resized(): Promise<void> {
    const { columns } = size();
    const cursorColumn = kept && renderer.isUnsure(columns) ? await keyboard().cursorColumn() : undefined;
    if (columns !== size().columns) return; // it goes on: another one follows
    renderer.resized(columns, cursorColumn);
    resizing = undefined;
    draw();
  }
  const onResize = (): void => {
    clearTimeout(resizing);
    resizing = setTimeout(() => void resized(), renderer.isWrapped(size().columns) ? wrappedMs : resizeMs);
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

/** xterm, GNU screen and the console of Linux leave lines as they are when their width changes. */
const rewraps = ({ XTERM_VERSION, TMUX, STY, TERM }: ScreenOptions['env']): boolean =>
  TMUX !== undefined || (XTERM_VERSION === undefined && STY === undefined && TERM !== 'linux');
