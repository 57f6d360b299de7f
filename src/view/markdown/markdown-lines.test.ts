import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws, hostile } from '../../../test/support/hostile-text.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { lineWidth, span, textOf } from '../style/line.ts';
import { markdownLines } from './markdown-lines.ts';

const shown = (text: string, columns = 40): readonly string[] => markdownLines(text, columns).map(textOf);

test.each([
  ['a heading', '# One `two`\ntext', ['One two', '', 'text']],
  ['words are wrapped, never broken', 'one two three four five', ['one two three four', 'five']],
  ['a hard break', 'one  \ntwo', ['one', 'two']],
  ['a list', '- one\n- two\n  - three\n', ['• one', '• two', '  • three']],
  ['a numbered list keeps its numbers, aligned', '9. nine\n10. ten', [' 9. nine', '10. ten']],
  ['an item that is wrapped continues below its text', '- one two three four five', ['• one two three four', '  five']],
  ['a list of tasks', '- [ ] open\n- [x] done', ['☐ open', '☑ done']],
  ['a link with its address', '[here](http://a.b)', ['here (http://a.b)']],
  ['an address alone', 'http://a.b/c', ['http://a.b/c']],
  ['an image by what it shows', '![a cat](cat.png)', ['a cat (cat.png)']],
  ['a quote', '> one\n>\n> two', ['│ one', '│', '│ two']],
  ['a rule', 'a\n\n---', ['a', '', '─'.repeat(20)]],
  ['HTML as text', 'a <b>c</b> <script>d</script>', ['a <b>c</b>', '<script>d</script>']],
  ['entities', 'a &lt; b &amp;&amp; c', ['a < b && c']],
  ['what is escaped', '\\*one\\*', ['*one*']],
  ['emphasis', '**one** *two* `three` ~~four~~', ['one two three four']],
])('%s', (_, text, expected) => {
  expect(shown(text, 20)).toEqual(expected.map((each) => each.trimEnd()));
});

test('styles', () => {
  expect(markdownLines('**one** *two* `three` [four](five)', 80)).toEqual([
    [
      span('one', 'strong'),
      span(' '),
      span('two', 'emphasis'),
      span(' '),
      span('three', 'code'),
      span(' four'),
      span(' (', 'muted'),
      span('five', 'link'),
      span(')', 'muted'),
    ],
  ]);
});

describe('code', () => {
  const code = `if x:\n    say("${'long '.repeat(20)}")\n\n\t# *not emphasis*`;

  test.each([
    ['in a fence', `\`\`\`python\n${code}\n\`\`\``],
    ['in a fence that is never closed', `\`\`\`\n${code}`],
    ['in a list', `- a\n\n  \`\`\`\n${code.replaceAll(/^/gm, '  ')}\n  \`\`\``],
  ])('%s is kept as it is, and never wrapped', (_, text) => {
    const lines = shown(text, 20).map((each) => each.replace(/^(?:• a| {2}(?=if| {4}say|$))/, ''));
    expect(lines).toEqual(expect.arrayContaining(code.replaceAll('\t', '    ').split('\n').slice(0, 2)));
    expect(lines.join('\n')).toContain('*not emphasis*');
  });
});

describe('a table', () => {
  const table = '| name | amount |\n|---|---:|\n| north | 60 |\n| *south* | 1,045 |';

  test('that fits is drawn in columns', () => {
    expect(shown(table)).toEqual(['name   amount', '─────  ──────', 'north      60', 'south   1,045']);
  });

  test('that does not fit is shown row by row', () => {
    const wide = table.replace('amount', 'amount of everything sold there');
    expect(shown(wide, 36)).toEqual([
      'name: north',
      'amount of everything sold there: 60',
      '',
      'name: south',
      'amount of everything sold there:',
      '  1,045',
    ]);
  });
});

describe('hostile text', () => {
  test('cannot draw on the terminal', () => {
    const pieces = fc.array(fc.oneof(hostile, fc.constantFrom('# ', '- ', '\n', '\n\n', '> ', '`', '```\n', '|', '[a](', ')', '<', '**')));
    fc.assert(
      fc.property(pieces, (parts) => {
        expect(shown(parts.join('')).filter((each) => [...each].some(draws))).toEqual([]);
      }),
    );
  });

  test('of one kind without code or long words fits the width', () => {
    const words = fc.array(fc.constantFrom('one', '**two**', '- ', '\n', '> ', '1. ', '# ', '[x](y)', '日本', '\n\n'));
    fc.assert(
      fc.property(words, fc.integer({ min: 30, max: 80 }), (parts, columns) => {
        const text = parts.join(' ');
        fc.pre(!/^ {4}|(?:[>\-.] +){3}/m.test(text)); // indented code, and nesting without room
        for (const each of markdownLines(text, columns)) expect(lineWidth(each)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  const mb = 1_000_000;
  test.each([
    ['a megabyte of words', 'word '.repeat(mb / 5)],
    ['a megabyte without a space', 'x'.repeat(mb)],
    ['quotes in quotes', '>'.repeat(90_000)],
    ['quotes in quotes, again and again', `${'> '.repeat(500)}a\n\n`.repeat(90)],
    ['lists in lists', `${'- '.repeat(1_500)}a\n\n`.repeat(30)],
    ['numbered lists in lists', `${'1. '.repeat(3_000)}a`],
    ['indented lists', Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
    ['emphasis that never ends', '*a '.repeat(30_000)],
    ['emphasis in emphasis', `${'*'.repeat(8_000)}a${'*'.repeat(8_000)}`],
    ['mixed emphasis', '**a *b '.repeat(10_000)],
    ['paragraphs of emphasis', `${'*a '.repeat(60)}\n\n`.repeat(500)],
    ['brackets', '['.repeat(90_000)],
    ['links in links', '[a]('.repeat(20_000)],
    ['tags', '<a '.repeat(30_000)],
    ['a table of many columns', `${'|a'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n${'|b'.repeat(20_000)}`],
    ['blank lines', `a${'\n'.repeat(90_000)}`],
    ['a fence that never ends', `\`\`\`\n${'a\n'.repeat(40_000)}`],
  ])('%s is shown soon', (_, text) => {
    const began = workedMs();
    const lines = markdownLines(text, 80);
    expect(lines.length).toBeGreaterThan(0);
    expect(workedMs() - began).toBeLessThan(4_000);
  });
});

test('lines of a paragraph stay lines', () => {
  expect(markdownLines('a.txt\nb.txt\n**c**\nd', 80).map(textOf)).toEqual(['a.txt', 'b.txt', 'c', 'd']);
});
