/** How reasons refer to a plan: its sub-tasks by number, with long texts from models and memory shortened. */
import { oneLine } from '../../contracts/text/shorten.ts';
import type { PlannedSubTask } from './plan.ts';

export const nameOf = (at: number): string => `sub-task ${at + 1}`;

/** All the text in a sub-task. */
export const textOf = ({ intent, context, success_criteria }: PlannedSubTask): string =>
  [intent, context, ...success_criteria.map(({ criterion }) => criterion)].join('\n');

/** How many characters of a model's words are repeated. */
export const maxQuoted = 120;

export const quoted = (text: string): string => JSON.stringify(oneLine(text, maxQuoted));
