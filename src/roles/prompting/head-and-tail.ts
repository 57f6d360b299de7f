/** A long text as it is sent to a model: the head and the tail (SPEC §4). The journal has the whole text. */
import { headAndTail as shorten } from '../../contracts/text/shorten.ts';

/** The limit on the person's own words, which are the goal itself. */
export const maxGoalLength = 32_768;

/** The limit on anything else that the person says, and on most other texts. */
export const maxSaidLength = 4_096;

export const headAndTail = (text: string, limit = maxSaidLength): string => shorten(text, limit);
