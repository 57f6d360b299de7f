/** The patterns used in checks, with an engine that takes time linear in the text (SPEC §8). `^` and `$` match at every line. */
import { RE2JS } from 're2js';

export type Span = { readonly start: number; readonly end: number };

/** `find` returns the first match. A text in which the search could take too long is not searched. */
export type Pattern = { readonly ok: true; find(text: string): Span | 'too_long' | undefined };

const maxCharacters = 1_000;

/** The limit on work: instructions of the pattern times characters of the text, at 70 ns each in the worst case measured. A search cannot be stopped and blocks everything else. */
const maxWork = 40_000_000;

/** Never throws. Windows line ends match too, unless the pattern itself contains carriage returns. */
export function readPattern(pattern: string): Pattern | { readonly ok: false; readonly error: string } {
  if (pattern.length > maxCharacters) return { ok: false, error: `a pattern of more than ${maxCharacters} characters` };
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.MULTILINE);
    return { ok: true, find: mentionsReturns.test(pattern) ? (text) => search(compiled, text) : (text) => searchLines(compiled, text) };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

/** A carriage return: the character itself, `\r`, `\x0d`, `\x{d}` or `\015`. */
const mentionsReturns = /\r|\\r|\\x\{?0*d|\\015/i;

function search(compiled: RE2JS, text: string): Span | 'too_long' | undefined {
  const matcher = compiled.matcher(text);
  if (matcher.programSize() * text.length > maxWork) return 'too_long';
  return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
}

/** Searches as if every line ended with a single line feed: in this engine, `$` does not match before a carriage return. */
function searchLines(compiled: RE2JS, text: string): Span | 'too_long' | undefined {
  const span = search(compiled, text.replaceAll('\r\n', '\n'));
  return typeof span === 'object' ? { start: withReturns(text, span.start), end: withReturns(text, span.end) } : span;
}

/** The same position in the text that includes carriage returns. */
function withReturns(text: string, place: number): number {
  let moved = place;
  for (let at = text.indexOf('\r\n'); at !== -1 && at < moved; at = text.indexOf('\r\n', at + 2)) moved += 1;
  return moved;
}

/** The engine's message without its prefix, and without the flag that it puts before the pattern. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace('error parsing regexp: ', '').replace('`(?m)', '`');
