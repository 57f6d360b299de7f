/** How long anything here is waited for, in ms. */
import type { OperationName } from '../keeper.ts';

export type Limits = {
  /** Until somebody is found who holds the store. */
  readonly takeoverMs: number;
  /** Until whoever holds the store answers. */
  readonly answerMs: number;
  /** The same, for what reads or writes much of the store. */
  readonly longAnswerMs: number;
  /** Until whoever connects has said hello, and until whoever is hung up on has taken its answers. */
  readonly helloMs: number;
};

/** As in docs/memory.md: a task waits two seconds for its memory, then it goes on without. */
export const defaultLimits: Limits = { takeoverMs: 2_000, answerMs: 2_000, longAnswerMs: 60_000, helloMs: 2_000 };

const long: ReadonlySet<OperationName> = new Set<OperationName>([
  'overview',
  'tags',
  'view',
  'forget',
  'erase',
  'sweep',
  'promote',
  'exportFrom',
  'importAll',
]);

/** How long the answer to an operation is waited for. */
export const answerLimit = (operation: OperationName, { answerMs, longAnswerMs }: Limits): number =>
  long.has(operation) ? longAnswerMs : answerMs;
