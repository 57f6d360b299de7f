/** A text of the journal as a person reads it: paths as seen from the folder of the task, no keys of calls, and the built-in criterion in short. Pure. */
import { nearPaths } from '../near-paths.ts';
import { withAimText } from './aim-text.ts';

export const plainly = (text: string, cwd: string): string =>
  withAimText(
    toThePerson.reduce((said, [journal, plain]) => said.replaceAll(journal, plain), nearPaths(text, cwd).replaceAll(callKey, 'that call')),
  );

/** What judges are told of the person and the executor, as the person reads it. */
const toThePerson = [
  ['stands in no output, no file and nothing that the person gave', 'is in no output, no file and nothing that you gave'],
  ['the executor claims to be done, but no tool call ran to its end', 'it said it was done, but no call had succeeded'],
] as const;

/** `1.1.1/R3/5.1`: what judges cite calls by. */
const callKey = /\b(?:call )?\d+\.\d+\.\d+\/R\d[ab]?\/\d+\.\d+\b/g;
