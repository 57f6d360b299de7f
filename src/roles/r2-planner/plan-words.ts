/** How the validator speaks about a plan: its sub-tasks by number, and in a few words what models and memory said at length. */
import { oneLine } from '../../contracts/shorten.ts';
import type { PlannedSubTask } from './plan.ts';

export const nameOf = (at: number): string => `sub-task ${at + 1}`;

/** All that a sub-task says. */
export const textOf = ({ intent, context, success_criteria }: PlannedSubTask): string =>
  [intent, context, ...success_criteria.map(({ criterion }) => criterion)].join('\n');

/** How much of a model's words is worth repeating. */
export const maxQuoted = 120;

export const quoted = (text: string): string => JSON.stringify(oneLine(text, maxQuoted));
