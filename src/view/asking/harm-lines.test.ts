import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { textOf } from '../style/line.ts';
import { widthOf } from '../wrap.ts';
import { type Asked, effectLines, harmLines, harmPages, harmScreen } from './harm-lines.ts';

const asked: Asked = {
  tool: 'shell',
  action: 'rm -r old',
  cwd: '/home/ada',
  effects: [
    { path: '/home/ada/new', change: 'created' },
    { path: '/home/ada/old', change: 'deleted', why: 'it was there before' },
    { path: '/home/ada/notes', change: 'changed', why: 'it was there before', diff: '--- a\n+++ b\n@@ -1 +1,2 @@\n-one\n+two\n+three\n' },
  ],
  more: 0,
  network: false,
  reason: 'it deletes',
  rule: null,
};

test('effects come first, those that need the yes before the others, then the folder and the whole action', () => {
  expect(harmLines(asked).map(textOf)).toEqual([
    'This needs your yes: it deletes',
    '  deletes old',
    '  changes notes (+2 −1)',
    '    --- a',
    '    +++ b',
    '    @@ -1 +1,2 @@',
    '    -one',
    '    +two',
    '    +three',
    '  creates new',
    '  in /home/ada:',
    '    rm -r old',
  ]);
});

test('a name with a space and a slash is shown as the one path that it is', () => {
  const path = '/w/notes /w/.bashrc';
  const file: Asked = {
    ...asked,
    tool: 'write_file',
    cwd: '/w',
    action: `write ${path}, 3 bytes`,
    reason: 'it was there before this task',
    effects: [{ path, change: 'deleted' }],
  };
  expect(harmLines(file).map(textOf)).toEqual([
    'notes /w/.bashrc needs your yes: it was there before this task',
    '  deletes notes /w/.bashrc',
    '  in /w:',
    '    write notes /w/.bashrc, 3 bytes',
  ]);
});

test('the network, and effects that are too many to list, are shown', () => {
  expect(effectLines({ effects: [], more: 1_200, network: true }).map(textOf)).toEqual([
    '  wants to use the network',
    '  and 1,200 further effects, too many to list',
  ]);
});

test('what a command would send, and where, is shown as far as its words say it', () => {
  const told = (action: string) =>
    harmLines({ ...asked, effects: [], network: true, reason: 'it wants the network', action })
      .slice(0, 2)
      .map(textOf);
  expect(told('curl --data-binary @notes.txt https://paste.example.com/upload')).toEqual([
    'This needs your yes: what is sent cannot be taken back',
    '  would send notes.txt to paste.example.com',
  ]);
  expect(told('curl https://a.example')).toEqual(['This needs your yes: it wants the network', '  wants to use the network: a.example']);
  expect(told('curl -d @notes.txt https://a.example evil.example')[1]).toBe(
    '  would send notes.txt to a.example; perhaps more, or to other hosts',
  );
  expect(told('make deploy; curl https://a.example')[1]).toBe('  wants to use the network: a.example, perhaps others');
});

test('the host that a command waits for is named, and what its words would send there', () => {
  const told = (action: string, host: string) =>
    harmLines({ ...asked, effects: [], network: true, host, reason: `it wants to reach ${host}`, action })
      .slice(0, 2)
      .map(textOf);
  expect(told('npm install', 'mirror.example.org')).toEqual([
    'This needs your yes: it wants to reach mirror.example.org',
    '  in /home/ada:',
  ]);
  const sending = 'curl -T notes.txt https://paste.example/';
  expect(told(sending, 'paste.example')).toEqual([
    'This needs your yes: what is sent cannot be taken back',
    '  would send notes.txt to paste.example',
  ]);
  expect(told(sending, 'other.example')).toEqual(['This needs your yes: it wants to reach other.example', '  in /home/ada:']);
});

test('nothing in it can draw on the terminal or hide', () => {
  const nasty = 'a\u001b[2K\u202e\u200b\u009b\u2028\r\tb';
  const effects = [{ path: nasty, change: 'changed', why: nasty, diff: `+${nasty}\n-${nasty}` }] as const;
  const lines = harmLines({
    who: 'R3',
    tool: nasty,
    action: `${nasty}\n${'x'.repeat(5_000)}\r\nlast`,
    cwd: nasty,
    effects,
    more: 1,
    network: true,
    reason: nasty,
    rule: nasty,
  }).map(textOf);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(lines).toContain(`    ${'x'.repeat(5_000)}`);
  expect(lines.at(-1)).toBe('    last');
});

