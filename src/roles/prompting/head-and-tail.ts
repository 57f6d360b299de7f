/** A long text as a model gets it: the head and the tail (SPEC §4). The journal has all of it. */
import { headAndTail as shorten } from '../../contracts/text/shorten.ts';

/** For the person's own words, which are the goal itself. */
export const maxGoalLength = 32_768;

/** For anything else they say, and for most other texts. */
export const maxSaidLength = 4_096;

export const headAndTail = (text: string, limit = maxSaidLength): string => shorten(text, limit);
