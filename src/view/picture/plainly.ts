/** A text of the journal as a person reads it: paths as seen from the folder of the task, and no keys of calls. Pure. */
import { nearPaths } from '../near-paths.ts';

export const plainly = (text: string, cwd: string): string => nearPaths(text, cwd).replaceAll(callKey, 'that call');

/** `1.1.1/R3/5.1`: what judges cite calls by. */
const callKey = /\b(?:call )?\d+\.\d+\.\d+\/R\d[ab]?\/\d+\.\d+\b/g;
