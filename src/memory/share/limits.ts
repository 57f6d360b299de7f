/** Limits on waiting, in ms. */
import type { OperationName } from '../keeper.ts';

export type Limits = {
  /** How long to look for a holder. */
  readonly takeoverMs: number;
  /** How long to wait for an answer from the holder. */
  readonly answerMs: number;
  /** How long to wait for an answer to an operation that reads or writes much of the store. */
  readonly longAnswerMs: number;
  /** How long to wait for the hello of a client, and for a client to read its last answers. */
  readonly helloMs: number;
};

/** The limits by default. A task waits two seconds for its memory, then continues without it. */
export const defaultLimits: Limits = { takeoverMs: 2_000, answerMs: 2_000, longAnswerMs: 60_000, helloMs: 2_000 };

const long = new Set<OperationName>(['overview', 'tags', 'view', 'forget', 'erase', 'sweep', 'promote', 'sync', 'exportFrom', 'importAll']);

/** How long to wait for the answer to an operation. */
export const answerLimit = (operation: OperationName, { answerMs, longAnswerMs }: Limits): number =>
  long.has(operation) ? longAnswerMs : answerMs;
