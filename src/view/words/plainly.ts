/** A text of the journal as a person reads it: paths relative to the folder of the task, no keys of calls, no mark of a law, and the built-in criterion in short. Pure. */
import { law1Mark } from '../../contracts/text/law-mark.ts';
import { nearPaths } from '../near-paths.ts';
import { withAimText } from './aim-text.ts';
import { type EntryOfCall, withCalls } from './cited-calls.ts';

export const plainly = (text: string, cwd: string, entryOf: EntryOfCall = unknown): string =>
  withAimText(withCalls(nearPaths(text, cwd), entryOf).replaceAll(law1Mark, ''));

const unknown = (): undefined => undefined;
