/** Texts from outside that try to draw on a terminal. */
import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

/** The numbers of all characters that could move the cursor, or colour, hide or reorder text. */
export function draws(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const within = (from: number, to: number) => code >= from && code <= to;
  return (
    within(0x00, 0x1f) ||
    within(0x7f, 0x9f) ||
    [0xad, 0x61c, 0x180e, 0xfeff].includes(code) ||
    within(0x200b, 0x200f) ||
    within(0x2028, 0x202e) ||
    within(0x2060, 0x2064) ||
    within(0x2066, 0x206f) ||
    within(0xfff9, 0xfffb) ||
    within(0xe0020, 0xe007f)
  );
}

/** Begins with a plain letter, so that some of it is always shown. */
export const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\r', '\n', '\r\n', '\t', '\b', '\0', '\u007f'),
      fc.constantFrom('\u202e', '\u2066', '\u200f', '\u061c', '\u200b', '\ufeff', '\u2028', '\u{e0041}', '\ud800', '😀'),
      fc.string({ unit: anyCharacter }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `x${parts.join('')}`);
