/**
 * Any character, like `unit: 'binary'` of fast-check, which takes half a second to set up, and 170 MB that make every process that a worker starts
 * afterwards more expensive.
 */
import fc from 'fast-check';

const [firstHalf, halves, last] = [0xd800, 0x800, 0x10ffff];

/** The unit of a string of any code points except lone surrogates. */
export const anyCharacter = fc.integer({ min: 0, max: last - halves }).map(
  (at) => String.fromCodePoint(at < firstHalf ? at : at + halves),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code) || (code >= firstHalf && code < firstHalf + halves))
      throw new Error('not one of these');
    return code < firstHalf ? code : code - halves;
  },
);