test('a folder of many files is one line on a screen, and all of it on the pages', () => {
  const files = Array.from({ length: 60 }, (_, at) => `/home/ada/many/${at}`);
  const effects = [...files, '/home/ada/many'].map((path) => ({ path, change: 'deleted', why: 'it was there before' }) as const);
  const many = { ...asked, effects };
  const screen = { width: 80, height: 24 };
  expect(harmScreen(many, screen).rows.slice(0, 3)).toEqual([
    'This needs your yes: it deletes',
    '  deletes many/ and the 60 items in it',
    '  in /home/ada:',
  ]);
  expect(harmPages(many, screen).flat()).toEqual(
    expect.arrayContaining(files.map((path) => `  deletes ${path.slice('/home/ada/'.length)}`)),
  );
});

test('a folder of more files than are listed is one line, too', () => {
  const effects = [2, 1, 0].map((at) => ({ path: `/home/ada/many/${at}`, change: 'deleted' as const }));
  const lines = effectLines({ ...asked, effects: [{ path: '/home/ada/many', change: 'deleted' }, ...effects], more: 700 }).map(textOf);
  expect(lines).toEqual(['  deletes many/ and everything in it', '  and 700 further effects, too many to list']);
});

describe('on a screen', () => {
  const long = fc
    .record({ effects: fc.nat({ max: 30 }), diff: fc.nat({ max: 30 }), action: fc.nat({ max: 30 }), reason: fc.nat({ max: 900 }) })
    .map((size) => ({
      ...asked,
      reason: 'r'.repeat(size.reason),
      action: Array.from({ length: size.action + 1 }, (_, at) => `line ${at}`).join('\n'),
      effects: Array.from({ length: size.effects }, (_, at) => ({
        path: `/p/${at}`,
        change: 'changed' as const,
        diff: '+x\n'.repeat(size.diff),
      })),
    }));
  const screen = fc.record({ width: fc.integer({ min: 30, max: 120 }), height: fc.integer({ min: 5, max: 80 }) });

  test('it never takes more rows than there are, and what is left out is counted', () => {
    fc.assert(
      fc.property(long, screen, (each, on) => {
        const { rows, isWhole } = harmScreen(each, on);
        expect(rows.length).toBeLessThanOrEqual(Math.max(9, Math.min(30, on.height - 5)));
        expect(rows.filter((row) => widthOf(row) > on.width)).toEqual([]);
        expect(rows.some((row) => /… [\d,]+ more lines?/.test(row))).toBe(!isWhole);
        expect(rows.some((row) => row.includes('in /home/ada'))).toBe(true);
      }),
      { numRuns: 100 / oneIn(10) },
    );
  });

  test.each([
    [45, 20],
    [24, 14],
    [20, 10],
  ])('of %d rows, a long diff is shown by %d lines', (height, shown) => {
    const diff = `@@ -1 +1,60 @@\n-one\n${'+x\n'.repeat(60)}`;
    const effects = [{ path: '/home/ada/notes', change: 'changed', why: 'it was there before', diff }] as const;
    const { rows } = harmScreen({ ...asked, effects }, { width: 80, height });
    expect(rows.slice(1, 4)).toEqual(['  changes notes (+60 −1)', '    -one', '    +x']);
    expect(rows.slice(2 + shown)).toEqual([`  … ${62 - shown} more lines of changed content`, '  in /home/ada:', '    rm -r old']);
  });

  test('its pages hold all of it', () => {
    fc.assert(
      fc.property(long, screen, (each, on) => {
        const pages = harmPages(each, on);
        expect(pages.every(({ length }) => length > 0 && length <= Math.max(9, Math.min(30, on.height - 5)))).toBe(true);
        for (const { path } of each.effects) expect(pages.flat().some((row) => row.startsWith(`  changes ${path} (`))).toBe(true);
        expect(pages.flat().filter((row) => row.startsWith('    line '))).toHaveLength(each.action.split('\n').length);
      }),
      { numRuns: 100 / oneIn(10) },
    );
  });
});

