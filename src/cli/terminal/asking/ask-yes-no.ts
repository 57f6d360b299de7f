/** Asks a question that can only be answered with yes or no. */
import { visible } from '../../../contracts/text/visible.ts';
import { fit } from '../../../view/wrap.ts';
import { isYes, type Prompter } from '../prompter.ts';
import { showPages } from '../show-pages.ts';
import { readNo } from './read-no.ts';

type YesNo = {
  readonly lines: readonly string[];
  readonly question: string;
  /** What a person who typed something else should read, such as "Nothing has been undone yet." */
  readonly unchanged: string;
  readonly width: number | undefined;
  /** The full text, of which `lines` shows a part. */
  readonly pages?: readonly (readonly string[])[] | undefined;
};

/** Undefined if the question was not answered. Enter means no; after an answer that is neither yes nor no, the question is asked again. */
export async function askYesNo(prompter: Prompter, { lines, question, unchanged, width, pages }: YesNo): Promise<boolean | undefined> {
  const keys = pages ? '[y]es, [n]o, [s]how all: ' : '[y/N] ';
  let shown = lines;
  for (;;) {
    const answer = (await prompter.ask(shown, `${question} ${keys}`))?.trim();
    if (answer === undefined) return undefined;
    if (isYes(answer)) return true;
    if (answer === '' || readNo(answer)) return false;
    if (pages && /^s(how)?$/i.test(answer)) shown = await showPages(pages, prompter);
    else shown = fit([`"${visible(answer.slice(0, 60))}" is neither y nor n. ${unchanged}`], width);
  }
}
