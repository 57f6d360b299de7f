/** A criterion as a person reads it. Pure. */
import { builtIn } from '../../roles/judging/built-in.ts';

const short = 'the answer is what you asked for, and every fact in it is backed up';

export const aimText = (criterion: string): string => (criterion === builtIn.criterion ? short : criterion);

/** Replaces the text of the built-in criterion in a longer text. */
export const withAimText = (text: string): string => text.replaceAll(builtIn.criterion, short);
