import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../../test/support/scratch.ts';
import { createReadingGate } from '../../../tools/files/reading-gate.ts';
import { bestOf, createFileNames } from './file-names.ts';

const never = new AbortController().signal;

function folderWith(files: readonly string[]) {
  const home = scratch();
  const cwd = join(home, 'project');
  for (const file of files) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), '');
  }
  const gate = createReadingGate({ home, data: join(home, '.artoo') }).for({ cwd });
  return { home, cwd, names: createFileNames({ cwd, home, gate }) };
}

test('files and folders are found by any part of their path', async () => {
  const { names } = folderWith(['src/main.ts', 'src/view/main-page.ts', 'README.md']);
  expect(await names.like('', never)).toEqual(['src/', 'README.md', 'src/view/', 'src/main.ts', 'src/view/main-page.ts']);
  expect(await names.like('main', never)).toEqual(['src/main.ts', 'src/view/main-page.ts']);
  expect(await names.like('svmp', never)).toEqual(['src/view/main-page.ts']);
});

test('what is ignored, hidden or could draw on the terminal is left out', async () => {
  const { names, cwd } = folderWith([
    '.gitignore',
    'kept.txt',
    'built/out.js',
    '.hidden',
    'evil\u001b[2J.txt',
    'evil\u202etxt.exe',
    'in two\nlines.txt',
    '.ssh/config',
  ]);
  writeFileSync(join(cwd, '.gitignore'), 'built\n');
  expect(await names.like('', never)).toEqual(['kept.txt']);
});

test('other folders are listed one level deep', async () => {
  const { names, home } = folderWith(['a.txt']);
  mkdirSync(join(home, 'other/inner'), { recursive: true });
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, 'other/b.txt'), '');
  expect(await names.like('../other/', never)).toEqual(['../other/b.txt', '../other/inner/']);
  expect(await names.like('~/oth', never)).toEqual(['~/other/']);
  expect(await names.like('~/.ssh/', never)).toEqual([]);
});

describe('the best', () => {
  test('is what begins with it, then what has a name that does, then the shortest', () => {
    const paths = ['lib/log.ts', 'log/x.ts', 'src/catalog.ts', 'src/a-log.ts'];
    expect(bestOf(paths, 'log')).toEqual(['log/x.ts', 'lib/log.ts', 'src/a-log.ts', 'src/catalog.ts']);
  });

  test('of very many is found quickly, and at most twenty are offered', () => {
    expect(
      bestOf(
        Array.from({ length: 20_000 }, (_, at) => `folder/file-${at}.ts`),
        '(19',
      ),
    ).toEqual([]);
    expect(
      bestOf(
        Array.from({ length: 20_000 }, (_, at) => `folder/file-${at}.ts`),
        'fi',
      ),
    ).toHaveLength(20);
  });
});
