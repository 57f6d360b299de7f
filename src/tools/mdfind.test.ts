import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gateOf } from '../../test/support/reading-gate.ts';
import { scratch } from '../../test/support/scratch.ts';
import { callContext } from '../../test/support/web.ts';
import { type FileFinder, plocate, spotlight, systemFinders, walk } from './files/file-finder.ts';
import { createMdfind } from './mdfind.ts';

/** A home with these files, each of them a second newer than the previous one. */
function homeWith(files: readonly string[]): string {
  const home = realpathSync(scratch());
  files.forEach((name, at) => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), name);
    utimesSync(join(home, name), 1_700_000_000 + at, 1_700_000_000 + at);
  });
  return home;
}

const mdfindIn = (home: string, finders: readonly FileFinder[] = [walk]) =>
  createMdfind({ home, gate: gateOf({ home, data: join(home, '.artoo') }), finders });

const files = [
  'Documents/Tax 2024/report.pdf',
  'Documents/Tax 2025/Report final.pdf',
  'Documents/letter.txt',
  'Music/tax-man report.mp3',
  '.config/tax/report.txt',
  '.ssh/report-tax',
  'project/.gitignore',
  'project/build/tax-report.txt',
];

/** A program that replaces a finder: it prints its arguments into a file, and prints these paths. */
function standIn(paths: readonly string[], { exitCode = 0, says = '' } = {}): { readonly program: string; readonly asked: string } {
  const folder = realpathSync(scratch());
  const [program, asked] = [join(folder, 'finder'), join(folder, 'asked')];
  const printed = paths.map((path) => `printf '%s\\0' '${path}'`).join('\n');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${asked}\n${printed}\n${says === '' ? '' : `echo '${says}' >&2`}\nexit ${exitCode}\n`,
  );
  chmodSync(program, 0o755);
  return { program, asked };
}

describe('a walk through the home', () => {
  test('finds files by all words of the query, in any case, newest first, and neither what is hidden nor what is secret', async () => {
    const home = homeWith(files);
    const { output } = await mdfindIn(home).run({ query: 'REPORT tax' }, callContext({ cwd: join(home, 'project') }));
    expect(output.split('\n').map((path) => path.replace(`${home}/`, ''))).toEqual([
      'project/build/tax-report.txt',
      'Music/tax-man report.mp3',
      'Documents/Tax 2025/Report final.pdf',
      'Documents/Tax 2024/report.pdf',
    ]);
  });

  test('leaves out what ignore files name', async () => {
    const home = homeWith(files);
    writeFileSync(join(home, 'project/.gitignore'), 'build/\n');
    const { output } = await mdfindIn(home).run({ query: 'report tax', in: '~/project' }, callContext({ cwd: home }));
    expect(output).toBe(`no file in ${home}/project has all of these words in its name or path`);
  });

  test('shows a hundred, and says how many more there are', async () => {
    const home = homeWith(Array.from({ length: 130 }, (_, at) => `many/note-${at}.txt`));
    const { output, truncated } = await mdfindIn(home).run({ query: 'note' }, callContext({ cwd: home }));
    expect([output.split('\n').length, truncated]).toEqual([101, true]);
    expect(output).toContain('… and 30 more');
  });

  test.each<[string, string, RegExp]>([
    ['a folder that is not there', 'nowhere', /no such file/],
    ['a file', 'Documents/letter.txt', /is not a folder/],
    ['a place of secrets', '.ssh', /secrets/],
    ['a link to a place of secrets', 'keys', /secrets/],
  ])('does not look in %s', async (_, folder, words) => {
    const home = homeWith(files);
    symlinkSync(join(home, '.ssh'), join(home, 'keys'));
    const result = await mdfindIn(home).run({ query: 'report', in: folder }, callContext({ cwd: home }));
    expect([result.ok, result.error?.message]).toEqual([false, expect.stringMatching(words)]);
  });

  test('ends when it is stopped', async () => {
    await expect(mdfindIn(homeWith(files)).run({ query: 'x' }, callContext({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('an index', () => {
  test('of plocate is asked for all words below the folder; what is gone or hidden is left out, and its age is reported', async () => {
    const home = homeWith(files);
    const there = ['Documents/Tax 2024/report.pdf', 'Documents/gone tax report.txt', '.ssh/report-tax', 'Documents/letter.txt'].map(
      (name) => join(home, name),
    );
    const { program, asked } = standIn(there);
    const { output } = await mdfindIn(home, [plocate(program), walk]).run({ query: 'tax re*' }, callContext({ cwd: home }));
    expect(output).toContain('no file');
    expect(readFileSync(asked, 'utf8')).toBe(`--null\n--ignore-case\n--limit\n20000\n--\n${home}/\ntax\nre\\*\n`);
    const found = await mdfindIn(home, [plocate(program), walk]).run({ query: 'tax rep' }, callContext({ cwd: home }));
    expect(found.output).toBe(`${there[0]}\n[artoo: from plocate's index: files newer than its last update are missing]`);
  });

  test.each<[string, Parameters<typeof standIn>[1] | undefined]>([
    ['is not there', { exitCode: 1, says: 'plocate: /var/lib/plocate/plocate.db: No such file or directory' }],
    ['cannot be used', { exitCode: 2 }],
    ['is of a program that is not installed', undefined],
  ])('that %s is replaced by the walk', async (_, how) => {
    const home = homeWith(files);
    const program = how ? standIn([], how).program : '/nowhere/plocate';
    const { output } = await mdfindIn(home, [plocate(program), walk]).run({ query: 'letter' }, callContext({ cwd: home }));
    expect(output).toBe(join(home, 'Documents/letter.txt'));
  });

  test('of plocate that finds nothing is an answer', async () => {
    const home = homeWith(files);
    const { output } = await mdfindIn(home, [plocate(standIn([], { exitCode: 1 }).program), walk]).run(
      { query: 'letter' },
      callContext({ cwd: home }),
    );
    expect(output).toMatch(/^no file/);
  });

  test('of Spotlight also finds files by what is in them', async () => {
    const home = homeWith(files);
    const { program, asked } = standIn([join(home, 'Documents/letter.txt')]);
    const { output } = await mdfindIn(home, [spotlight(program)]).run({ query: 'dear aunt' }, callContext({ cwd: home }));
    expect(output).toBe(join(home, 'Documents/letter.txt'));
    expect(readFileSync(asked, 'utf8')).toBe(`-0\n-onlyin\n${home}\ndear aunt\n`);
  });

  test.each<[NodeJS.Platform, number]>([
    ['darwin', 2],
    ['linux', 2],
  ])('on %s comes before the walk', (platform, count) => {
    const finders = systemFinders(platform);
    expect([finders.length, finders.at(-1)]).toEqual([count, walk]);
  });
});
