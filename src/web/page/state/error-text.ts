/** An error as sentences for a person at a page: without parts that are only for callers of the library or the command line. Pure. */
import type { ArtooError } from '../../../contracts/errors.ts';

export type ErrorText = { readonly what: string; readonly todo: string };

/** `start: there is no such folder` becomes `There is no such folder`. */
export function errorText({ code, message, hint }: Pick<ArtooError, 'code' | 'message' | 'hint'>): ErrorText {
  const isUsage = code === 'usage';
  return {
    what: capital(
      isUsage
        ? message
            .replace(/^[\w.]+: /, '')
            .replace(/^(?:cwd|the folder) must be a folder that exists; /, '')
            .replace(/^cwd /, 'the folder ')
        : message,
    ),
    todo: isUsage ? '' : plain(hint),
  };
}

/** The error in one line. */
export function errorInOneSentence(error: Pick<ArtooError, 'code' | 'message' | 'hint'>): string {
  const { what, todo } = errorText(error);
  return `${what}${/[.?!]$/.test(what) ? '' : '.'} ${todo}`.trim();
}

const capital = (text: string): string => plain(text).replace(/^./u, (first) => first.toUpperCase());
const plain = (text: string): string => text.replaceAll(/`([^`]*)`/g, '“$1”');
