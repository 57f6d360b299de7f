/** If nothing is redrawn, reports what a task waits for: a model that does not answer, or the time when it is asked again. */
import type { ModelWait } from '../../models/model.ts';
import { fitted } from '../../view/picture/layout.ts';
import type { Picture } from '../../view/picture/picture.ts';
import { silenceLines, waitLines } from '../../view/picture/waiting.ts';
import type { Line } from '../../view/style/line.ts';

type Silence = Disposable & {
  /** Called when a model call waits before it is sent again; the picture already has that wait. */
  readonly waits: (wait: ModelWait) => void;
};

const secondMs = 1_000;

export function tellSilence(
  picture: Pick<Picture, 'state'>,
  show: (lines: readonly Line[]) => void,
  columns: () => number | undefined,
): Silence {
  let before = Date.now();
  const look = () => {
    const now = Date.now();
    show(fitted(silenceLines(picture.state, before, now), columns()));
    before = now;
  };
  const seconds = setInterval(look, secondMs).unref();
  return {
    waits: (wait) => show(fitted(waitLines(wait, Date.now()), columns())),
    [Symbol.dispose]: () => clearInterval(seconds),
  };
}
