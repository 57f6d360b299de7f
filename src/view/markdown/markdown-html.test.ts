import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { markdownHtml, markdownLineHtml } from './markdown-html.ts';

const rendered = (text: string): string => /^<div class="text">([\s\S]*)<\/div>$/.exec(markdownHtml(text).html)?.[1] ?? 'as it is';

test.each([
  ['a **b** *c* ~~d~~ `e<f`', '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e&#60;f</code></p>'],
  ['# A\n## B\n##### C', '<h3>A</h3><h4>B</h4><h5>C</h5>'],
  ['- a\n  1. b\n- [x] c', '<ul><li>a<ol start="1"><li>b</li></ol></li><li><span class="box">☑</span> c</li></ul>'],
  ['3. a', '<ol start="3"><li>a</li></ol>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['```js\n<b>\n```', '<pre><code>&#60;b&#62;</code></pre>'],
  ['Tom &amp; Jerry &lt;', '<p>Tom &#38; Jerry &#60;</p>'],
  ['one\ntwo', '<p>one\ntwo</p>'],
  ['---', '<hr>'],
])('%j', (text, expected) => {
  expect(rendered(text)).toBe(expected);
});

test('a table is a region that scrolls by itself, with its columns aligned', () => {
  const table = rendered('|a|b|\n|---|--:|\n|`c`|d|');
  expect(table).toContain('<div class="scroll" tabindex="0" role="region" aria-label="table">');
  expect(table).toContain('<tr><td><code>c</code></td><td class="right">d</td></tr>');
});

describe('links', () => {
  test.each([
    ['[a](https://e.org/?x=1&y="2")', '<a href="https://e.org/?x=1&#38;y=%222%22" rel="noreferrer noopener">a</a>'],
    ['a@e.org', '<a href="mailto:a@e.org" rel="noreferrer noopener">a@e.org</a>'],
    ['![a picture](http://e.org/a.png)', '<a href="http://e.org/a.png" rel="noreferrer noopener">a picture</a>'],
    ['[https://bank.example](https://evil.example)', '<a href="https://evil.example/" rel="noreferrer noopener">https://evil.example/</a>'],
  ])('%s', (text, expected) => {
    expect(rendered(text)).toBe(`<p>${expected}</p>`);
  });

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](\u0001javascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x)',
    '[a](file:///etc/passwd)',
    '[a](//e.org)',
    '[a](/etc/passwd)',
    '<javascript:alert(1)>',
    '![a](javascript:alert(1))',
    '[a]: javascript:alert(1)\n\n[a]',
  ])('%j leads nowhere', (text) => {
    for (const { html } of [markdownHtml(text), markdownLineHtml(text)]) expect(html).not.toContain('<a');
  });
});

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '<!-- a',
  '<div>\n\n**b**\n\n</div>',
  '[<img src=x>](https://e.org)',
  '`<b>`',
  '```"><script>\nx\n```',
  '# <b onclick=x>',
  '|<b>|\n|---|\n|<i>|',
  '[a](https://e.org "<b>")',
])('HTML in %j is shown as text', (text) => {
  for (const { html } of [markdownHtml(text), markdownLineHtml(text)]) {
    expect(html).not.toMatch(/<(?:script|img|b|i|!--)[ >-]|<div>/);
  }
});

test.each([
  ['a file name', 'src/__init__.py is there'],
  ['patterns', 'src/*.ts and test/*.ts, **/*.js and **/*.md'],
  ['an expression', String.raw`nothing matches "a\.b\[c\]*" [a-z](x)`],
  ['an entity', 'it has &amp; in it'],
  ['a list', '- a\n- b'],
  ['a heading', '# a'],
])('in a line, %s is left as it is', (_, text) => {
  expect(markdownLineHtml(text).html.replaceAll(/&#(\d+);/g, (_sign, code) => String.fromCharCode(Number(code)))).toBe(text);
});

test('in a line, code and links are marked up', () => {
  expect(markdownLineHtml('run `npm test`, see https://e.org').html).toBe(
    'run <code>npm test</code>, see <a href="https://e.org/" rel="noreferrer noopener">https://e.org</a>',
  );
});

test('nothing turns the direction of writing or controls anything', () => {
  expect(markdownHtml('a \u202e b \u0007 [c\u2066](https://e.org/\u202e)').html).not.toMatch(/[\p{Cf}\p{Cc}]/u);
});

test.each([
  ['a megabyte', 'word *a* '.repeat(120_000)],
  ['deep quotes', `${'> '.repeat(5_000)}a`],
  ['many marks', '**a '.repeat(20_000)],
  ['a wide table', `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n${`|${'b|'.repeat(2_000)}\n`.repeat(10)}`],
  ['brackets', '['.repeat(50_000)],
])('%s takes bounded time', (_, text) => {
  const started = workedMs();
  markdownHtml(text);
  expect(workedMs() - started).toBeLessThan(3_000);
});

test('whatever is written, only our elements come out', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '`',
    '*',
    '_',
    '[',
    ']',
    '(',
    ')',
    '!',
    '|',
    '\n',
    '- ',
    '> ',
    '#',
    'javascript:',
    'https://e.org',
    '&#60;',
    'zq',
    '<zq>',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      for (const { html } of [markdownHtml(parts.join('')), markdownLineHtml(parts.join(''))]) {
        const tags = html.match(/<[^>]*>/g) ?? [];
        for (const tag of tags) expect(tag).toMatch(ours);
        expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>"']/);
      }
    }),
    { numRuns: 500 / oneIn(10) },
  );
});

const ours =
  /^<(?:\/?(?:p|h[345]|ul|li|blockquote|pre|code|strong|em|del|table|thead|tbody|tr|div|span|ol|a|th|td)|hr|br|ol start="\d+"|div class="(?:text|text asis)"|div class="scroll" tabindex="0" role="region" aria-label="table"|p class="soft"|span class="(?:soft|box)"|th scope="col"(?: class="(?:right|center)")?|td class="(?:right|center)"|a href="(?:https?:|mailto:)[^"<>]*" rel="noreferrer noopener")>$/;
