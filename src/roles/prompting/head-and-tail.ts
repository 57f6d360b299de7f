/** A long text as a model gets it: the head and the tail (SPEC §4). The journal has all of it. */
import { headAndTail as shorten } from '../../contracts/shorten.ts';

/** Tools' outputs, and outputs handed from one sub-task to the next. */
const most = 4096;
/** The words of the person, which are the goal itself. */
export const maxGoalLength = 32_768;

export const headAndTail = (text: string, limit: number = most): string => shorten(text, limit);
