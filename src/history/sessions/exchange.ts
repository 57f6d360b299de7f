/** One exchange of a session: what was asked, what was answered, which task it was. */
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { headAndTail } from '../../contracts/text/shorten.ts';
import { outputText } from '../../roles/output-text.ts';

/** Of an exchange before the session, the task is unknown. The output is absent while the task has not ended. */
export type Exchange = { readonly task?: TaskId; readonly input: string; readonly output?: string };

/** What a follow-up is given of it. */
export type Said = { readonly input: string; readonly output: string };

/** How many exchanges a follow-up is given. */
export const maxExchanges = 5;

/** How much of each side is kept: twice what a model is shown. */
const maxLength = 8_192;

export const shortened = (text: string): string => headAndTail(text, maxLength);

/** What a task answered, or how it ended where it has no answer. */
export const answerIn = ({ output, summary }: Pick<FinalResult, 'output' | 'summary'>): string =>
  shortened(outputText(output).trim() === '' ? summary : outputText(output));

/** What a follow-up is told where there is no answer. */
export const unanswered = 'There is no answer: the task was stopped before its end.';
