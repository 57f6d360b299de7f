/** The words of a command: as written, and what is known about them before the command runs. */
import type { Command, Redirection, Word, WordPart } from 'unbash';
import { literalOf } from './shell-syntax.ts';

/** A word as written; its value, if that never changes; otherwise the path that it means, beginning with `~` or containing `*` or `?`. */
export type Argument = { readonly text: string; readonly literal: string | undefined; readonly pattern?: string | undefined };

/** The word as an `Argument`. */
export function argumentOf(part: Command['args'][number]): Argument {
  const literal = part.type === 'Word' ? literalOf(part) : undefined;
  return part.type === 'Word' && literal === undefined
    ? { text: part.text, literal, pattern: patternOf(part) }
    : { text: part.text, literal };
}

/** The name and arguments of a command; empty if it only assigns or redirects. As a name, `[` is a program, not a pattern. */
export const wordsOf = ({ name, args }: Command): readonly Argument[] =>
  name ? [name.text === '[' ? { text: '[', literal: '[' } : argumentOf(name), ...args.map(argumentOf)] : [];

/** Text in the line itself that a command reads: here-documents and here-strings. */
export const textFedTo = ({ redirects }: Command): string => redirects.map(fedBy).join('\n');

const fedBy = (redirection: Redirection): string =>
  redirection.type === 'HereDoc' ? redirection.body.text : redirection.type === 'HereString' ? (redirection.target?.text ?? '') : '';

/** The name of a program without its folder. */
export const baseName = (path: string): string => path.replace(/^.*\//s, '');

/** Characters that are literal in an unquoted path. */
const bare = /^[\p{L}\p{M}\p{N}_.,:=@%+^/-]*$/u;
const home = /^~(?=\/|$)/;

function patternOf(word: Word): string | undefined {
  let pattern = '';
  for (const part of word.parts ?? [word]) {
    const piece = pieceOf(part, pattern === '');
    if (piece === undefined) return undefined;
    pattern += piece;
  }
  return !pattern.startsWith('~') || home.test(pattern) ? pattern : undefined;
}

function pieceOf(part: Word | WordPart, isFirst: boolean): string | undefined {
  if (part.type === 'Glob') return part.kind === 'bracket' ? undefined : part.text;
  if (part.type === 'Word' || part.type === 'Literal')
    return bare.test(isFirst ? part.text.replace(home, '') : part.text) ? part.text : undefined;
  if (part.type === 'SingleQuoted') return bare.test(part.value) ? part.value : undefined;
  if (part.type === 'SimpleExpansion') return isFirst && part.text === '$HOME' ? '~' : undefined;
  if (part.type !== 'DoubleQuoted') return undefined;
  const pieces = part.parts.map((inner, at) =>
    inner.type === 'Literal' && inner.text.startsWith('~') ? undefined : pieceOf(inner, isFirst && at === 0),
  );
  return pieces.includes(undefined) ? undefined : pieces.join('');
}
