import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { type EvidenceSources, filesNamed, passageOf, treeOf, whyNotEvident } from './evidence.ts';

const greet = 'export function greet(name) {\n  if (!name) return "Hello, stranger!";\n  return `Hello, ` + name;\n}\n';
const output = '✔ greets a stranger (0.51ms)\nok 2 - says goodbye to Ada # time=1ms\nℹ tests 2\nℹ pass 2\n';
const other = 'unchanged words of another file\n';
const tree = treeOf(['src/greet.js', 'test/greet.test.js', 'src/other.js', 'Makefile', 'lib/other.js']);
const sources: EvidenceSources = {
  tree,
  files: new Map([
    ['src/greet.js', passageOf(greet)],
    ['src/other.js', passageOf(other)],
    ['lib/other.js', passageOf(`${other}two\nthree\n`)],
    ['test/greet.test.js', passageOf('test("greets a stranger", () => {});')],
  ]),
  changed: ['src/greet.js', 'test/greet.test.js'],
  outputs: [passageOf(output)],
};

describe('evidence is found', () => {
  test.each([
    ['a line of a file', 'src/greet.js:2'],
    ['the last line', 'src/greet.js:4'],
    ['the only line of a file without a line end', 'test/greet.test.js:1'],
    ['several lines', 'see src/greet.js:1-4, which says it all'],
    ['a line in the way of a web page', 'src/greet.js#L1-L4'],
    ['a line in words', 'src/greet.js, lines 2-3'],
    ['a file in quotes', '`src/greet.js`:3 builds the greeting.'],
    ['a path from here', './src/greet.js:1'],
    ['the last name of a file alone', 'greet.test.js:1.'],
    ['a name of two files, one of which has the line', 'other.js:3'],
    ['words of a file that is named', 'src/other.js has "unchanged words"'],
    ['words of a changed file', 'it returns `"Hello, stranger!"` for an empty name'],
    ['words over two lines', '```js\nif (!name) return "Hello, stranger!";\n\n  return `Hello\n```'],
    ['one of several quotes', "`greet('')` gives `Hello, stranger!`"],
    ['the name of a test', 'the test "greets a stranger" passes'],
    ['the name of a test without quotes', 'covered by says goodbye to Ada # time=1ms'],
    ['the name of a test without its mark and time', 'covered by greets a stranger, which passes'],
    ['a line, and the address of a server', 'src/greet.js:2, tried on localhost:3000 and example.org:443'],
  ])('as %s', (_, evidence) => expect(whyNotEvident(evidence, sources)).toBeUndefined());
});

describe('evidence is not found', () => {
  test.each([
    ['nothing', ''],
    ['an assertion', 'I looked at the code and it is fine'],
    ['a file without a line or words', 'src/greet.js handles it'],
    ['a file that is not there', 'src/missing.js:5'],
    ['a file that is not there, beside one that is', 'src/greet.js:1 and src/missing.js:5'],
    ['a file that is not there, without a line', '"Hello, stranger!" in src/missing.js'],
    ['a line after the end', 'src/greet.js:5'],
    ['line 0', 'src/greet.js:0'],
    ['lines that end before they begin', 'src/greet.js:3-2'],
    ['a line of a file that is not text', 'Makefile:1'],
    ['invented words', 'src/greet.js:2 says `return "Welcome"`'],
    ['words of another file than the one named', 'src/greet.js says "unchanged words"'],
    ['words of a file that was not changed', '"unchanged words of another"'],
    ['words too short to say anything', '`if`'],
    ['a test that did not run', 'the test "greets a king" passes'],
    ['a path that leads out of the repository', '../../etc/passwd.conf:1'],
  ])('as %s', (_, evidence) => expect(whyNotEvident(evidence, sources)).toEqual(expect.any(String)));
});

test('the files that are named are the ones to read', () =>
  expect(filesNamed('`src/greet.js`:1, other.js:2, and Makefile; not missing.js', tree)).toEqual([
    'src/greet.js',
    'src/other.js',
    'lib/other.js',
    'Makefile',
  ]));

test('any text can be read, and words that occur nowhere are never found', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const invented = text.replaceAll(/[`\n]/g, '');
      expect(whyNotEvident(`src/greet.js: \`${invented} nowhere ⊘\``, sources)).toBeDefined();
    }),
    { numRuns: 200 },
  ));

test('the longest evidence about large files takes little time', () => {
  const long = 'x '.repeat(500_000);
  const large = { ...sources, files: new Map([['src/greet.js', passageOf(long)]]), outputs: [passageOf(`${'1'.repeat(60_000)}\n${long}`)] };
  const worst = [
    'a.'.repeat(4_000),
    'a/'.repeat(4_000),
    `${' '.repeat(4_000)}line 1`,
    '`no such` '.repeat(800),
    'src/greet.js:1 '.repeat(500),
  ];
  const before = workedMs();
  for (const evidence of worst) whyNotEvident(evidence, large);
  expect(workedMs() - before).toBeLessThan(5_000);
});
