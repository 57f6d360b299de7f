/** Clarifying questions and the person's answers, as prompts show them. Neither is ours, so both are data. */
import type { TaskSpec } from '../../contracts/intent.ts';
import { delimited } from './delimited.ts';
import { headAndTail } from './head-and-tail.ts';

export const clarified = (clarifications: TaskSpec['clarifications']): readonly string[] =>
  clarifications.map(
    ({ question, answer }) =>
      `The person was asked:\n${delimited('question', headAndTail(question))}\n${delimited('answer', headAndTail(answer))}`,
  );
