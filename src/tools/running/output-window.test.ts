import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { createOutputWindow } from './output-window.ts';

/** Writes bytes, cut at these places. */
function write(text: string | Buffer, window = createOutputWindow(10, 10), cuts: readonly number[] = []) {
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const stream = window.open();
  for (const [index, start] of places.entries()) stream.write(bytes.subarray(start, places[index + 1]));
  stream.end();
  return window;
}

describe('what is kept', () => {
  test.each([
    ['nothing', '', '', false],
    ['all of a short text', 'abc', 'abc', false],
    ['all that just fits', 'abcdefghij0123456789', 'abcdefghij0123456789', false],
    ['both ends of more', 'abcdefghij-0123456789', 'abcdefghij\n[… 1 bytes left out …]\n0123456789', true],
    ['both ends of much more', `abcdefghij${'-'.repeat(9999)}0123456789`, 'abcdefghij\n[… 9999 bytes left out …]\n0123456789', true],
    ['whole characters', `abcdefgh€${'-'.repeat(9)}€12345678`, 'abcdefgh\n[… 15 bytes left out …]\n12345678', true],
  ])('%s', (_, text, expected, truncated) => {
    expect(write(text).read()).toEqual({ text: expected, truncated });
  });

  test('only the end, where there is no room for a beginning', () => {
    expect(write('0123456789', createOutputWindow(0, 4)).read()).toEqual({ text: '[… 6 bytes left out …]\n6789', truncated: true });
  });

  test('what is not a character, as one that cannot be read', () => {
    expect(write(Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82])).read().text).toBe('a\ufffdb\ufffd');
  });

  test('characters that two streams send in pieces at the same time', () => {
    const window = createOutputWindow(100, 100);
    const [one, two] = [window.open(), window.open()];
    for (const byte of Buffer.from('€')) {
      one.write(Buffer.of(byte));
      two.write(Buffer.from('🔑').subarray(0, 2));
      two.write(Buffer.from('🔑').subarray(2));
    }
    expect(window.read().text).toBe('🔑🔑€🔑');
  });
});

test('however a text is cut, it comes out as if it had come at once', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 60 });
  fc.assert(
    fc.property(text, fc.array(fc.nat()), (text, cuts) => {
      const window = write(text, createOutputWindow(10, 10), cuts);
      const whole = Buffer.from(text);
      expect(window.read()).toEqual(write(text).read());
      expect(window.bytes()).toBe(whole.length);
      if (whole.length <= 20) expect(window.read()).toEqual({ text: whole.toString(), truncated: false });
      else {
        const [head = '', tail = ''] = window.read().text.split(/\n\[… \d+ bytes left out …\]\n|^\[… \d+ bytes left out …\]\n/);
        expect(whole.toString().startsWith(head) && whole.toString().endsWith(tail)).toBe(true);
      }
    }),
  );
});
