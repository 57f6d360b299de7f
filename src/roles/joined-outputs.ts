/** What the parts that matched gave, put together by code. */
import type { SubTaskOutcome } from '../contracts/execution.ts';
import { outputText } from './output-text.ts';

export const joinedOutputs = (outcomes: readonly SubTaskOutcome[]): string =>
  outcomes
    .filter(({ status }) => status === 'matched')
    .map(({ output }) => outputText(output))
    .join('\n\n');
