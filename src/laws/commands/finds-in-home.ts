/** Whether a line searches the whole home folder for files by name, for which there is a better tool. Pure. */
import { absolutePath } from '../places/posix-path.ts';
import { partsOf } from './line/line-parts.ts';
import { type Argument, baseName } from './line/shell-word.ts';

/** Applies only to a plain `find`: for other tests or actions, or for hidden files, `find` is the right program. */
export function findsInHome(line: string, { cwd, home }: { readonly cwd: string; readonly home: string }): boolean {
  return partsOf(line, [cwd], home).parts.some((part) => {
    if (part.kind !== 'command' || baseName(part.words[0].literal ?? '') !== 'find') return false;
    const args = part.words.slice(1).filter(({ text }) => !['-H', '-L', '-P'].includes(text));
    const end = args.findIndex(({ text }) => /^\\?[-!(]/.test(text));
    const places = end === -1 ? args : args.slice(0, end);
    const isHome = (word: Argument): boolean => (part.folders ?? [cwd]).some((folder) => placeOf(word, folder, home) === home);
    return (places.length === 0 ? [{ text: '.', literal: '.' }] : places).some(isHome) && isByName(end === -1 ? [] : args.slice(end));
  });
}

function placeOf({ literal, pattern }: Argument, folder: string, home: string): string | undefined {
  const path = literal ?? pattern?.replace(/^~(?=\/|$)/, home);
  return path === undefined ? undefined : absolutePath(folder, path).replace(/(?<=.)\/$/, '');
}

const named = /^-i?(?:name|path|wholename|regex)$/;
const plain = /^(?:-o|-or|-a|-and|-print0?|\\?\(|\\?\))$/;

/** Whether `find` tests nothing but names and types, and at least one name. */
function isByName(tests: readonly Argument[]): boolean {
  let names = 0;
  for (let at = 0; at < tests.length; at++) {
    const { text = '' } = tests[at] ?? {};
    if (plain.test(text)) continue;
    if (!named.test(text) && text !== '-type') return false;
    const value = tests[++at]?.text.replace(/^["'\\]+/, '') ?? '';
    if (value.startsWith('.') || value.startsWith('*/.')) return false;
    if (named.test(text)) names += 1;
  }
  return names > 0;
}
