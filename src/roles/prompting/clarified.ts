/**
 * What the person said besides the goal, as prompts show it: answers to questions, and what they said while the task ran. Like any text from outside, it is marked as
 * data.
 */
import type { TaskSpec } from '../../contracts/intent.ts';
import { delimited } from './delimited.ts';
import { headAndTail } from './head-and-tail.ts';

type Clarifications = TaskSpec['clarifications'];

export const clarified = (clarifications: Clarifications): readonly string[] =>
  clarifications.map((each) => {
    const { question, answer } = each;
    return isUnasked(each)
      ? `While the task ran, the person said; where it differs from the goal, it counts:\n${delimited('said', headAndTail(answer))}`
      : `The person was asked:\n${delimited('question', headAndTail(question))}\n${delimited('answer', headAndTail(answer))}`;
  });

/** Whether the person said this while the task ran, rather than in answer to a question. */
export const isUnasked = ({ question }: Clarifications[number]): boolean => question === '';

/** What was said while the task ran, as answers without a question. */
export const unasked = (said: readonly string[]): Clarifications => said.map((answer) => ({ question: '', answer }));

/** The specification of a task with what the person has said since. */
export const withSteered = (spec: TaskSpec, said: readonly string[]): TaskSpec =>
  said.length === 0 ? spec : { ...spec, clarifications: [...spec.clarifications, ...unasked(said)] };
