/** How a shell shows and asks: on a screen with a live region, or in plain lines. */
import type { Person } from '../../engine/person.ts';
import type { Line } from '../../view/style/line.ts';
import type { Terminal } from '../command.ts';
import type { AboutOf } from '../terminal/asking/questions.ts';

export type ShellDisplay = {
  /** Finished lines. */
  show(lines: readonly Line[]): void;
  /** Whether sent text stays where it was typed. */
  readonly isEchoing?: true;
  readonly columns: number | undefined;
  /** Whether there is a live region; otherwise a long wait is reported in a line. */
  readonly isLive: boolean;
  /** What is under way has changed. */
  changed(): void;
  /**
   * Asks the person questions, one after another, until the signal fires; `question` is the signal of the open question, which fires when another
   * client has answered it.
   */
  person(signal: AbortSignal, question: () => AbortSignal, aboutOf: AboutOf): Promise<Person>;
  /** Puts the oldest waiting text back into the draft, to be sent again or changed; false if the draft is not empty. */
  giveBack(text: string): boolean;
  /** Runs what needs the terminal for itself. Ctrl+C stops it. */
  outside<T>(work: (terminal: Terminal) => Promise<T>): Promise<T>;
};
