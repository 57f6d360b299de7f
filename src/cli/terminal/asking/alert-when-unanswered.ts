/** Questions that alert the person: once, if a question has waited a while and no key was pressed. */
import { visible } from '../../../contracts/text/visible.ts';
import type { Answers } from '../../../engine/person.ts';

export type Alerting = {
  /** Shows the text to a person who is looking at something else. */
  readonly alert: (text: string) => void;
  /** How many keys have been pressed so far. */
  readonly input: { readonly bytesRead: number };
  /** Calls back after this many milliseconds, unless it is disposed earlier. */
  readonly after?: (ms: number, act: () => void) => Disposable;
};

/** After this long without a key, the person is assumed to be looking at something else. */
export const unansweredMs = 10_000;

/** Reveals nothing about the task: notifications are shown on locked screens, and kept by the system. */
export const waitsForAnswer = 'artoo is waiting for your answer';

/** Rings the bell, and asks the terminal to show the text as a notification (OSC 9), which other terminals ignore. */
export const alertSequence = (text: string): string => `\u0007\u001b]9;${visible(text)}\u0007`;

export function alertWhenUnanswered(answers: Required<Answers>, { alert, input, after = later }: Alerting): Required<Answers> {
  let open = 0;
  let timer: Disposable | undefined;
  const start = (): void => {
    const typed = input.bytesRead;
    timer = after(unansweredMs, () => {
      if (input.bytesRead === typed) alert(waitsForAnswer);
    });
  };
  const watched =
    <Given, T>(ask: (given: Given) => T | Promise<T>) =>
    async (given: Given): Promise<T> => {
      open += 1;
      if (open === 1) start();
      try {
        return await ask(given);
      } finally {
        open -= 1;
        timer?.[Symbol.dispose]();
        if (open > 0) start(); // the next question is shown only now
      }
    };
  return {
    clarify: watched(answers.clarify),
    confirm: watched(answers.confirm),
    interrupted: watched(answers.interrupted),
    review: watched(answers.review),
  };
}

function later(ms: number, act: () => void): Disposable {
  const timer = setTimeout(act, ms);
  timer.unref(); // an alert keeps no process alive
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
