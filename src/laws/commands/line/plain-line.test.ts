import { describe, expect, test } from 'vitest';
import { plainListOf, plainPipelineOf } from './plain-line.ts';

describe('a plain pipeline', () => {
  test.each([
    ['ls', [['ls']]],
    ['ls -la src', [['ls', '-la', 'src']]],
    ['a | b|c', [['a'], ['b'], ['c']]],
    ['a |\n b\n', [['a'], ['b']]],
    ['\n  a\tb  ', [['a', 'b']]],
    [`a 'b c' "d e" f\\ g "h"'i'j`, [['a', 'b c', 'd e', 'f g', 'hij']]],
    [String.raw`a $'b\tc\x41\'' "\$d\\\"" \*`, [['a', "b\tcA'", '$d\\"', '*']]],
    [`a '$x' '*' '{b,c}' '~' '#' ';' '' ""`, [['a', '$x', '*', '{b,c}', '~', '#', ';', '', '']]],
    ['a "two\nlines"', [['a', 'two\nlines']]],
    ['a 2>/dev/null | b 2>&1 >/dev/null </dev/null', [['a'], ['b']]],
    ['2> /dev/null a b', [['a', 'b']]],
    ['[ -f x ]', [['[', '-f', 'x', ']']]],
    [String.raw`find . ! \( -name x \)`, [['find', '.', '!', '(', '-name', 'x', ')']]],
    ['a x=1 ü/任务 50% a@b ^c +d', [['a', 'x=1', 'ü/任务', '50%', 'a@b', '^c', '+d']]],
    ['"a" \\b', [['a', 'b']]],
  ])('%j is read as it would be run', (line, commands) => {
    expect(plainPipelineOf(line)).toEqual(commands.map(([name, ...args]) => ({ name, args })));
  });

  test.each([
    ...['', ' ', '# x', 'a # x', 'a; b', 'a;', 'a & b', 'a &', 'a && b', 'a || b', 'a\nb', '! a', 'time a', 'a |& b', 'a |', '| a'],
    ...['(a)', '{ a; }', 'if a; then b; fi', 'f() { a; }', 'coproc a', '[[ a ]]', '((1))', 'x=1', 'x=1 a', 'a[1]=2 b'],
    ...['a > b', 'a >> b', 'a < b', 'a 2> b', 'a &> /dev/null', 'a >| /dev/null', 'a <> /dev/null', 'a 3>/dev/null', 'a {x}>/dev/null'],
    ...['a > /dev/null/../x', 'a > "/dev/null"x', 'a >/dev/nul?', 'a >&2', 'a 2>&-', 'a <<< b', 'a <<E\nb\nE', 'a > $x', '>/dev/null'],
    ...['a $x', 'a "$x"', `a \${x}`, 'a $(b)', 'a `b`', 'a $((1))', 'a $[1]', 'a "`b`"', 'a <(b)', 'a >(b)', 'a $"b"', 'a $', '$x'],
    ...['a *', 'a b?', 'a [b]', 'a [', 'a {b,c}', 'a {1..2}', 'a {}', 'a @(b)', 'a ~', 'a ~/b', 'a ~root', 'a b=~', 'a --b=~/c', 'a b:~'],
    ...[
      'a "b',
      "a 'b",
      "a $'b",
      'a \\',
      'a \\\nb',
      'a #b',
      'a b#c',
      'a\r',
      'a b\r\n',
      'a\0b',
      "a '\0'",
      "a $'\\0'",
      "a $'\\\nb'",
      "a $'\\xe4'",
    ],
    ...['a\u00a0b\u2028c', 'a \u200b', 'a \v', '#!/bin/sh\na', 'declare x=1'],
  ])('%j is not one', (line) => {
    expect(plainPipelineOf(line)).toBeUndefined();
  });
});

describe('a plain list', () => {
  test.each([
    ['a', [['a']]],
    ['a | b', [['a'], ['b']]],
    ['a; b\nc && d || e', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['a;', [['a']]],
    ['! a | b; (c x && d)', [['a'], ['b'], ['c', 'x'], ['d']]],
    ["cd 'my folder' && ls 2>/dev/null", [['cd', 'my folder'], ['ls']]],
  ])('%j is read as it would be run', (line, commands) => {
    expect(plainListOf(line)).toEqual(commands.map(([name, ...args]) => ({ name, args })));
  });

  test.each([
    ...['', '# x', 'a # x', 'a & b', 'a &', 'time a', 'a |& b', '{ a; }', 'if a; then b; fi', 'f() { a; }', 'coproc a', '[[ a ]]', '((1))'],
    ...['x=1', 'x=1 a', 'a; x=1', 'a > b', 'a; b > c', '(a) > b', '(a > b)', 'a < b', 'a <<< b', 'a; b $x', 'a; $x', '(a $(b))', 'a *; b'],
    ...['for x in a; do b; done', 'while a; do b; done', 'case a in b) c;; esac', 'a; b "', 'a \\\n; b', '(a', 'a # b\nc', '#!/bin/sh\na'],
  ])('%j is not one', (line) => {
    expect(plainListOf(line)).toBeUndefined();
  });
});
