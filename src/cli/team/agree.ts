/** Asks the person before something that is hard to undo. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { fit } from '../../view/wrap.ts';
import type { CalledPart } from '../command-parts.ts';
import { createPrompter, isYes } from '../terminal/prompter.ts';
import { findTty } from '../terminal/tty.ts';

/** Whether the person says yes, by --yes or at the terminal. Throws `person_needed` if there is no terminal. */
export async function isAgreed({ given, terminal, signal }: CalledPart, lines: readonly Line[], question: string): Promise<boolean> {
  if (given.yes === true) return true;
  const shown = fit(lines.map(withoutColour), terminal.width);
  using tty = findTty(terminal, false);
  if (!tty) throw new ArtooError('person_needed', `${[...shown, question].join(' ')} There is no terminal to ask at; --yes says yes.`);
  return isYes(await createPrompter(tty.input, terminal, signal).ask(shown, `${question} [y/N] `));
}
