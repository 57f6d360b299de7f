/** Whether to read what a command left in its view, and with which signal. */
import type { ProcessResult } from '../../running/process.ts';
import type { ContainedRequest } from '../containment.ts';

const maxReadMs = 5_000;

/** Nothing that a stopped command did is applied, so it is not read either; except for background runs, whose changes are only reported. */
export function signalToRead(
  { background, signal }: Pick<ContainedRequest, 'background' | 'signal'>,
  { killedBy }: ProcessResult,
): AbortSignal | undefined {
  if (background) return AbortSignal.timeout(maxReadMs); // its own signal is what stopped it
  return killedBy === null ? signal : undefined;
}
