/** Outputs as text. */
import type { SubTaskOutcome } from '../contracts/execution.ts';
import type { Json } from '../contracts/shapes/json.ts';

/** An output as it is, or as JSON; empty if there is none. */
export const outputText = (output: Json): string => (typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output));

/** The outputs of the matched sub-tasks, joined by code. */
export const joinedOutputs = (outcomes: readonly SubTaskOutcome[]): string =>
  outcomes
    .filter(({ status }) => status === 'matched')
    .map(({ output }) => outputText(output))
    .join('\n\n');
