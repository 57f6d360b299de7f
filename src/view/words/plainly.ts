/** A text of the journal as a person reads it: paths relative to the folder of the task, no keys of calls, no mark of a law, and the built-in criterion in short. Pure. */
import { law1Mark } from '../../contracts/text/law-mark.ts';
import { onlyClaimed } from '../../roles/judging/only-claimed.ts';
import { nearPaths } from '../near-paths.ts';
import { withAimText } from './aim-text.ts';
import { type EntryOfCall, withCalls } from './cited-calls.ts';

export const plainly = (text: string, cwd: string, entryOf: EntryOfCall = unknown): string =>
  patterns.reduce(
    (said, [pattern, words]) => said.replaceAll(pattern, words),
    withAimText(withCalls(nearPaths(text, cwd), entryOf).replaceAll(law1Mark, '')),
  );

/** What a person reads of an execution that only claims to be done. */
export const plainClaim = 'it says that it is done, but nothing that it ran succeeded';

/** What a check says of its pattern. The criterion beside it says in words what was looked for; the journal has the pattern. */
const patterns = [
  [/\bnothing in the output matches ".*?"(?=$|[;,.)])/gm, 'nothing in the output shows that'],
  [/\bhas nothing that matches ".*?"(?=$|[;,.)])/gm, 'has nothing that shows that'],
  [new RegExp(onlyClaimed, 'g'), plainClaim],
] as const;

const unknown = (): undefined => undefined;
