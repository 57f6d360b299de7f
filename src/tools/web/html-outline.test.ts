import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { outlineOf } from './html-outline.ts';

describe('the text of', () => {
  test.each<[string, string, string]>([
    ['paragraphs', '<p>one</p><p>two <b>bold</b></p>', 'one\n\ntwo bold'],
    ['lists', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['tables', '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '1 2\n3'],
    ['entities', 'a &lt; b &amp;&nbsp;c &#65;&#x42; &unknown; &#99999999;', 'a < b & c AB &unknown; &#99999999;'],
    ['scripts, styles and comments', '<script>if (a < b) x("</p>")</script><style>p{}</style><!-- <p>no</p> -->yes', 'yes'],
    ['a script in capitals', '<SCRIPT>no</SCRIPT>yes', 'yes'],
    ['a script without an end', 'yes<script>no', 'yes'],
    ['a comment without an end', 'yes<!-- no', 'yes'],
    ['what only looks like a tag', '1 < 2 and 3 <4', '1 < 2 and 3 <4'],
    ['a doctype and a declaration', '<!doctype html><?xml version="1.0"?>yes', 'yes'],
    ['nothing', '', ''],
  ])('%s', (_, html, text) => {
    expect(outlineOf(html).text).toBe(text);
  });
});

test('title, scripts, elements and depth are reported', () => {
  const html =
    '<html><head><title>A &amp; B\n</title><script src="x"></script></head><body><div><div><p>x<p>y<br></div></div></body></html>';
  expect(outlineOf(html)).toMatchObject({ title: 'A & B', hasScripts: true, elements: 10, depth: 4 });
});

test('any text is read without an error', () => {
  const piece = constantFrom('<', '>', '</', '<!--', '-->', '<p', '<script>', '</script>', '&', '&#', ';', '"', ' ', '\n', 'a');
  assert(
    property(
      array(piece).map((pieces) => pieces.join('')),
      string({ unit: 'grapheme' }),
      (marks, text) => {
        expect(typeof outlineOf(marks + text).text).toBe('string');
      },
    ),
  );
});

/** Code that takes quadratic time would take minutes. */
test.each(['<', '<div>', '<p>a', '<!--', '<br>', '&', '\n ', '<title>', '<li>', '<script>', '<svg></svg>', '- \n', '<a "', '</', '<!'])(
  '200,000 characters of %j take no longer than a second of work',
  (piece) => {
    const html = piece.repeat(200_000 / piece.length);
    const before = workedMs();
    outlineOf(html);
    expect(workedMs() - before).toBeLessThan(1_000);
  },
);
