/** What a model sees of an output: all of it up to a bound, else head and tail with what is left out between them. Pure. */
import { type LeftOut, leftOutText, withoutMiddle } from '../../contracts/shorten.ts';

/** Of the output of one call, and of one text that a call was given (SPEC §4). */
export const maxOutputLength = 30_000;

/** `leftOut`: what the tool says of what is missing, and how to see it. */
export const shownOutput = (output: string, leftOut: (left: LeftOut) => string): string =>
  withoutMiddle(output, maxOutputLength, (left) => `… ${leftOut(left)} …`);

/** Of all the outputs that one sub-task gets from those before it. */
const maxTotalLength = 120_000;

/** An output that is handed on without its call, one of so many. */
export const handedOn = (text: string, many: number): string =>
  withoutMiddle(text, Math.min(maxOutputLength, Math.floor(maxTotalLength / many)), (left) => `… ${leftOutText(left)} …`);
