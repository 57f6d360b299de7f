/** The patterns of checks, on an engine whose time grows with the text and does not explode (SPEC §8). `^` and `$` stand at every line. */
import { RE2JS } from 're2js';

export type Span = { readonly start: number; readonly end: number };

/** `find` gives the first match. A text in which this pattern could take longer than anybody should wait is not searched. */
export type Pattern = { readonly ok: true; find(text: string): Span | 'too_long' | undefined };

const maxCharacters = 1_000;

/** Instructions of a pattern times characters of a text. A search cannot be stopped, and nothing else runs meanwhile: measured at 70 ns each where it is slowest. */
const maxWork = 40_000_000;

/** Never throws: what cannot be used says why. Lines may end as on Windows, unless the pattern itself speaks of carriage returns. */
export function readPattern(pattern: string): Pattern | { readonly ok: false; readonly error: string } {
  if (pattern.length > maxCharacters) return { ok: false, error: `a pattern of more than ${maxCharacters} characters` };
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.MULTILINE);
    return { ok: true, find: speaksOfReturns.test(pattern) ? (text) => search(compiled, text) : (text) => searchLines(compiled, text) };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

/** A carriage return as itself, `\r`, `\x0d`, `\x{d}` or `\015`. */
const speaksOfReturns = /\r|\\r|\\x\{?0*d|\\015/i;

function search(compiled: RE2JS, text: string): Span | 'too_long' | undefined {
  const matcher = compiled.matcher(text);
  if (matcher.programSize() * text.length > maxWork) return 'too_long';
  return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
}

/** As if every line ended in a bare line feed: to the engine, `$` does not stand before a carriage return. */
function searchLines(compiled: RE2JS, text: string): Span | 'too_long' | undefined {
  const span = search(compiled, text.replaceAll('\r\n', '\n'));
  return typeof span === 'object' ? { start: withReturns(text, span.start), end: withReturns(text, span.end) } : span;
}

/** The same place in the text that still has its carriage returns. */
function withReturns(text: string, place: number): number {
  let moved = place;
  for (let at = text.indexOf('\r\n'); at !== -1 && at < moved; at = text.indexOf('\r\n', at + 2)) moved += 1;
  return moved;
}

/** Without the engine's own words around it, and without the flag that it writes in front of the pattern. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace('error parsing regexp: ', '').replace('`(?m)', '`');
