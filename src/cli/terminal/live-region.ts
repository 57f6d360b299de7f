/** The lines below the finished ones, redrawn while a task runs. */
import { createRenderer, type RendererOptions } from '../../view/screen/renderer.ts';
import { cutLine } from '../../view/style/cut-line.ts';
import { type Line, lineWidth } from '../../view/style/line.ts';
import type { Paint } from '../../view/style/paint.ts';

export type LiveRegion = {
  /** Writes finished lines above the region: with its next frame, or at once if there is no region. */
  commit(lines: readonly Line[]): void;
  /** Replaces the region. */
  draw(lines: readonly Line[]): void;
  /** Removes the region, so that something else can be written. */
  clear(): void;
  /** The width of the window has changed: the region is removed until it has been still for a moment. */
  resized(columns: number): void;
  /** Removes the region before the process is stopped. After it continues, drawing starts at the cursor, even if the process has not been notified yet. */
  suspend(): void;
  /** Something else was written meanwhile, for example by a shell while artoo was in the background: the region is redrawn below that. */
  lost(): void;
};

export type LiveRegionOptions = Pick<RendererOptions, 'rewraps' | 'rewrapsCursor' | 'lateMs'> & {
  readonly now?: () => number;
  readonly schedule?: (act: () => void, ms: number) => Disposable;
};

/** A window that is dragged changes many times; meanwhile nothing is drawn, as it would have the wrong width. tmux reports all changes but the first up to 250 ms late. */
const stillMs = 300;

/** The options say how the terminal behaves when its window is resized. */
export function createLiveRegion(write: (text: string) => void, paint: Paint, options: LiveRegionOptions = {}): LiveRegion {
  const { lateMs = 0, now = () => performance.now(), schedule = later } = options;
  const create = () => createRenderer({ ...options, write, paint, now });
  let renderer = create();
  let shown: readonly Line[] = [];
  let isSuspended = false;
  let [resizedAt, width] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let still: Disposable | undefined;
  const settle = () => {
    still?.[Symbol.dispose]();
    still = undefined;
  };
  const clear = () => {
    settle();
    shown = [];
    renderer.clear();
  };
  const draw = (lines: readonly Line[]) => {
    shown = lines;
    if (still) return;
    const fitting = lines.map((each) => cutLine(each, width - 1));
    const last = fitting.at(-1);
    if (last) renderer.draw({ lines: fitting, cursor: { row: fitting.length - 1, column: lineWidth(last) } });
    else renderer.clear();
  };
  return {
    draw,
    commit(lines) {
      renderer.commit(lines);
      if (shown.length === 0 || still) renderer.clear();
    },
    clear,
    resized(columns) {
      width = columns || Number.POSITIVE_INFINITY; // some terminals report 0
      const isFirst = now() - resizedAt > 2 * stillMs;
      resizedAt = now();
      if (shown.length === 0) return;
      renderer.resized(columns, undefined, lateMs === 0 || isFirst ? resizedAt : resizedAt - stillMs);
      renderer.clear();
      still?.[Symbol.dispose]();
      still = schedule(() => {
        settle();
        draw(shown);
      }, stillMs);
    },
    suspend() {
      clear();
      isSuspended = true;
    },
    lost() {
      const isKnown = isSuspended;
      isSuspended = false;
      if (isKnown) return;
      settle();
      renderer = create();
      shown = [];
    },
  };
}

function later(act: () => void, ms: number): Disposable {
  return setTimeout(act, ms).unref();
}
