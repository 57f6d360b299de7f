/** A sentence about the part of a long text that models do not see. Pure. */
import { maxGoalLength, maxSaidLength } from '../../roles/prompting/head-and-tail.ts';

const limits = { goal: maxGoalLength, message: maxSaidLength } as const;

/** Undefined if they see all of it. A goal may be longer than a message to a running task. */
export function tooLong(what: keyof typeof limits, { length }: string): string | undefined {
  const limit = limits[what];
  return length <= limit
    ? undefined
    : `the ${what} has ${count(length)} characters, and models see only the first and last ${count(limit / 2)}`;
}

const count = (characters: number): string => characters.toLocaleString('en');
