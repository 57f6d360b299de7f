/** Decides when to draw: at a limited rate while something moves, and never while nothing does. */

export type FrameClock = Disposable & {
  /** Something has moved: a frame follows soon, and shows all changes up to that moment. */
  soon(): void;
  /** A key was pressed: a frame follows as soon as the input that arrived with it is handled. */
  now(): void;
};

export type FrameClockOptions = {
  readonly draw: () => void;
  readonly perSecond?: number;
  readonly now?: () => number;
  readonly schedule?: (act: () => void, ms: number) => Disposable;
};

export function createFrameClock({ draw, perSecond = 12, now = () => performance.now(), schedule = later }: FrameClockOptions): FrameClock {
  const interval = 1000 / perSecond;
  let last = Number.NEGATIVE_INFINITY;
  let next: { readonly timer: Disposable; readonly at: number } | undefined;

  function drawIn(ms: number): void {
    const at = now() + ms;
    if (next && next.at <= at) return;
    next?.timer[Symbol.dispose]();
    const timer = schedule(() => {
      next = undefined;
      const early = at - now(); // Node counts from the start of its turn, and drops the fraction of a millisecond
      if (early > 0) return drawIn(early);
      last = now();
      draw();
    }, ms);
    next = { timer, at };
  }

  return {
    soon: () => drawIn(Math.max(0, last + interval - now())),
    now: () => drawIn(0),
    [Symbol.dispose]() {
      next?.timer[Symbol.dispose]();
      next = undefined;
    },
  };
}

function later(act: () => void, ms: number): Disposable {
  const timer = ms <= 0 ? setImmediate(act) : setTimeout(act, ms);
  return timer;
}