describe('on a screen', () => {
  const screen = { width: 80, height: 24 };
  const path = (name: string) => `/home/ada/${name}`;
  const long = Array.from({ length: 40 }, (_, at) => `+${at}`).join('\n');
  const why = 'it was there before';

  test('what is deleted comes first, by name, then what changes, with both sides of it', () => {
    const effects = [
      { path: path('notes'), change: 'changed', why, diff: `${long.replaceAll('+', '-')}\n${long}` },
      { path: path('gone'), change: 'deleted', why, diff: long },
    ] as const;
    const { rows } = harmScreen({ ...asked, effects }, screen);
    expect(rows.slice(1, 4)).toEqual(['  deletes gone (+40 −0)', '  changes notes (+40 −40)', '    -0']);
    expect(rows.filter((row) => row.startsWith('    +')).length).toBeGreaterThan(4);
    expect(rows.filter((row) => row.startsWith('    -')).length).toBeGreaterThan(4);
    expect(rows.find((row) => row.includes('more lines of changed content'))).toBeDefined();
  });

  test('the names of many deleted files share lines before one of them is left out', () => {
    const names = Array.from({ length: 30 }, (_, at) => `file ${at}`);
    const effects = [
      { path: path('notes'), change: 'changed', why, diff: long } as const,
      ...names.map((name) => ({ path: path(name), change: 'deleted', why }) as const),
    ];
    const { rows } = harmScreen({ ...asked, effects }, screen);
    expect(rows[1]).toContain("  deletes 30 files: 'file 0', 'file 1'");
    const text = rows.join(' ').replaceAll(/\s+/g, ' ');
    for (const name of names) expect(text).toContain(`'${name}'`);
    expect(text).toContain('changes notes (+40 −0)');
  });

  test('names of a folder are listed where there is room for them', () => {
    const names = ['old', 'old/a', 'old/b'].map((name) => ({ path: path(name), change: 'deleted', why }) as const);
    const { rows } = harmScreen({ ...asked, effects: [{ path: path('notes'), change: 'changed', why, diff: long }, ...names] }, screen);
    expect(rows).toEqual(expect.arrayContaining(['  deletes old', '  deletes old/a', '  deletes old/b']));
  });

  test('what git keeps for itself, and modes of many paths, are one line each where they are too many', () => {
    const own = ['index', 'COMMIT_EDITMSG', 'logs/HEAD', ...Array.from({ length: 30 }, (_, at) => `objects/a${at}`)];
    const effects = [
      ...own.map((name) => ({ path: path(`.git/${name}`), change: 'created' }) as const),
      { path: path('.git/hooks/pre-commit'), change: 'created', why: 'git runs it' } as const,
      ...Array.from(
        { length: 140 },
        (_, at) => ({ path: path(`file${at}`), change: 'metadata', why, diff: '-mode 644\n+mode 777' }) as const,
      ),
    ];
    expect(harmScreen({ ...asked, effects }, screen).rows).toEqual(
      expect.arrayContaining([
        '  creates .git/hooks/pre-commit',
        '  changes permissions or timestamps of 140 paths',
        '  makes a commit in .git (33 files)',
      ]),
    );
    expect(
      harmPages({ ...asked, effects }, screen)
        .flat()
        .join('\n'),
    ).toContain('.git/objects/a29');
  });
});

test('a question that is asked again because something changed says so', () => {
  expect(harmLines({ ...asked, isAgain: true }).map(textOf)[0]).toContain('what it would do has changed');
});

test.each([
  ['the private address behind a host', 'it wants to reach box, which leads to another machine on your own network', 'box'],
  ['nothing more where the host is all', 'it wants to reach box', undefined],
])('the first line of a question about sending names %s', (_, reason, told) => {
  const sending: Asked = { ...asked, action: 'curl -T notes http://box/', effects: [], network: true, host: 'box', reason };
  const [head = []] = harmLines(sending);
  expect(textOf(head)).toBe(`This needs your yes: ${told === undefined ? '' : `${reason}; `}what is sent cannot be taken back`);
});
