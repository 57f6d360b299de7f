/** Says what a task waits for where nothing is redrawn: that a model does not answer, or when it is asked again. */
import type { ArtooParts } from '../../app/open-artoo.ts';
import { fitted } from '../../view/picture/layout.ts';
import type { Picture } from '../../view/picture/picture.ts';
import { silenceLines, waitLines } from '../../view/picture/waiting.ts';
import type { Terminal } from '../command.ts';

type Silence = Disposable & { readonly onWait: NonNullable<ArtooParts['onWait']> };

const secondMs = 1_000;

export function tellSilence(picture: Pick<Picture, 'hear' | 'state'>, { show, width }: Pick<Terminal, 'show' | 'width'>): Silence {
  let before = Date.now();
  const look = () => {
    const now = Date.now();
    show(fitted(silenceLines(picture.state, before, now), width));
    before = now;
  };
  const seconds = setInterval(look, secondMs).unref();
  return {
    onWait({ key }, wait) {
      picture.hear({ key, kind: 'wait', wait });
      show(fitted(waitLines(wait, Date.now()), width));
    },
    [Symbol.dispose]: () => clearInterval(seconds),
  };
}
