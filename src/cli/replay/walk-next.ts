/** Where a walk through a replay goes next. Pure. */
import type { Stops } from './walk-stops.ts';

/** The index of a stop; `note` says why the walk stays where it is. */
export type Route = { readonly at: number; readonly note?: string };

const help = 'Enter: next stop; b: back; r: next round that R7 measured; d: next difference; a number: that entry; q: end the walk.';

/** Undefined at the end of the walk. */
export function nextStop(
  answer: string,
  at: number,
  { seqs, measured, differing }: Pick<Stops, 'seqs' | 'measured' | 'differing'>,
): Route | undefined {
  const here = seqs[at] ?? 0;
  const said = answer.trim().toLowerCase();
  const stay = (note: string): Route => ({ at, note });
  const after = (wanted: readonly number[], none: string): Route => {
    const next = wanted.find((seq) => seq > here);
    return next === undefined ? stay(none) : { at: seqs.indexOf(next) };
  };
  switch (said) {
    case '':
      return at + 1 < seqs.length ? { at: at + 1 } : undefined;
    case 'q':
    case 'quit':
      return undefined;
    case 'b':
      return at > 0 ? { at: at - 1 } : stay('This is the first stop.');
    case 'r':
      return after(measured, 'No round is measured after this one.');
    case 'd':
      return after(differing, 'There is no difference after this one.');
  }
  if (!/^\d+$/.test(said)) return stay(help);
  const found = seqs.findIndex((seq) => seq >= Number(said));
  return found === -1 ? stay(`The last stop is entry ${seqs.at(-1)}.`) : { at: found };
}
