/** An error as the shell shows it. */
import { asArtooError } from '../../contracts/errors.ts';
import { withShortIds } from '../../contracts/text/short-ids.ts';
import { visibleLines } from '../../contracts/text/visible.ts';
import { type Line, line } from '../../view/style/line.ts';
import { shellAdvice } from './shell-advice.ts';

/** What went wrong, and what to do about it. */
export function errorLines(thrown: unknown): readonly Line[] {
  const { message, hint } = asArtooError(thrown, 'handler_failed');
  return [
    ...visibleLines(shellAdvice(withShortIds(message))).map((each) => line(each, 'bad')),
    ...visibleLines(shellAdvice(withShortIds(hint))).map((each) => line(each)),
  ];
}
