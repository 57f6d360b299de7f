/** What each activity is about, as the object of its verb: "plans what to do". Pure. */
import type { Doing } from '../picture/state.ts';

export const doingWords = {
  understands: 'what you want',
  plans: 'what to do',
  works: 'on it',
  checks: 'the result',
  judges: 'the result',
  decides: 'what comes next',
} as const satisfies Record<Doing, string>;

/** Replaces the object of "plans" when the last plan was rejected. */
export const planningAgain = 'again: the last plan was turned down';
