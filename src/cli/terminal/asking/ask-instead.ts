/** After a plain no, asks what to do instead. */
import type { Screen } from '../../../view/pages.ts';
import { fit } from '../../../view/wrap.ts';
import type { Prompter } from '../prompter.ts';

/** Undefined if the person returns to the question, without having said yes or no. `ends`: what a plain no ends. */
export async function askInstead(
  { prompter, screen }: { readonly prompter: Prompter; readonly screen: () => Screen },
  ends: string,
): Promise<{ readonly instead?: string } | undefined> {
  const lines = fit([`No. What should it do instead? Enter alone: nothing, and ${ends} ends.`], screen().width);
  const instead = (await prompter.ask(lines, 'Instead: ', 'step'))?.trim();
  if (instead === undefined) return undefined;
  return instead === '' ? {} : { instead };
}

/** What is shown with the question after returning to it. */
export const undecided = 'You have said neither yes nor no yet.';
