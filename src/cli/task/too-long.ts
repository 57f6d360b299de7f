/** Says what models do not see of a long text. Pure. */
import { maxGoalLength, maxSaidLength } from '../../roles/prompting/head-and-tail.ts';

const limits = { goal: maxGoalLength, message: maxSaidLength } as const;

/** Undefined where they see all of it. A goal may be longer than a message to a task that runs. */
export function tooLong(what: keyof typeof limits, { length }: string): string | undefined {
  const limit = limits[what];
  return length <= limit
    ? undefined
    : `the ${what} has ${count(length)} characters, and models see only the first and last ${count(limit / 2)}`;
}

const count = (characters: number): string => characters.toLocaleString('en');
