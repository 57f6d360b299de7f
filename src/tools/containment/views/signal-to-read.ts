/** Whether what a command left in its view is read, and with which signal. */
import type { ProcessResult } from '../../running/process.ts';
import type { ContainedRequest } from '../containment.ts';

const maxReadMs = 5_000;

/** Nothing of a command that was stopped is applied, so it is not read either; except in the background, where it is only told. */
export function signalToRead({ background, signal }: ContainedRequest, { killedBy }: ProcessResult): AbortSignal | undefined {
  if (background) return AbortSignal.timeout(maxReadMs); // its own signal is what stopped it
  return killedBy === null ? signal : undefined;
}
