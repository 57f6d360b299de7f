import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { matchesPath, type PathPattern, readPathPattern } from './path-pattern.ts';

function pattern(text: string): PathPattern {
  const read = readPathPattern(text, { cwd: '/here', home: '/home/ada' });
  if ('wrong' in read) throw new Error(read.wrong);
  return read;
}

describe('a pattern and a path', () => {
  test.each([
    ['/a/b', '/a/b', true],
    ['/a/b', '/a/b/', true],
    ['/a/b', '/a/bc', false],
    ['/a/b', '/a', false],
    ['./a', '/here/a', true],
    ['.', '/here', true],
    ['~', '/home/ada', true],
    ['~/a', '/home/ada/a', true],
    ['./../x', '/x', true],
    ['/', '/', true],
    ['/*', '/a', true],
    ['/*', '/a/b', false],
    ['/a/*', '/a', false],
    ['/**', '/', true],
    ['/**', '/a/b/c', true],
    ['/a/**', '/a', true],
    ['/a/**', '/ab', false],
    ['/a/**/b', '/a/b', true],
    ['/a/**/b', '/a/x/y/b', true],
    ['/a/**/b', '/a/x/y/bb', false],
    ['/**/a/**/b', '/a/a/c/b', true],
    ['/a/*.ts', '/a/x.ts', true],
    ['/a/*.ts', '/a/.ts', false],
    ['/a/*b*c', '/a/xbxxc', true],
    ['/a/a*a', '/a/a', false],
    ['/a/*aba*aba', '/a/ababa', false],
    ['/a/*', '/a/.x', false],
    ['/a/.*', '/a/.x', true],
    ['/a/**', '/a/.x/y', false],
    ['/a/.x/**', '/a/.x/y', true],
    ['/a/**', '/a/x/.y', false],
    ['/a/[b]?{c}', '/a/[b]?{c}', true],
    ['/a/**', '/a/../b', false],
  ])('%s and %s: %s', (text, path, matches) => {
    expect(matchesPath(pattern(text), path, false)).toBe(matches);
  });

  test.each([
    ['/a/*', '/a/.x'],
    ['/a/**', '/a/.x/y'],
    ['/a/**', '/a/x/.y'],
    ['/a/*.ts', '/a/.ts'],
  ])('%s and %s, hidden names included', (text, path) => {
    expect(matchesPath(pattern(text), path, true)).toBe(true);
  });
});

/** The same, implemented with a regular expression. */
function byRegExp(names: PathPattern, path: string): boolean {
  const source = names.map((name) => (name === '**' ? '(?:/[^/]+)*' : `/${name.replaceAll('*', '[^/]*')}`)).join('');
  return new RegExp(`^(?:${source})$`).test(path);
}

test('it means what a regular expression would', () => {
  const name = fc.constantFrom('a', 'b', 'ab', '*', '**', 'a*', '*b', '*a*');
  const path = fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', 'aab'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), path, (names, segments) => {
      const whole = `/${segments.join('/')}`;
      expect([names, whole, matchesPath(names, whole, true)]).toEqual([names, whole, byRegExp(names, whole)]);
    }),
    { numRuns: 3000 / oneIn(10) },
  );
});

test('no pattern takes long', () => {
  const started = workedMs();
  matchesPath(Array(2000).fill('**'), '/a'.repeat(2000), true);
  matchesPath(
    [
      ...Array(1000)
        .fill('**')
        .flatMap((star) => [star, 'a']),
      'b',
    ],
    '/a'.repeat(2000),
    true,
  );
  matchesPath([`${'*a'.repeat(2000)}*b`], `/${'a'.repeat(4000)}`, true);
  expect(workedMs() - started).toBeLessThan(2000);
});
