/** How long to wait for what, in ms. */
import type { OperationName } from '../keeper.ts';

export type Limits = {
  /** Until a holder is found. */
  readonly takeoverMs: number;
  /** Until the holder answers. */
  readonly answerMs: number;
  /** The same, for operations that read or write much of the store. */
  readonly longAnswerMs: number;
  /** Until a client has said hello, and until it has read its last answers. */
  readonly helloMs: number;
};

/** A task waits two seconds for its memory, then continues without it. */
export const defaultLimits: Limits = { takeoverMs: 2_000, answerMs: 2_000, longAnswerMs: 60_000, helloMs: 2_000 };

const long = new Set<OperationName>(['overview', 'tags', 'view', 'forget', 'erase', 'sweep', 'promote', 'sync', 'exportFrom', 'importAll']);

/** How long to wait for the answer to an operation. */
export const answerLimit = (operation: OperationName, { answerMs, longAnswerMs }: Limits): number =>
  long.has(operation) ? longAnswerMs : answerMs;
