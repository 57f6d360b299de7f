/** The stage for a person: Enter continues, or speeds up the scene; at a question, its keys answer; s skips the scene; q leaves. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Line, line } from '../../view/style/line.ts';
import { fit } from '../../view/wrap.ts';
import type { Terminal } from '../command.ts';
import { keyName } from '../shell/typing/key-name.ts';
import { openKeyboard } from '../shell/typing/keyboard.ts';
import { watchTask } from '../task/watch-task.ts';
import type { Tty } from '../terminal/tty.ts';
import { type OpenQuestion, type Stage, slowed } from './stage.ts';
import { afterLines } from './stage-texts.ts';

/** How long a scripted model step takes, so that there is time to read. */
const stepMs = 900;

/** `hasMore`: whether there are other scenes to skip to. */
export function openTourStage({ input }: Pick<Tty, 'input'>, terminal: Terminal, hasMore: boolean): Stage {
  const leaving = new AbortController();
  const left = AbortSignal.any([leaving.signal, terminal.cancel, terminal.terminate]);
  let hurry = new AbortController();
  let skip = new AbortController();
  let waiting: { readonly shown: readonly Line[]; readonly question: OpenQuestion | undefined; readonly resolve: () => void } | undefined;

  const leaveHint = `${hasMore ? ' · s skips the scene' : ''} · q quits`;

  const act: Readonly<Record<Meaning, () => void>> = {
    interrupt: () => terminal.interrupt?.(),
    leave: () => leaving.abort(),
    next: () => hasMore && skip.abort(),
    on: () => (waiting ? waiting.resolve() : hurry.abort()),
    suspend() {
      terminal.live?.suspend();
      keyboard.release();
      process.kill(0, 'SIGTSTP'); // the whole job, as the terminal itself would
      keyboard.listen();
    },
  };
  const keyboard = openKeyboard({
    input,
    write() {}, // this keyboard needs no modes of the terminal
    onKey: (key) => {
      const name = 'key' in key ? (keyName(key.key) ?? '') : '';
      const { question, shown = [] } = waiting ?? {};
      const meaning = meanings[name];
      if (name !== '' && name === question?.answer) return act.on();
      const isElse = meaning === 'on' || (meaning === undefined && [...name].length === 1);
      const said = question?.explain(name) ?? (isElse ? question?.remind(meaning === 'on' ? '' : name) : undefined);
      if (said) {
        terminal.show(said);
        draw(shown);
      } else if (meaning) act[meaning]();
    },
    onEnd: () => leaving.abort(),
  });
  /** After `fg`, or `kill -CONT`. */
  const onContinue = (): void => {
    keyboard.release(); // another program may have changed the modes of the terminal
    keyboard.listen();
    if (waiting) draw(waiting.shown);
  };
  process.on('SIGCONT', onContinue);
  keyboard.listen();

  function draw(lines: readonly Line[]): void {
    if (terminal.live) terminal.live.draw(lines);
    else terminal.show(lines);
  }

  async function pause(prompt: string, question?: OpenQuestion): Promise<void> {
    hurry = new AbortController();
    if (left.aborted || skip.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = question ? ' · the other keys show what they would do' : '';
    const text = `${prompt}${others}${leaveHint}`;
    waiting = { shown: fit([text], terminal.width).map((row) => line(row, 'muted')), question, resolve };
    for (const signal of [left, skip.signal]) signal.addEventListener('abort', () => resolve(), { once: true });
    draw(waiting.shown);
    await promise;
    waiting = undefined;
    terminal.live?.clear();
  }

  /** Nothing else is drawn while it waits for the person. */
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

  const stageUntil = (over: AbortSignal): Stage => ({
    isTour: true,
    get columns() {
      return terminal.width;
    },
    get rows() {
      return terminal.height;
    },
    left: over,
    terminate: terminal.terminate,
    scene() {
      skip = new AbortController();
      return stageUntil(AbortSignal.any([left, skip.signal]));
    },
    show: terminal.show,
    tell: (text) => terminal.show([...afterLines(text, terminal.width), line('')]),
    pause,
    around: slowed(
      (signal) => delay(stepMs, undefined, { signal: AbortSignal.any([signal, hurry.signal, over]) }).catch(() => {}), // the step itself handles the signal
    ),
    watch: (picture) => watchTask(picture, screen, `Enter speeds it up${leaveHint}`),
    [Symbol.dispose]() {
      process.off('SIGCONT', onContinue);
      keyboard.release();
    },
  });
  return stageUntil(left);
}

type Meaning = 'interrupt' | 'leave' | 'next' | 'on' | 'suspend';

/** What a key means; a paste means nothing. */
const meanings: Readonly<Record<string, Meaning>> = {
  'ctrl+c': 'interrupt',
  'ctrl+d': 'leave',
  escape: 'leave',
  q: 'leave',
  'shift+q': 'leave',
  s: 'next',
  right: 'next',
  enter: 'on',
  'ctrl+j': 'on',
  space: 'on',
  'ctrl+z': 'suspend',
};
