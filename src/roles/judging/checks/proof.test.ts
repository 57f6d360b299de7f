import { describe, expect, test } from 'vitest';
import { changing, cwd, type Deed, edit, read, shell, workOf, write } from '../../../../test/support/judged-work.ts';
import type { Check } from '../../../contracts/criteria.ts';
import { isAboutUnchangedFile } from '../decide-by-code.ts';
import { proves } from './checks.ts';

type Row = readonly [Check, string, (readonly Deed[])?, string?];
const rows = (all: readonly Row[]) => all.map((row): [string, string, Row] => [JSON.stringify(row[0]), row[1], row]);
const command = (run: string): Check => ({ kind: 'command', run, equals: 0 });
const contains = (path: string, text: string): Check => ({ kind: 'file_contains', path, text });
const isProof = ([check, criterion, deeds = [], input = '']: Row) => proves(check, criterion, { calls: workOf(deeds).calls, cwd, input });

describe('a check decides', () => {
  test.each(
    rows([
      [{ kind: 'file_exists', path: 'notes.md' }, 'notes.md is there'],
      [{ kind: 'file_exists', path: 'notes.md' }, 'The file notes.md exists', [write('notes.md', 'x')]],
      [{ kind: 'file_exists', path: './out/' }, 'The folder out/ exists'],
      [{ kind: 'file_exists', path: 'notes.md' }, 'notes.md is still there'],
      [{ kind: 'file_exists', path: 'notes.md' }, 'The file `notes.md` still exists.'],
      [{ kind: 'file_exists', path: 'docs/notes.md' }, 'The file docs/notes.md remains'],
      [{ kind: 'file_exists', path: 'docs/notes.md' }, 'notes.md is kept in docs/'],
      [{ kind: 'file_absent', path: 'a.txt' }, 'a.txt is deleted', [shell('rm a.txt', '', 0, changing('a.txt', 'deleted'))]],
      [contains('README.md', 'Node 24'), 'README.md names Node 24'],
      [contains('.gitignore', 'dist/'), '.gitignore has the line "dist/"', [edit('.gitignore', '', 'dist/')], 'add dist/ to .gitignore'],
      [{ kind: 'json_equals', path: 'package.json', pointer: '/version', equals: '2.1.0' }, 'package.json has version 2.1.0'],
      [
        { kind: 'json_equals', path: 'config.json', pointer: '/port', equals: 8080 },
        'config.json sets the port to 8080',
        [edit('config.json', '80', '8080')],
        'set the port to 8080',
      ],
      [{ kind: 'file_matches', path: 'CHANGELOG.md', pattern: '^## 2\\.1\\.0' }, 'CHANGELOG.md has a section for 2.1.0'],
      [command('npm test'), 'All tests pass'],
      [command('python3 -m pytest tests/test_a.py -q'), 'tests/test_a.py passes'],
      [command('npm test'), 'All tests pass', [edit('src/a.ts', 'x', 'y'), write('src/a.test.ts', 'x')]],
      [command('npx tsc --noEmit'), 'The project compiles without errors'],
      [command('! grep -rn old_name src'), 'old_name is used nowhere in src/'],
      [command('test -d src && ! grep -rn old_name src'), 'old_name is used nowhere in src/'],
      [command('test -d src && ! grep -rnE "console\\.log\\(" src --include=*.ts'), 'No console.log call remains in src/'],
      [command("! grep -rn 'console\\.log(' src"), 'No console.log call remains in src/', [edit('src/a.ts', 'console.log(1)', '')]],
      [
        command('test -f notes.md && ! grep -q draft notes.md'),
        'notes.md no longer says draft',
        [edit('notes.md', 'draft', '')],
        'take the word draft out of notes.md',
      ],
      [command('test "$(ls logs | wc -l)" -eq 7'), 'There are 7 files in logs/'],
      [command('test -f notes.md'), 'notes.md is there'],
      [command('grep -q "Node 24" README.md'), 'README.md names Node 24'],
      [command('cmp a.txt b.txt'), 'a.txt and b.txt are equal'],
      [command('python3 sum.py data.csv | grep -qx 4521'), 'sum.py prints 4521 for data.csv', [write('sum.py', 'import sys')]],
    ]),
  )('%s for %s', (_1, _2, row) => {
    expect(isProof(row)).toBe(true);
  });
});

