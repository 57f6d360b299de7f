/** The stage for a person: Enter goes on, or hurries what plays; q leaves. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Line, line } from '../../view/style/line.ts';
import type { Terminal } from '../command.ts';
import { watchTask } from '../task/watch-task.ts';
import type { Tty } from '../terminal/tty.ts';
import { type Stage, slowed } from './stage.ts';
import { afterLines } from './stage-texts.ts';

/** How long a scripted model step takes, so that what it leads to can be read. */
const stepMs = 900;

export function openTourStage({ input }: Pick<Tty, 'input'>, terminal: Terminal): Stage {
  const leaving = new AbortController();
  const left = AbortSignal.any([leaving.signal, terminal.cancel, terminal.terminate]);
  let hurry = new AbortController();
  let waiting: PromiseWithResolvers<void> | undefined;

  const onData = (chunk: Buffer | string) => {
    const meant = meaningOf(chunk.toString());
    if (meant === 'interrupt') terminal.interrupt?.();
    if (meant === 'leave') leaving.abort();
    if (meant === 'on' && waiting) waiting.resolve();
    else if (meant === 'on') hurry.abort();
  };
  input.setRawMode(true);
  input.on('data', onData);
  input.resume();

  async function pause(prompt: string): Promise<void> {
    hurry = new AbortController();
    if (left.aborted) return;
    const shown = [line(`${prompt} · q leaves`, 'muted')];
    waiting = Promise.withResolvers<void>();
    const { resolve, promise } = waiting;
    left.addEventListener('abort', () => resolve(), { once: true });
    if (terminal.live) terminal.live.draw(shown);
    else terminal.show(shown);
    await promise;
    waiting = undefined;
    terminal.live?.clear();
  }

  /** While the person is waited for, nothing else is drawn. */
  const screen = {
    live: terminal.live && {
      draw: (lines: readonly Line[]) => (waiting ? undefined : terminal.live?.draw(lines)),
      clear: () => (waiting ? undefined : terminal.live?.clear()),
    },
    get width() {
      return terminal.width;
    },
    get height() {
      return terminal.height;
    },
  };

  return {
    isTour: true,
    get columns() {
      return terminal.width;
    },
    get rows() {
      return terminal.height;
    },
    left,
    terminate: terminal.terminate,
    show: terminal.show,
    tell: (text) => terminal.show([...afterLines(text, terminal.width), line('')]),
    pause,
    around: slowed(
      (signal) => delay(stepMs, undefined, { signal: AbortSignal.any([signal, hurry.signal, left]) }).catch(() => {}), // the step itself says what the signal means
    ),
    watch: (picture) => watchTask(picture, screen),
    [Symbol.dispose]() {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
    },
  };
}

/** What was typed; a paste means nothing more than its first line. */
function meaningOf(typed: string): 'interrupt' | 'leave' | 'on' | undefined {
  if (typed.includes('\u0003')) return 'interrupt';
  if (['q', 'Q', '\u0004'].includes(typed.charAt(0)) || typed === '\u001b') return 'leave';
  return /^[\r\n ]/.test(typed) ? 'on' : undefined;
}
