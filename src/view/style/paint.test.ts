import { expect, test } from 'vitest';
import { line, type Style, span } from './line.ts';
import { hasColour, inColour, paintFor, withoutColour } from './paint.ts';

test('a style is begun and ended around its text, and the rest of the line is untouched', () => {
  expect(inColour([span('a '), span('b', 'strong'), span(' c', 'muted')])).toBe('a \u001b[1mb\u001b[22m\u001b[2m c\u001b[22m');
  expect(withoutColour([span('a '), span('b', 'strong')])).toBe('a b');
  expect(inColour(line(''))).toBe('');
});

test('no style has a colour but the sixteen that a terminal lets its owner choose, so that light and dark both read well', () => {
  const styles: Record<Style, true> = {
    ...{ plain: true, strong: true, muted: true, accent: true, good: true, bad: true },
    ...{ fair: true, code: true, emphasis: true, link: true, added: true, removed: true },
  };
  for (const style of Object.keys(styles) as Style[]) // the keys of that record
    for (const part of inColour([span('x', style)])
      .split('\u001b')
      .slice(1))
      expect(part).toMatch(/^\[([1-4]|2[2-4]|3[1-6]|39)m/); // never a background, black or white
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
])('on a terminal %s with %o: colour %s', (isTerminal, env, expected) => {
  expect(hasColour(isTerminal, env)).toBe(expected);
});

test.each([
  ['a light background', { COLORFGBG: '0;15' }, '\u001b[34mx\u001b[39m\u001b[1my\u001b[22m'],
  ['a light one, as rxvt says it', { COLORFGBG: '0;default;7' }, '\u001b[34mx\u001b[39m\u001b[1my\u001b[22m'],
  ['a dark one', { COLORFGBG: '15;0' }, '\u001b[36mx\u001b[39m\u001b[33my\u001b[39m'],
  ['one that is not told', {}, '\u001b[36mx\u001b[39m\u001b[33my\u001b[39m'],
  ['no colour', { COLORFGBG: '0;15', NO_COLOR: '1' }, 'xy'],
])('on %s, what is painted can be read', (_, env, painted) => {
  expect(paintFor(true, env)([span('x', 'code'), span('y', 'fair')])).toBe(painted);
});
