/** How reasons refer to a plan: its sub-tasks by number, and long words of models and memory cut short. */
import { oneLine } from '../../contracts/text/shorten.ts';
import type { PlannedSubTask } from './plan.ts';

export const nameOf = (at: number): string => `sub-task ${at + 1}`;

/** All texts of a sub-task. */
export const textOf = ({ intent, context, success_criteria }: PlannedSubTask): string =>
  [intent, context, ...success_criteria.map(({ criterion }) => criterion)].join('\n');

/** How much of a model's words is repeated. */
export const maxQuoted = 120;

export const quoted = (text: string): string => JSON.stringify(oneLine(text, maxQuoted));
