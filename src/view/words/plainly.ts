/** A text of the journal as a person reads it: paths as seen from the folder of the task, no keys of calls, and the built-in criterion in short. Pure. */
import { nearPaths } from '../near-paths.ts';
import { withAimText } from './aim-text.ts';

export const plainly = (text: string, cwd: string): string =>
  withAimText(
    toThePerson.reduce((said, [journal, plain]) => said.replaceAll(journal, plain), nearPaths(text, cwd).replaceAll(callKey, 'that call')),
  );

/** What judges and planners are told, as the person reads it. */
const toThePerson = [
  ['[LAW1] ', ''],
  [/(the model answered twice in a form that cannot be read): [^\n]*/g, '$1'],
  ['stands in no output, no file and nothing that the person gave', 'was not found in anything that was read or run, nor in what you gave'],
  [
    /that call only shows (.+?), which this task wrote itself \(.*?\), and the criterion does not name it/g,
    'it looked only at $1, which this task wrote itself',
  ],
  [
    /the plan leaves out the task criterion (".*?") of the first plan/g,
    'the new plan no longer leads to $1, which the first plan promised',
  ],
  ['the person has said more since', 'you have said more since'],
  ['this very plan has failed before in this task', 'the same plan has already failed in this task'],
  [
    'no plan was found that could be carried out; the last one was turned down: ',
    'no workable plan was found; the last one was rejected: ',
  ],
  [/^Look into "([^"]+)": \1: /g, 'Look into "$1": '],
  ['the executor claims to be done, but no tool call ran to its end', 'it said it was done, but no call had succeeded'],
] as const;

/** `1.1.1/R3/5.1`: what judges cite calls by. */
const callKey = /\b(?:call )?\d+\.\d+\.\d+\/R\d[ab]?\/\d+\.\d+\b/g;
