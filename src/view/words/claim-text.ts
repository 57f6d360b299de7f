/** Where the commands of a sub-task run, as a person would say it. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import type { Claim, Late } from '../../journal/entry.ts';

const reasons = {
  silent: 'fell silent',
  busy: 'has no room',
  left: 'has left',
  failed: 'could not run them',
  lied: 'gave an answer that cannot be true',
} as const satisfies Record<NonNullable<Claim['why']>, string>;

/** "worker ada-7f3, because the previous one fell silent" */
export function claimText({ worker, why }: Pick<Claim, 'worker' | 'why'>): string {
  const where = worker === null ? 'this machine' : `worker ${oneLine(worker, 100)}`;
  return why === undefined ? where : `${where}, because the previous one ${reasons[why]}`;
}

/** "worker ada-7f3 answered after its commands had been given away; the answer is not used" */
export const lateText = ({ worker }: Pick<Late, 'worker'>): string =>
  `worker ${oneLine(worker, 100)} answered after its commands had been given away; the answer is not used`;
