/** Walks a person through a replay at the terminal, stop by stop. */
import type { ReplayDifference } from '../../app/replay.ts';
import { cut } from '../../view/pages.ts';
import { differenceLines } from '../../view/replay/replay-lines.ts';
import { fit, wrap } from '../../view/wrap.ts';
import type { Terminal } from '../command.ts';
import { createPrompter } from '../terminal/prompter.ts';
import type { Tty } from '../terminal/tty.ts';
import { nextStop, type Route } from './walk-next.ts';
import { createShowing, type Shown, type Stops } from './walk-stops.ts';

export type Walked = Pick<Tty, 'input'> & {
  readonly path: string;
  readonly stops: Stops;
  readonly differences: readonly ReplayDifference[];
};

const maxLines = 40;

/** Ends with the last stop, or when the person quits. Rejects when the journal can no longer be read. */
export async function walkThrough({ path, stops, differences, input }: Walked, terminal: Terminal): Promise<void> {
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  const prompter = createPrompter(input, terminal, signal);
  await using showing = createShowing(path, stops, signal);
  let route: Route | undefined = stops.seqs.length === 0 ? undefined : { at: 0 };
  while (route) {
    const { at, note } = route;
    const { width } = terminal;
    const seq = stops.seqs[at] ?? 0;
    const difference = differences.find((each) => each.seq === seq);
    const place = `── ${at + 1} of ${stops.seqs.length} ── entry ${seq} ──`;
    const lines =
      note === undefined
        ? ['', ...fit(rowsOf(place, await showing.show(seq, width), difference), width)]
        : wrap(note, width ?? Number.POSITIVE_INFINITY, 0);
    const answer = await prompter.ask(cut(lines, maxLines), promptFor(width, stops));
    route = answer === undefined ? undefined : nextStop(answer, at, stops);
  }
}

const rowsOf = (place: string, { title, lines, comparison }: Shown, difference: ReplayDifference | undefined): readonly string[] => [
  `${place} ${title}`,
  ...lines,
  comparison,
  ...(difference ? differenceLines(difference).map((line) => `  ${line}`) : []),
];

/** The keys, as many as fit. */
function promptFor(width: number | undefined, { differing }: Stops): string {
  const differs = differing.length > 0;
  if ((width ?? 80) < 64) return `Enter, b, r, ${differs ? 'd, ' : ''}q or ? > `;
  return `Enter: next, b: back, r: round, ${differs ? 'd: difference, ' : ''}q: quit, ?: help > `;
}
