/** Whether a check tests what its criterion says, so that a pass proves the criterion (SPEC §4, "Checks"). Pure. */
import { absolutePath } from '../../../laws/places/posix-path.ts';
import { namesIn } from '../criterion/names-in.ts';
import { wordsOf } from '../evidence/call-view.ts';
import { holdsNames } from '../evidence/missing-names.ts';
import { ownFiles } from '../evidence/own-files.ts';
import type { Weighing } from './check-kind.ts';

/** Words about the content of a file, which its existence does not prove. */
const content =
  /\b(?:contains?|names?|lists?|has|have|holds?|states?|mentions?|includes?|says?|describes?|with|explains?|summari[sz]es?|shows?|valid|correct(?:ly)?|passes|runs?|works?|unchanged|unmodified|untouched|and (?:is|are) not empty)\b/i;

/** Whether a criterion says only that this file exists, or does not exist. */
export const isOnlyAbout = (path: string, criterion: string, weighing: Weighing): boolean =>
  !content.test(criterion) && holds(criterion, '', path, weighing);

const holds = (criterion: string, shown: string, path: string, { cwd, input }: Weighing): boolean =>
  holdsNames(criterion, [{ shown, asked: shown, paths: [absolutePath(cwd, path)] }], { cwd, said: input });

/** Whether a text in a file proves a criterion. A file that the task wrote itself does not, unless the person asked for that text. */
export function provesByText(path: string, text: string, criterion: string, weighing: Weighing): boolean {
  const absolute = absolutePath(weighing.cwd, path);
  const words = wordsOf(text);
  if (words.size === 0 || !/[\p{L}\p{N}]{2}|\d/u.test(text)) return false;
  const isAsked = [...words].every((word) => wordsOf(weighing.input).has(word));
  if (!isAsked && ownFiles(weighing.calls, weighing.cwd).has(absolute)) return false;
  return isAbout(criterion, text) && holds(criterion, text, path, weighing);
}

/** Whether a text is what a criterion is about: unless the criterion names nothing but the file, the two must share a word. */
export function isAbout(criterion: string, text: string): boolean {
  const { values, exact, proper, numbers } = namesIn(criterion);
  if (values.length + exact.length + proper.length + numbers.length > 0) return true;
  const said = [...wordsOf(criterion)].filter((word) => word.length > 3).map((word) => word.slice(0, 5));
  return [...wordsOf(text)].some((word) => said.includes(word.slice(0, 5)));
}
