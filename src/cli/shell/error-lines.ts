/** An error as the shell shows it. */
import { asArtooError } from '../../contracts/errors.ts';
import { visibleLines } from '../../contracts/text/visible.ts';
import { type Line, line } from '../../view/style/line.ts';
import { typedHere } from './typed-here.ts';

/** What went wrong, and what to do about it. */
export function errorLines(thrown: unknown): readonly Line[] {
  const { message, hint } = asArtooError(thrown, 'handler_failed');
  return [...visibleLines(typedHere(message)).map((each) => line(each, 'bad')), ...visibleLines(typedHere(hint)).map((each) => line(each))];
}
