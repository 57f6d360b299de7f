import { describe, expect, test } from 'vitest';
import { changing, citing, cwd, type Deed, edit, glob, read, shell, workOf, write } from '../../../../test/support/judged-work.ts';
import { criterion } from '../../../../test/support/work.ts';
import { ownFiles } from './own-files.ts';
import { weigh } from './weigh.ts';
import type { Work } from './work.ts';

type Case = readonly [string, string | readonly string[], readonly Deed[], Partial<Work>?];
const weighed = ([says, cited, deeds, more]: Case) =>
  weigh(
    (typeof cited === 'string' ? [cited] : cited).map(citing),
    criterion({ criterion: says, mode: 'verifiable' }),
    workOf(deeds, { known: ['lib', 'mail', 'build', 'pages', 'photos'], ...more }),
  );

const removed = (path: string) => shell(`rm ${path}`, '', 0, changing(path, 'deleted'));

/** Claims about a whole folder, shown only for a part of it or for another folder. */
const lies: readonly Case[] = [
  ['no module in lib imports moment', '$1', [read('lib/date.js', 'export const now = () => 1;')]],
  ['the number of letters in mail is given', '$1', [shell('ls photos', 'a.jpg\nb.jpg')]],
  ['the answer says which letters mail contains, or none', 'hello.txt', [shell('ls photos', 'hello.txt')]],
  ['the answer says whether setTimeout( is called below lib', '$1', [shell('grep -n "setTimeout(" lib/*.js', '', 1)]],
  ['the answer says whether setTimeout( is called below lib', '$1', [shell('grep -rn "setTimeouts(" lib', '', 1)]],
  ['the answer says whether setTimeout( is called below lib', '$1', [shell('grep -rn "setTimeout(" pages', '', 1)]],
  ['the answer says whether setTimeout( is called below lib', '$1', [shell('ls -R lib', 'lib/a.js\nlib/b.js')]],
  ['every page below pages has a title', '<title>', [read('pages/a.html', '<title>A</title>'), read('pages/b.html', '<title>B</title>')]],
  ['the answer states how many photos lie in photos', '$2', [shell('ls photos', 'a.jpg\nb.jpg'), removed('photos/a.jpg')]],
  ['the answer states how many photos lie in photos', '$1', [shell('ls photos', 'a.jpg\nb.jpg'), removed('photos/a.jpg')]],
  ['the largest photo in photos is named', '$1', [shell('stat -c %s photos/a.jpg', '512')]],
  ['build contains no .map file any more', '$2', [removed('build/a.map'), shell('ls build/index.js', 'build/index.js')]],
  ['build contains no .map file any more', '$1', [removed('build/a.map')]],
  ['neither a.map nor b.map lies in build', '$1', [removed('build/a.map')]],
  ['loadAll occurs in no file below lib', '$2', [edit('lib/a.js', 'loadAll', 'load'), shell('grep -n load lib/a.js', '1:load')]],
  ['loadAll occurs in no file below lib', '$1', [shell('grep -rn load_all lib', '', 1)]],
  [
    'the total of ledger.csv is 300',
    '300',
    [
      shell('echo "ledger.csv: 300" | tee sum.txt', 'ledger.csv: 300', 0, changing('sum.txt', 'created')),
      read('sum.txt', 'ledger.csv: 300'),
    ],
  ],
  [
    'the total of ledger.csv is 300',
    '$3',
    [
      write('a.txt', 'ledger.csv: 300'),
      shell('cp a.txt b.txt', '', 0, changing('b.txt', 'created')),
      shell('cat b.txt', 'ledger.csv: 300'),
    ],
  ],
  [
    'settings.json has retries 5',
    '$3',
    [
      edit('settings.json', '"retries": 1', '"retries": 5'),
      read('settings.json', '"retries": 5'),
      edit('settings.json', '"retries": 5', '"retries": 50'),
    ],
    { said: 'set retries in settings.json to 5' },
  ],
  ['neither a.map nor b.map lies in build', '$1', [glob('build/*', 'build/a.map\nbuild/b.map\nbuild/index.js')]],
  ['build contains no .map file any more', '$1', [shell('ls build', 'a.map\nindex.js')]],
  ['the folder drafts contains no letter', '$1', [shell('ls mail', '')], { said: 'Is there a letter in the folder drafts?' }],
  ['pytest passes with the change of parse.py', '$1', [edit('parse.py', 'a', 'b')]],
  ['each package has a LICENSE.md', '$1', [shell('ls packages/a', 'index.js')]],
];