describe('a check only constrains', () => {
  test.each(
    rows([
      [{ kind: 'file_exists', path: 'notes.md' }, 'notes.md names the winner'],
      [{ kind: 'file_exists', path: 'notes.md' }, 'notes.md exists and contains the summary'],
      [{ kind: 'file_exists', path: 'docs/notes.md' }, 'notes.md is there'],
      [{ kind: 'file_exists', path: 'a.txt' }, 'All tests pass'],
      ...[
        'b.txt is still there',
        'a.txt and b.txt remain',
        'Only a.txt remains',
        'No TODO remains in a.txt',
        'Nothing remains',
        'Every file is still there',
        'The text of a.txt is kept',
        'a.txt is kept in sync',
        'a.txt remains empty',
        'a.txt still exists unchanged',
      ].map((criterion): Row => [{ kind: 'file_exists', path: 'a.txt' }, criterion, [edit('a.txt', 'x', 'y')]]),
      [{ kind: 'file_absent', path: 'a.txt' }, 'b.txt is deleted'],
      [{ kind: 'output_contains', text: '7' }, 'There are 7 files'],
      [{ kind: 'output_matches', pattern: '\\d+ files' }, 'There are 7 files'],
      [{ kind: 'json_equals', pointer: '/n', equals: 7 }, 'There are 7 files'],
      [{ kind: 'exit_code', equals: 0 }, 'All tests pass'],
      [contains('report.md', '7 files'), 'report.md says that there are 7 files', [write('report.md', '7 files')]],
      [
        command('test -f report.md && grep -q "7 files" report.md'),
        'report.md says that there are 7 files',
        [write('report.md', '7 files')],
      ],
      [command('[ -s report.md ] && grep -q 7 report.md'), 'report.md says that there are 7 files', [write('report.md', '7 files')]],
      [contains('report.md', 'hello'), 'report.md describes the winner', [read('report.md', 'hello')]],
      [contains('README.md', 'Node'), 'README.md names Node 24'],
      [contains('a.md', 'Alice'), 'b.md names Alice'],
      [{ kind: 'file_matches', path: 'notes.md', pattern: '\\w+' }, 'notes.md names the winner'],
      [{ kind: 'file_matches', path: 'notes.md', pattern: '.*' }, 'notes.md names the winner'],
      [
        { kind: 'json_equals', path: 'out.json', pointer: '/total', equals: 42 },
        'out.json has the total 42',
        [write('out.json', '{"total": 42}')],
      ],
      [command('true'), 'All tests pass'],
      [command('npm test || true'), 'All tests pass'],
      [command('npm test'), 'The answer explains the bug'],
      [command('ls'), 'All tests pass'],
      [command('grep -q "total 42" report.txt'), 'report.txt states the total 42', [write('report.txt', 'total 42')]],
      [command('python3 check.py'), 'The check of 42 rows works', [write('check.py', 'print("ok")')]],
      [command('test "$(ls logs | wc -l)" -eq 6'), 'There are 7 files in logs/'],
      [command('grep -q Alice docs/notes.md'), 'notes.md names Alice'],
    ]),
  )('%s for %s', (_1, _2, row) => {
    expect(isProof(row)).toBe(false);
  });
});

test.each<[string, Check, readonly Deed[], boolean]>([
  ['a file that nothing touched', contains('.gitignore', 'dist'), [read('.gitignore', 'dist')], true],
  ['a file that was edited', contains('.gitignore', 'dist'), [edit('.gitignore', '', 'dist')], false],
  ['a file that a command changed', { kind: 'file_exists', path: 'a' }, [shell('touch a', '', 0, changing('a', 'created'))], false],
  ['a folder in which something changed', { kind: 'file_exists', path: 'out' }, [write('out/a', 'x')], false],
  [
    'a file in a folder that was deleted',
    { kind: 'file_absent', path: 'out/a' },
    [shell('rm -r out', '', 0, changing('out', 'deleted'))],
    false,
  ],
  ['no file', { kind: 'output_contains', text: 'x' }, [], false],
  ['a command', command('npm test'), [], false],
])('%s was so before: %j', (_, check, deeds, expected) => {
  expect(isAboutUnchangedFile(check, workOf(deeds).calls, cwd)).toBe(expected);
});

test.each(['ls tests', 'test -d tests', 'grep -q tests README.md', 'python3 -c "pass"', 'ls build'])(
  'a command that runs nothing decides nothing about a run: %s',
  (run) => {
    for (const criterion of ['All tests pass', 'The build succeeds'])
      expect(proves({ kind: 'command', run, equals: 0 }, criterion, { calls: [], cwd: '/home', input: '' })).toBe(false);
  },
);
