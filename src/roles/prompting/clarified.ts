/** What was asked back and what the person said to it, as every prompt shows it: both are words of others, so both are data. */
import type { TaskSpec } from '../../contracts/intent.ts';
import { delimited } from './delimited.ts';
import { headAndTail } from './head-and-tail.ts';

export const clarified = (clarifications: TaskSpec['clarifications']): readonly string[] =>
  clarifications.map(
    ({ question, answer }) =>
      `The person was asked:\n${delimited('question', headAndTail(question))}\n${delimited('answer', headAndTail(answer))}`,
  );
