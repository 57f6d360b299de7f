import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { unsupported } from './unsupported.ts';

const ungrounded = (output: string, given: readonly string[]) => unsupported(output, { shown: [], given });

const sha = '3f786850e387550fdab836ed7e6dc881de23001b';

test.each([
  ['an absolute path', 'It is in /etc/artoo/config.yaml now.', ['/etc/artoo/config.yaml']],
  ['a path of one name', 'Look into /srv.', ['/srv']],
  ['a path in the home folder', 'Saved to ~/notes/today.md', ['~/notes/today.md']],
  ['a path from here', 'Run ./build/run, then ../other/run.', ['./build/run', '../other/run']],
  ['a path from above', 'See ../../lib/x', ['../../lib/x']],
  ['a file in a folder', 'Written: src/control/loss.ts.', ['src/control/loss.ts']],
  ['a file in a hidden folder', 'From .github/workflows/ci.yml', ['.github/workflows/ci.yml']],
  ['a path in quotes, brackets or backticks', '"/a/b" (/c/d) `/e/f` [/g/h] x=/i/j', ['/a/b', '/c/d', '/e/f', '/g/h', '/i/j']],
  ['a path with letters beyond ASCII', '/home/josé/œuvre.txt and /home/用户/报告.md', ['/home/josé/œuvre.txt', '/home/用户/报告.md']],
  ['a path in prose without spaces', '写入/tmp/a.md的内容，见notes/b.md。', ['/tmp/a.md', 'notes/b.md']],
  ['a URL', 'From https://example.org/a/b?c=1#d.', ['https://example.org/a/b?c=1#d']],
  ['a URL of any scheme', 's3://bucket/key, file:///etc/hosts', ['s3://bucket/key', 'file:///etc/hosts']],
  ['a URL in Markdown', '[here](https://example.org/a)', ['https://example.org/a']],
  ['a long hash', `commit ${sha}`, [sha]],
  ['a hash of 128 digits', 'c'.repeat(127) + '1', ['c'.repeat(127) + '1']],
  ['a short hash with a single digit', 'commit abcdef1', ['abcdef1']],
  ['a number of three digits', 'There are 123 of them.', ['123']],
  ['a number with thousands separators', "1,024 and 2'048 and 4_096", ['1,024', "2'048", '4_096']],
  ['a decimal number of three digits', 'It took 45.7 s', ['45.7']],
  ['a number with a unit', '500ms, 4096kB, 100%, $1500', ['500ms', '4096kB', '100%', '1500']],
  ['numbers with a slash between', '150/200 passed', ['150', '200']],
  ['a number in prose without spaces', '共1024个', ['1024']],
  ['a number at the end of a name', 'invoice INV-20241', ['20241']],
  ['an address', 'at 192.168.0.17:8080', ['192.168.0.17', '8080']],
  ['a date', 'Since 2031-01-02', ['2031-01-02']],
  ['a year', 'Since 2031', ['2031']],
  ['numbers of one and two digits', 'In 7 of 42 cases, at 12:34, 1.5 or 9', ['7', '42', '12:34', '1.5', '9']],
  ['lists of short numbers', '1,2,3 and 10,20,30', ['1', '2', '3', '10', '20', '30']],
  ['versions', '1.2.3, v10.200.3, lodash@4.17.210, 2.0.0-rc.1000', ['1.2.3', 'v10.200.3', '4.17.210', '2.0.0-rc.1000']],
  ['an hour that is only a number', 'It was at 16:00.', ['16:00']],
])('%s that no source contains is listed', (_, output, listed) => {
  expect(ungrounded(output, ['None of it.'])).toEqual(listed);
});

test.each([
  ['words', 'A defaced façade, a cafe, feedback, decade.'],
  ['digits that belong to a name', 'sha256, utf8, x86_64, ISO8601, base64, mp3, h264'],
  ['slashes in prose', 'and/or, read/write, he/she/they, km/h, n/a, 24/7, w/o, TCP/IP, either / or, 和/或, thé/café'],
  ['media types', 'text/plain, application/json, application/vnd.api+json'],
  ['abbreviations', 'e.g./i.e., a.m./p.m.'],
  ['tags and globs', '<b>bold</b> <br/> **/*.ts src/**/x.ts'],
  ['paths that are left open', '.../src/x.ts, …/src/x.ts, $HOME/x, %HOME%/x, {home}/x, src/[id]/page.tsx'],
  ['no words at all', ''],
])('%s are not facts', (_, output) => {
  expect(ungrounded(output, [])).toEqual([]);
});

