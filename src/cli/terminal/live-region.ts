/** The lines below the finished ones, redrawn while a task runs. */
import { createRenderer } from '../../view/screen/renderer.ts';
import { type Line, lineWidth } from '../../view/style/line.ts';
import type { Paint } from '../../view/style/paint.ts';

export type LiveRegion = {
  /** Writes finished lines above the region: with its next frame, or at once if there is no region. */
  commit(lines: readonly Line[]): void;
  /** Replaces the region. */
  draw(lines: readonly Line[]): void;
  /** Removes the region, so that something else can be written. */
  clear(): void;
  /** The width of the window has changed. */
  resized(columns: number): void;
  /** Removes the region before the process is stopped. After it continues, drawing starts at the cursor, even if the process has not been notified yet. */
  suspend(): void;
  /** Something else was written meanwhile, for example by a shell while artoo was in the background: the region is redrawn below that. */
  lost(): void;
};

/** `rewraps`: whether the terminal has rewrapped its lines when a change of width is reported. */
export function createLiveRegion(write: (text: string) => void, paint: Paint, rewraps = true): LiveRegion {
  const create = () => createRenderer({ write, paint, rewraps });
  let renderer = create();
  let shown: readonly Line[] = [];
  let isSuspended = false;
  const clear = () => {
    shown = [];
    renderer.clear();
  };
  const draw = (lines: readonly Line[]) => {
    shown = lines;
    const last = lines.at(-1);
    if (last) renderer.draw({ lines, cursor: { row: lines.length - 1, column: lineWidth(last) } });
    else renderer.clear();
  };
  return {
    draw,
    commit(lines) {
      renderer.commit(lines);
      if (shown.length === 0) renderer.clear();
    },
    clear,
    resized: (columns) => renderer.resized(columns),
    suspend() {
      clear();
      isSuspended = true;
    },
    lost() {
      const isKnown = isSuspended;
      isSuspended = false;
      if (isKnown) return;
      renderer = create();
      shown = [];
    },
  };
}
