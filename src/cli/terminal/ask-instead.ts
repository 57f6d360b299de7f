/** After a no on its own: what to do instead. */
import type { Screen } from '../../view/pages.ts';
import { fit } from '../../view/wrap.ts';
import type { Prompter } from './prompter.ts';

/** Undefined when the person goes back to the question: they have said neither yes nor no then. `ends`: what a no without a sentence ends. */
export async function askInstead(
  { prompter, screen }: { readonly prompter: Prompter; readonly screen: () => Screen },
  ends: string,
): Promise<{ readonly instead?: string } | undefined> {
  const lines = fit([`No. What should it do instead? Enter alone: nothing, and ${ends} ends.`], screen().width);
  const instead = (await prompter.ask(lines, 'Instead: ', 'step'))?.trim();
  if (instead === undefined) return undefined;
  return instead === '' ? {} : { instead };
}

/** What is shown with the question after going back. */
export const undecided = 'You have said neither yes nor no yet.';
