import { describe, expect, test } from 'vitest';
import { workedMs } from '../../../../test/support/worked-ms.ts';
import { holdsNames, type Source } from '../evidence/missing-names.ts';
import { namesIn } from './names-in.ts';

const flat = (criterion: string) => {
  const { exitCode, ...kinds } = namesIn(criterion);
  return Object.fromEntries(
    Object.entries({ ...kinds, exitCode: exitCode === undefined ? [] : [exitCode] }).filter(([, found]) => found.length > 0),
  );
};

test.each<[string, Record<string, readonly (string | number)[]>]>([
  ['The answer states how many .log files are in logs/', { paths: ['logs/'], exact: ['.log'] }],
  ['notes.md is there', { paths: ['notes.md'] }],
  ['notes.md names the winner', { paths: ['notes.md'] }],
  ['All tests in `tests/test_a.py` pass', { paths: ['tests/test_a.py'] }],
  ['All 12 unit tests pass', { numbers: ['12'] }],
  ['The total is 1,024 bytes', { numbers: ['1024'] }],
  ['package.json has version 2.1.0', { paths: ['package.json'], numbers: ['2.1.0'] }],
  ['The function `parse_line` returns "none"', { exact: ['parse_line'], values: ['none'] }],
  ['The answer names the hour with the most 5xx answers', {}],
  ['parseLine handles empty input', { exact: ['parseLine'] }],
  ['The winner is Alice', { proper: ['Alice'] }],
  ['Alice won', {}],
  ['The README names Node 24', { proper: ['README', 'Node'], numbers: ['24'] }],
  ['`npm test` exits with 0', { exact: ['npm', 'test'], exitCode: [0] }],
  ['The command exits with code 2', { exitCode: [2] }],
  ['git status is clean', { exact: ['git'] }],
  ['The answer lists the 3 largest files', {}],
  ['The answer has at most 5 sentences', {}],
  ['The answer counts the requests with a status from 500 to 599', {}],
  ['The answer counts those with a status of 500–599', {}],
  ['The summary has 2 sentences', {}],
  ['It is valid JSON', {}],
  ['The answer is in German', {}],
  ['Nothing listens on port 3000', { numbers: ['3000'] }],
  ['https://example.org/a answers', { exact: ['https://example.org/a'] }],
  ['Die Antwort nennt die Anzahl der Dateien', {}],
  ['.gitignore has the line "dist/"', { exact: ['.gitignore'], paths: ['dist/'] }],
  ['~/Documents/a.pdf exists', { paths: ['~/Documents/a.pdf'] }],
  ['src/a.ts and src/b.ts are equal', { paths: ['src/a.ts', 'src/b.ts'] }],
  ['It works and/or fails', {}],
  ['e.g. it works', {}],
  ['答案列出了三个文件', {}],
  ['', {}],
])('%j names %j', (criterion, names) => {
  expect(flat(criterion)).toEqual(names);
});

const cwd = '/home/me/app';
const shows = (shown: string, more: Partial<Source> = {}): Source => ({ shown, ...more });

describe('a source holds the names', () => {
  test.each<[string, Source]>([
    ['notes.md is there', shows('notes.md\nREADME.md', { lists: [cwd] })],
    ['notes.md is there', shows('./notes.md')],
    ['notes.md is there', shows('', { paths: [`${cwd}/notes.md`] })],
    ['tests/test_a.py passes', shows('5 passed', { paths: [`${cwd}/tests/test_a.py`] })],
    ['tests/test_a.py passes', shows('tests/test_a.py ..... [100%]')],
    ['tests/test_a.py passes', shows('5 passed', { isWhole: true })],
    ['The answer states how many .log files are in logs/', shows('logs/a.log\nlogs/b.log', { asked: 'find logs -name *.log' })],
    ['There are 3 files', shows('a\nb\nc\n')],
    ['The total is 1,024', shows('total 1024')],
    ['The total is 1024', shows('total: 1,024')],
    ['Port 3000 is free', shows('', { asked: 'lsof -i :3000' })],
    ['The winner is Alice', shows('winner: alice')],
    ['src/*.ts all compile', shows('', { paths: [`${cwd}/src`] })],
    ['`npm test` exits with 0', shows('ok', { asked: 'npm test', exitCode: 0 })],
    ['The README links CHANGELOG.md', shows('see CHANGELOG.md', { paths: [`${cwd}/README.md`], asked: 'README.md' })],
    ['It counts the errors of 1 November', shows('[01/Nov/2026:00:12:33 +0000] "GET / HTTP/1.1" 500')],
    ['It names 1 November 2026', shows('2026-11-01 00:12:33 ERROR')],
    ['It names 1 November 2026', shows('2026/Nov/01 ERROR')],
    ['It names 2026-11-01', shows('Nov 1, 2026')],
    ['It names November 1st', shows('01-Nov-2026')],
    ['It names 1 November 2026', shows('1: November, of 2026')],
    ['anything goes', shows('')],
  ])('%j', (criterion, source) => {
    expect(holdsNames(criterion, [source], { cwd, said: 'is port 3000 free?' })).toBe(true);
  });
});

describe('a source does not hold the names', () => {
  test.each<[string, Source]>([
    ['notes.md is there', shows('docs/notes.md')],
    ['notes.md is there', shows('notes.md', { lists: [`${cwd}/docs`] })],
    ['notes.md is there', shows('', { paths: [`${cwd}/docs/notes.md`] })],
    ['There are 7 files', shows('a\nb\nc\n')],
    ['The port is 8080', shows('{"port": 3000}', { asked: 'grep 8080 config.json' })],
    ['The winner is Alice', shows('winner: Bob')],
    ['The README names Node', shows('README.md\nsrc')],
    ['The value is "green"', shows('red', { asked: 'echo green' })],
    ['`parse_line` is tested', shows('def parse_all')],
    ['The command exits with code 0', shows('', { exitCode: 1 })],
    ['It counts the errors of 1 November', shows('[02/Nov/2026:00:11:33 +0000] "GET /" 500')],
    ['It counts the errors of 1 November', shows('[01/Oct/2026:00:12:33 +0000] "GET /" 500')],
    ['It names 1 November 2025', shows('[01/Nov/2026:00:12:33 +0000]')],
    ['It names 1 November 2026', shows('Nov  1 00:12:33 host')],
    ['It names 1 November', shows('the log of November 2026')],
    ['It names 1 November', shows('', { asked: 'grep 01/Nov/2026 access.log' })],
    ['logs/ has no errors', shows('', { paths: ['/var/tmp'] })],
  ])('%j', (criterion, source) => {
    expect(holdsNames(criterion, [source], { cwd })).toBe(false);
  });
});

test.each([
  'a'.repeat(1_000_000),
  '`'.repeat(100_000),
  '"a '.repeat(50_000),
  './'.repeat(100_000),
  '1,'.repeat(100_000),
  '*.'.repeat(50_000),
])('a criterion of any length takes little time', (criterion) => {
  const started = workedMs();
  holdsNames(criterion, [shows(criterion.slice(0, 100_000))], { cwd });
  expect(workedMs() - started).toBeLessThan(3_000);
});
