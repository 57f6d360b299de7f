/** One word of a command: as it is written, and what of it is known before it runs. */
import type { Command, Word, WordPart } from 'unbash';
import { literalOf } from './shell-syntax.ts';

/** As it is written; what it comes to, if always the same; or else the path that it stands for, with `~` in front and `*` or `?` in it. */
export type Argument = { readonly text: string; readonly literal: string | undefined; readonly pattern?: string | undefined };

/** The word as an argument. */
export function argumentOf(part: Command['args'][number]): Argument {
  const literal = part.type === 'Word' ? literalOf(part) : undefined;
  return part.type === 'Word' && literal === undefined
    ? { text: part.text, literal, pattern: patternOf(part) }
    : { text: part.text, literal };
}

/** What may stand in a path without quotes and mean itself. */
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
