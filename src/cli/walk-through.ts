/** Walks a person through a replay at the terminal, stop by stop. */
import { ArtooError } from '../contracts/errors.ts';
import type { Terminal } from './command.ts';
import { createPrompter } from './prompter.ts';
import { findTty } from './tty.ts';
import { fit } from './view/story.ts';
import type { Stop } from './view/walk.ts';

/** Until its end, or until the person has seen enough. Throws `usage` where nobody is at a terminal. */
export async function walkThrough(stops: readonly Stop[], terminal: Terminal): Promise<void> {
  using tty = findTty(terminal, false);
  if (!tty) throw new ArtooError('usage', '--step walks a person through it, and nobody is at a terminal here');
  const { cancel, terminate, interrupt, width } = terminal;
  const signal = AbortSignal.any([cancel, terminate]);
  const prompter = createPrompter({ input: tty.input, output: process.stderr, signal, onInterrupt: () => interrupt?.() });
  for (let at = 0; at < stops.length; ) {
    const stop = stops[at];
    if (!stop) return;
    const lines = ['', `entry ${stop.seq}  (${at + 1} of ${stops.length})`, ...stop.lines];
    const answer = await prompter.ask(fit(lines, width), 'Enter: on, b: back, r: next round, a number: that entry, q: enough > ');
    const next = answer === undefined ? undefined : nextStop(answer.trim().toLowerCase(), at, stops);
    if (next === undefined) return;
    at = next;
  }
}

/** Where to go from here; nothing when it is enough. */
export function nextStop(answer: string, at: number, stops: readonly Stop[]): number | undefined {
  if (answer === 'q' || answer === 'quit') return undefined;
  if (answer === 'b') return Math.max(0, at - 1);
  const found =
    answer === 'r'
      ? stops.findIndex(({ isMeasured }, index) => isMeasured && index > at)
      : /^\d+$/.test(answer)
        ? stops.findIndex(({ seq }) => seq >= Number(answer))
        : at + 1;
  return found === -1 ? stops.length : found;
}
