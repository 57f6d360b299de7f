/** Asks the person before something that is hard to undo. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { fit } from '../../view/wrap.ts';
import type { CalledPart } from '../command-parts.ts';
import { askYesNo } from '../terminal/asking/ask-yes-no.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { findTty } from '../terminal/tty.ts';

/** Whether the person says yes, by --yes or at the terminal. Throws `person_needed` if there is no terminal. */
export async function isAgreed({ given, terminal, signal }: CalledPart, lines: readonly Line[], question: string): Promise<boolean> {
  if (given.yes === true) return true;
  const shown = fit(lines.map(withoutColour), terminal.width);
  using tty = findTty(terminal, false);
  if (!tty) throw new ArtooError('person_needed', `${[...shown, question].join(' ')} There is no terminal here; --yes answers yes.`);
  const prompter = createPrompter(tty.input, terminal, signal);
  return (await askYesNo(prompter, { lines: shown, question, unchanged: 'Nothing was changed.', width: terminal.width })) === true;
}
