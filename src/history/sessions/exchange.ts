/** One exchange of a session: what was asked, what was answered, and by which task. */
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { UserInput } from '../../contracts/intent.ts';
import { headAndTail } from '../../contracts/text/shorten.ts';
import { outputText } from '../../roles/output-text.ts';

/** The task is unknown for an exchange from before the session. The output is absent until the task has ended. */
export type Exchange = { readonly task?: TaskId | undefined; readonly input: string; readonly output?: string };

/** An exchange in the form in which a follow-up receives it. */
export type Said = UserInput['session'][number];

/** How many exchanges are given to a follow-up. */
export const maxExchanges = 5;

/** How many characters of each side are kept: twice as many as a model is shown. */
const maxLength = 8_192;

export const shortened = (text: string): string => headAndTail(text, maxLength);

/** What a task answered, or how it ended if it has no answer. */
export const answerIn = ({ output, summary }: Pick<FinalResult, 'output' | 'summary'>): string =>
  shortened(outputText(output).trim() === '' ? summary : outputText(output));

/** What a follow-up is given if there is no answer. */
export const unanswered = 'There is no answer: the task was stopped before its end.';
