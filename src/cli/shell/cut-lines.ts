/** Warns that models will not see all of what the person wrote, and says what to do. */
import { type Line, line } from '../../view/style/line.ts';
import { tooLong } from '../task/too-long.ts';

/** No lines if models see all of the text. */
export function cutLines(what: Parameters<typeof tooLong>[0], text: string): readonly Line[] {
  const isCut = tooLong(what, text);
  return isCut === undefined ? [] : [line(`${isCut}: save it as a file and name it with @`, 'fair')];
}