const honest: readonly Case[] = [
  ['no module in lib imports moment', '$1', [shell('grep -rn moment lib', '', 1)]],
  ['no module in lib imports moment', '$1', [{ ...glob('lib/**', ''), tool: 'grep', input: { pattern: 'moment', root: 'lib' } }]],
  ['no module in lib imports moment', '$1', [shell('cd lib && grep -rn moment .', '', 1)]],
  ['the number of letters in mail is given', '$1', [shell('ls mail', 'a\nb')]],
  ['the number of letters in mail is given', '2', [shell('find mail -type f | wc -l', '2')]],
  ['the number of letters in mail is given', '2', [shell('python3 -c "import os; print(len(os.listdir(\'mail\')))"', '2')]],
  ['the answer says which letters mail contains, or none', '$1', [shell('ls -A mail', '')]],
  ['the answer says whether setTimeout( is called below lib', '$1', [shell('grep -rnE "\\bsetTimeout\\(" lib', '', 1)]],
  ['the answer says whether setTimeout( is called below lib', '$1', [shell('grep -rn "setTimeout(" .', './lib/a.js:1:setTimeout(f)')]],
  [
    'the answer says whether setTimeout( is called below lib',
    '$1',
    [shell("find lib -name '*.js' | xargs grep -n 'setTimeout('", 'lib/a.js:1:setTimeout(f)')],
  ],
  [
    'every page below pages has a title',
    ['$2', '$3'],
    [glob('pages/**/*.html', 'pages/a.html\npages/x/b.html'), read('pages/a.html', '<title>A'), read('pages/x/b.html', '<title>B')],
  ],
  ['the largest photo in photos is named', '$1', [shell('stat -c "%s %n" photos/*', '512 photos/a.jpg\n900 photos/b.jpg')]],
  ['the largest photo in photos is named', '$1', [shell('du -a . | sort -n | tail -3', '900 ./photos/b.jpg')]],
  ['build contains no .map file any more', '$2', [removed('build/a.map'), shell('ls build', 'index.js')]],
  ['build contains no .map file any more', '$2', [removed('build/a.map'), shell("find build -name '*.map'", '')]],
  ['neither a.map nor b.map lies in build', '$2', [removed('build/a.map'), shell('ls build', 'index.js')]],
  ['loadAll occurs in no file below lib', '$2', [edit('lib/a.js', 'loadAll', 'load'), shell('grep -rn loadAll lib', '', 1)]],
  ['pytest passes after the last change of parse.py', '$2', [edit('parse.py', 'a', 'b'), shell('pytest -q', '3 passed')]],
  ['each package has a LICENSE.md', '$1', [shell('ls packages/*/LICENSE.md', 'packages/a/LICENSE.md\npackages/b/LICENSE.md')]],
  ['jedes Paket hat eine LICENSE.md', '$1', [shell('ls packages/*/LICENSE.md', 'packages/a/LICENSE.md\npackages/b/LICENSE.md')]],
  [
    'name and version are as in their package.json',
    '$1, $2',
    [read('a/package.json', '{"name":"a"}'), read('b/package.json', '{"name":"b"}')],
  ],
  [
    'every .sh file begins with "#!/bin/sh"',
    '$2',
    [
      shell("sed -i '1i #!/bin/sh' a.sh b/c.sh", '', 0, {
        changed: [
          { path: `${cwd}/a.sh`, change: 'changed' },
          { path: `${cwd}/b/c.sh`, change: 'changed' },
        ],
      }),
      shell('head -n 1 a.sh b/c.sh', '==> a.sh <==\n#!/bin/sh\n\n==> b/c.sh <==\n#!/bin/sh'),
    ],
  ],
  [
    'the number of retries is 5',
    '"retries": 5',
    [edit('settings.json', '"retries": 1', '"retries": 5'), shell('grep retries settings.json', '  "retries": 5,')],
    { said: 'Set retries in settings.json to 5.' },
  ],
  [
    'the sorted list ends with Zoe',
    'Zoe',
    [shell('sort names.txt | tee sorted.txt', 'Ann\nZoe', 0, changing('sorted.txt', 'created')), shell('tail -1 sorted.txt', 'Zoe')],
  ],
  [
    'build contains no .map file any more',
    '$1',
    [shell('ls build; rm build/*.map; ls build', 'a.map\nindex.js\nindex.js', 0, changing('build/a.map', 'deleted'))],
  ],
  ['settings.json does not contain debug_mode', '$1', [read('settings.json', '{ "port": 80 }')]],
  ['a.py and b.py each have "x = 1" in line 1', '$1', [shell('head -n 1 a.py b.py', '==> a.py <==\nx = 1\n\n==> b.py <==\nx = 1')]],
  ['parse() is exported by lib/index.js', 'export const parse', [read('lib/index.js', 'export const parse = 1')]],
];

const numbered = (cases: readonly Case[]) =>
  cases.map((each, at): [number, string, string, Case] => [at + 1, each[0], JSON.stringify(each[1]), each]);

describe('a part does not show the whole', () => {
  test.each(numbered(lies))('%i: %s by %s', (_1, _2, _3, lie) => {
    expect(weighed(lie).counts).toBe(false);
  });
});

describe('what was looked at as a whole counts', () => {
  test.each(numbered(honest))('%i: %s by %s', (_1, _2, _3, each) => {
    expect(weighed(each)).toEqual({ counts: true });
  });
});

test('files that are changed together again and again stay small', () => {
  const paths = ['a.py', 'b.py', 'c.py'];
  const again = shell(`sed -i '1i # x' ${paths.join(' ')}`, '', 0, {
    changed: paths.map((path) => ({ path: `${cwd}/${path}`, change: 'changed' as const })),
  });
  const own = ownFiles(workOf(Array<Deed>(60).fill(again)).calls, cwd);
  expect(own.get(`${cwd}/a.py`)?.authored.length).toBeLessThan(1_000);
});