test.each([
  ['a path', 'Saved to /tmp/a.md.', 'wrote /tmp/a.md, 12 bytes'],
  ['a path at the end of a sentence', 'It is /tmp/a.md', 'I want /tmp/a.md.'],
  ['a folder with what lies in it', 'In /home/me/notes/', '/home/me/notes/a/b.md'],
  ['a file by the end of its path', 'See notes/b.md', '/home/me/notes/b.md'],
  ['a path from here', 'See ./notes/b.md', 'notes/b.md'],
  ['a path that was given with a dot', 'See notes/b.md', 'ls ./notes/b.md'],
  ['a path behind an equals sign', 'In /opt/x', '--prefix=/opt/x'],
  ['a path in JSON', 'In notes/b.md and /c/d', JSON.stringify({ content: 'a\nnotes/b.md\t/c/d' })],
  ['a path in prose without spaces', 'In /tmp/a.md', '把/tmp/a.md的内容'],
  ['a path with letters beyond ASCII', '在/home/用户/报告.md里', '/home/用户/报告.md'],
  ['a URL', 'From https://example.org/a.', 'GET https://example.org/a 200'],
  ['a URL by what lies below it', 'From https://example.org/', 'https://example.org/a?b=1'],
  ['a hash by the long one', 'commit 3f78685', sha],
  ['a hash by the long one, cut elsewhere', '3f786850e3875', `sha1_${sha}`],
  ['a hash at the end of a name', sha, `sha1_${sha}`],
  ['a hash in capitals', sha.toUpperCase(), sha],
  ['a short hash of digits alone', 'commit 1234567', '12345678abcdef'],
  ['a number', '1024 of them', 'total: 1024'],
  ['a number without its separator', '1024 of them', 'total: 1,024'],
  ['a number with a separator of its own', '1,024,000 of them', 'total: 1024000'],
  ['a number with another separator', '1,024', "1'024"],
  ['a number inside a name', '1234', 'IMG_1234.jpg'],
  ['a number in front of a unit', '500 ms', '500ms'],
  ['a number in prose without spaces', '共1024个', '1024'],
  ['an hour of a column of hours', 'Most came from 06:00 to 06:59.', '11 06\n10 16\n9 22'],
])('%s that a source contains is not listed', (_, output, source) => {
  expect(ungrounded(output, [])).not.toEqual([]);
  expect(ungrounded(output, ['another source', source])).toEqual([]);
});

test.each([
  ['a number', '123', '91234 1230 1.23'],
  ['a decimal number', '12.5', '12.65 112.5 12 5'],
  ['a grouped number', '1,024', '1 and 024'],
  ['a path', '/tmp/a', '/tmp/abc /tmp/a.md'],
  ['an absolute path', '/etc/passwd', '/var/etc/passwd ./etc/passwd'],
  ['a file', 'notes/b.md', 'mynotes/b.md notes/b.mdx'],
  ['a hash', 'abcdef1', '1abcdef1'],
  ['a URL', 'https://example.org/a', 'https://example.org/ab http://example.org/a'],
])('%s is not found inside a longer one', (_, output, source) => {
  expect(ungrounded(output, [source])).toEqual([output]);
});

test('facts are listed once each, in the order in which they appear', () => {
  const output = '123 in /a/b, abcdef1, https://example.org/x/456, 123 and c/d.md';
  expect(ungrounded(output, [])).toEqual(['123', '/a/b', 'abcdef1', 'https://example.org/x/456', 'c/d.md']);
});

test.each(['constructor', '__proto__'])('an output about %s is counted like any other', (word) => {
  expect(
    unsupported(`Two ${word} rows, 7 in all.`, { shown: [`${word} of a\n${word} of b\n`, `name,n\n${word},1\n${word},2\n`], given: [] }),
  ).toEqual(['7']);
});

/** Text made of pieces of facts. */
const factual = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '.',
        '..',
        '~',
        ',',
        "'",
        '-',
        ' ',
        '\\n',
        '"',
        ':',
        '://',
        'v',
        'a',
        'f0',
        '1',
        '234',
        'é',
        '文',
        '\u0301',
        '\n',
      ),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('output that says the same as a source is grounded in that source', () => {
  fc.assert(
    fc.property(factual, factual, (output, other) => {
      expect(ungrounded(output, [other, output])).toEqual([]);
    }),
    { numRuns: 2_000 / oneIn(10) },
  );
});

test('everything listed is in the output, and another source never adds to the list', () => {
  fc.assert(
    fc.property(factual, factual, (output, source) => {
      const listed = ungrounded(output, []);
      expect(listed.every((fact) => output.includes(fact))).toBe(true);
      expect(listed).toEqual(expect.arrayContaining([...ungrounded(output, [source])]));
    }),
    { numRuns: 2_000 / oneIn(10) },
  );
});

test('an invented number is listed wherever it is between words', () => {
  const prose = fc.array(fc.constantFrom('and', 'or', 'the', 'of', '—', 'ça', '和'), { maxLength: 8 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(prose, fc.integer({ min: 100, max: 1e9 }), prose, (before, number, after) => {
      expect(ungrounded(`${before} ${number} ${after}`, [before, after, `${number}0`])).toEqual([`${number}`]);
    }),
  );
});

const manyOf = (part: string): string => part.repeat(Math.ceil(100_000 / oneIn(4) / part.length));

test.each([
  ['a', 0],
  ['a.', 0],
  ['a/', 0],
  ['/a', 1],
  ['/', 0],
  ['../', 1],
  ['.', 0],
  ['-', 0],
  ['0', 1],
  ['1,', 1],
  ['111,', 2],
  ['1.', 2],
  ["1'", 1],
  ['f', 0],
  ['f0', 0],
  ['v1.1.1-', 2],
  ['http://', 2],
  ['aa://.', 1],
  ['文/', 0],
  ['é/', 0],
  ['a/a.a-', 0],
  [' /a.b', 1],
  ['\\n/a', 1],
  ['a'.repeat(255) + '/', 0],
])('a text that only repeats %j is read to its end, as output and as source', (part, most) => {
  const text = manyOf(part);
  const listed = ungrounded(`/first/place ${text} /last/place`, [`${text}!`]);
  expect(listed).toEqual(expect.arrayContaining(['/first/place', '/last/place']));
  expect(ungrounded(text, []).length).toBeLessThanOrEqual(most);
});

test('many facts are compared with many others', () => {
  const count = 6_000 / oneIn(3);
  const facts = (from: number) => Array.from({ length: count }, (_, at) => `${from + at} /a/b/f${from + at}.x`).join(' ');
  expect(ungrounded(facts(100_000), [facts(100_000)])).toEqual([]);
  expect(ungrounded(facts(100_000), [facts(500_000)])).toHaveLength(2 * count);
});
