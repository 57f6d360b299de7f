/** What a model sees of an output: all of it up to a limit, otherwise its head and tail with a note between them. Pure. */
import { type LeftOut, leftOutText, withoutMiddle } from '../../contracts/text/shorten.ts';

/** The limit for the output of one call, and for one text in its input (SPEC §4). */
export const maxOutputLength = 30_000;

/** `leftOut`: how the tool describes what is left out, and how to see it. */
export const shownOutput = (output: string, leftOut: (left: LeftOut) => string): string =>
  withoutMiddle(output, maxOutputLength, (left) => `… ${leftOut(left)} …`);

/** The limit for all outputs that one sub-task gets from earlier ones. */
const maxTotalLength = 120_000;

/** A text cut to its share of the space, as one of `many` outputs passed on without their calls. */
export const handedOn = (text: string, many: number): string =>
  withoutMiddle(text, Math.min(maxOutputLength, Math.floor(maxTotalLength / many)), (left) => `… ${leftOutText(left)} …`);
