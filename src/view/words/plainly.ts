/** A text of the journal as a person reads it: paths relative to the folder of the task, no keys of calls, no mark of a law, and the built-in criterion in short. Pure. */
import { law1Mark } from '../../contracts/text/law-mark.ts';
import { nearPaths } from '../near-paths.ts';
import { withAimText } from './aim-text.ts';

export const plainly = (text: string, cwd: string): string =>
  withAimText(nearPaths(text, cwd).replaceAll(callKey, 'that call').replaceAll(law1Mark, ''));

/** `1.1.1/R3/5.1`: the id by which judges cite a call. */
const callKey = /\b(?:call )?\d+\.\d+\.\d+\/R\d[ab]?\/\d+\.\d+\b/g;
