/** What was put out, as text. */
import type { SubTaskOutcome } from '../contracts/execution.ts';
import type { Json } from '../contracts/json.ts';

/** An output as it is, or as JSON. Where there is none nothing is in it, not even the word null. */
export const outputText = (output: Json): string => (typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output));

/** What the parts that matched gave, put together by code. */
export const joinedOutputs = (outcomes: readonly SubTaskOutcome[]): string =>
  outcomes
    .filter(({ status }) => status === 'matched')
    .map(({ output }) => outputText(output))
    .join('\n\n');
