/** Whether to read the changes that a command left in its view, and with which signal. */
import type { ProcessResult } from '../../running/process.ts';
import type { ContainedRequest } from '../containment.ts';

const maxReadMs = 5_000;

/** The changes of a stopped command are not applied, and so they are not read; except for background runs, whose changes are only reported. */
export function signalToRead(
  { background, signal }: Pick<ContainedRequest, 'background' | 'signal'>,
  { killedBy }: ProcessResult,
): AbortSignal | undefined {
  if (background) return AbortSignal.timeout(maxReadMs); // the run's own signal has already fired
  return killedBy === null ? signal : undefined;
}
