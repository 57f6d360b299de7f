/** Whether the person named a target themselves. */
import type { TaskSpec } from '../../contracts/intent.ts';
import { unspaced } from '../../control/overlap.ts';
import { isMentioned } from './mentioned.ts';

/** In the goal, or in an answer to what was asked back. */
export function isNamed(target: string, { raw_input, clarifications }: Pick<TaskSpec, 'raw_input' | 'clarifications'>): boolean {
  return [raw_input, ...clarifications.map(({ answer }) => answer)].some((text) => isNamedIn(target, text));
}

/** Tools name a path without the `./` in front; and where words are not divided by spaces, nobody can tell where a name begins: the person is believed. */
const isNamedIn = (target: string, text: string): boolean =>
  isMentioned(target, text) || isMentioned(`./${target}`, text) || (unspaced.test(target) && text.includes(target));
