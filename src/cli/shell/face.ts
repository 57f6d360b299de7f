/** How a shell shows and asks: on a screen with a live region, or in plain lines. */
import type { Person } from '../../engine/person.ts';
import type { Line } from '../../view/style/line.ts';
import type { Terminal } from '../command.ts';

export type Face = {
  /** Finished lines. */
  show(lines: readonly Line[]): void;
  /** Whether what was sent stays where it was typed. */
  readonly isEchoing?: true;
  readonly columns: number | undefined;
  /** Whether what is under way is drawn; otherwise a long wait is reported in a line. */
  readonly isLive: boolean;
  /** What is under way has changed. */
  changed(): void;
  /** Puts questions to the person until the signal fires. */
  person(signal: AbortSignal): Promise<Person>;
  /** Takes the oldest that waits as the draft, to be sent again or changed; false where something else is written. */
  giveBack(text: string): boolean;
  /** Runs what needs the terminal for itself. Ctrl+C stops it. */
  outside<T>(work: (terminal: Terminal) => Promise<T>): Promise<T>;
};
