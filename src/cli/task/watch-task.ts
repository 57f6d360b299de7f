/** Draws what is under way in a task: what it is doing, and the live output of its commands and models. */
import type { ArtooParts } from '../../app/artoo-parts.ts';
import { lazily } from '../../contracts/lazily.ts';
import { liveLines, type Preview } from '../../view/picture/live-lines.ts';
import type { Picture } from '../../view/picture/picture.ts';
import { createFrameClock } from '../../view/screen/frame-clock.ts';
import { line } from '../../view/style/line.ts';
import type { Terminal } from '../command.ts';

export type Watch = Disposable & {
  readonly onText: NonNullable<ArtooParts['onText']>;
  readonly onWait: NonNullable<ArtooParts['onWait']>;
  readonly onOutput: NonNullable<ArtooParts['onOutput']>;
  /** The picture has changed: it is drawn soon. */
  readonly changed: () => void;
};

const secondMs = 1_000;
const stopHint = 'Ctrl+C stops it; artoo resume continues it';

type Screen = Pick<Terminal, 'width' | 'height'> & { readonly live?: Pick<NonNullable<Terminal['live']>, 'draw' | 'clear'> | undefined };

/** Undefined without a screen to draw on, so that models need not stream their text, and no output is passed on. `hint` says what keys do meanwhile. */
export function watchTask(picture: Picture, terminal: Screen, hint: string = stopHint): Watch | undefined {
  const { live } = terminal;
  if (!live) return undefined;
  let preview: Preview | undefined;
  const draw = () => {
    const { width = 80, height = 24 } = terminal;
    const lines = liveLines(picture.state, Date.now(), width, Math.floor(height / 3), preview);
    live.draw(lines.length === 0 || width <= hint.length ? lines : [...lines, line(hint, 'muted')]);
  };
  const clock = createFrameClock({ draw });
  /** Loaded when a model's first text arrives: the request has already been sent, so loading a parser delays nothing. */
  const loadPreview = lazily(async () => {
    preview = (await import('../../view/picture/preview.ts')).createPreview();
    clock.soon();
  });
  const seconds = setInterval(() => clock.soon(), secondMs).unref(); // elapsed times change even if nothing happens
  return {
    changed: () => clock.soon(),
    onText({ key }, text) {
      picture.hear({ key, kind: 'text', text });
      void loadPreview();
      clock.soon();
    },
    onWait({ key }, wait) {
      picture.hear({ key, kind: 'wait', wait });
      clock.soon();
    },
    onOutput({ key }, lines) {
      picture.hear({ key, kind: 'output', text: lines });
      clock.soon();
    },
    [Symbol.dispose]() {
      clearInterval(seconds);
      clock[Symbol.dispose]();
      live.clear();
    },
  };
}
