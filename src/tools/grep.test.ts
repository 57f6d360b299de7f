import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gateOf } from '../../test/support/reading-gate.ts';
import { scratch } from '../../test/support/scratch.ts';
import { createGrep } from './grep.ts';
import { createToolbox } from './toolbox.ts';

const files = {
  'a.txt': 'one\ntwo needle\nthree\nfour needle\n',
  'src/b.ts': 'const needle = 1;\r\n',
  'src/ü b.md': 'a needle, here\n',
  '.hidden/c.txt': 'needle\n',
  '.gitignore': 'dist/\n*.log\n',
  'dist/d.js': 'needle\n',
  'e.log': 'needle\n',
  'node.bin': 'nee\0dle needle\n',
};

function project(more: Readonly<Record<string, string>> = {}): string {
  const folder = scratch();
  for (const [path, content] of Object.entries({ ...files, ...more })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

function search(cwd: string, input: object, { home = '/nowhere', signal = new AbortController().signal } = {}) {
  const request = { tool: 'grep', input: { ...input }, cwd, workspace: cwd };
  return createToolbox([createGrep(gateOf({ home }))]).run(request, { task_id: 't', key: '1.1.1/R3/1.1' }, signal);
}

describe('finds', () => {
  test.each<[string, object, string]>([
    [
      'every line, by path and number',
      { pattern: 'needle' },
      'a.txt:2:two needle\na.txt:4:four needle\nsrc/b.ts:1:const needle = 1;\nsrc/ü b.md:1:a needle, here',
    ],
    ['by expression', { pattern: '^two|^f' }, 'a.txt:2:two needle\na.txt:4:four needle'],
    ['a pattern that looks like an option', { pattern: '--version|const' }, 'src/b.ts:1:const needle = 1;'],
    ['in a folder', { pattern: 'needle', root: 'src' }, 'b.ts:1:const needle = 1;\nü b.md:1:a needle, here'],
    ['in a file', { pattern: 'needle', root: 'a.txt' }, 'a.txt:2:two needle\na.txt:4:four needle'],
    ['in files of a kind', { pattern: 'needle', glob: '*.ts' }, 'src/b.ts:1:const needle = 1;'],
    ['with lines around it', { pattern: 'two', context: 1 }, 'a.txt-1-one\na.txt:2:two needle\na.txt-3-three'],
    ['in an ignored folder that is named', { pattern: 'needle', root: 'dist' }, 'd.js:1:needle'],
    ['in a hidden folder that is named', { pattern: 'needle', root: '.hidden' }, 'c.txt:1:needle'],
    ['in hidden files that are named', { pattern: 'needle', glob: '.hidden/**' }, '.hidden/c.txt:1:needle'],
  ])('%s', async (_, input, output) => {
    expect(await search(project(), input)).toEqual({ ok: true, output, truncated: false });
  });
});

test('nothing found is an answer that says how much was searched', async () => {
  expect(await search(project(), { pattern: 'haystack' })).toEqual({ ok: true, output: 'no match in 4 files', truncated: false });
});

test.each<[string, object]>([
  ['a whole folder', { pattern: 'haystack' }],
  ['files that may be closed', { pattern: 'haystack', glob: '.env*' }],
])('that nothing was found in %s can be read from the output', async (_, input) => {
  const { evidence } = createGrep(gateOf());
  const { output } = await search(project({ '.env': 'A=needle\n' }), input);
  expect(evidence).toMatchObject({ none: expect.any(RegExp) });
  expect(evidence?.kind === 'searches' && evidence.none?.test(output)).toBe(true);
});

describe('fails with a reason', () => {
  test.each<[string, object, string]>([
    ['for a pattern that is none', { pattern: '(' }, 'invalid_input'],
    ['for a look-around', { pattern: '(?<=a)b' }, 'invalid_input'],
    ['for a glob that is none', { pattern: 'a', glob: '{a' }, 'invalid_input'],
    ['where there is nothing', { pattern: 'a', root: 'nowhere' }, 'not_found'],
    ['for a pattern with a null byte', { pattern: 'a\0b' }, 'invalid_input'],
    ['for files of the kernel', { pattern: 'PATH', root: '/proc/self' }, 'invalid_input'],
  ])('%s', async (_, input, errorClass) => {
    expect(await search(project(), input)).toMatchObject({ ok: false, error: { class: errorClass } });
  });

  test('where ripgrep is not installed', async () => {
    const tool = createGrep(gateOf(), async () => undefined);
    const request = { tool: 'grep', input: { pattern: 'a' }, cwd: '/', workspace: '/' };
    const result = await createToolbox([tool]).run(request, { task_id: 't', key: '1.1.1/R3/1.1' }, new AbortController().signal);
    expect(result).toMatchObject({ ok: false, error: { class: 'missing_program' } });
  });

  test('when it is stopped', async () => {
    expect(await search(project(), { pattern: 'a' }, { signal: AbortSignal.abort() })).toMatchObject({ ok: false });
  });
});

describe('secret places', () => {
  test.each<[string, object]>([
    ['the folder above them', { pattern: 'needle' }],
    ['themselves by a glob', { pattern: 'needle', glob: '.ssh/*' }],
    ['a link to them by a glob', { pattern: 'needle', glob: 'link/*' }],
  ])('are left out when asked for %s', async (_, input) => {
    const cwd = project({ '.ssh/key': 'needle KEY\n', 'Maildir/a [x]': 'needle KEY\n' });
    symlinkSync(join(cwd, '.ssh'), join(cwd, 'link'));
    const { output, ok } = await search(cwd, input, { home: cwd });
    expect(ok).toBe(true);
    expect(output).not.toContain('KEY');
  });

  test.each([['.ssh'], ['.ssh/key'], ['link'], ['link/key']])('are refused by name: %s', async (root) => {
    const cwd = project({ '.ssh/key': 'needle KEY\n' });
    symlinkSync(join(cwd, '.ssh'), join(cwd, 'link'));
    expect(await search(cwd, { pattern: 'needle', root }, { home: cwd })).toMatchObject({
      ok: false,
      output: '',
      error: { class: 'permission' },
    });
  });
});

test('a symlink is not followed out of the folder', async () => {
  const cwd = project();
  const outside = project({ 'far.txt': 'needle outside\n' });
  symlinkSync(outside, join(cwd, 'src/out'));
  symlinkSync(join(outside, 'far.txt'), join(cwd, 'src/far.txt'));
  expect((await search(cwd, { pattern: 'outside' })).output).toBe('no match in 4 files');
});

test('a configuration of the person or the project changes nothing', async () => {
  const cwd = project({ '.ripgreprc': '--replace=gone\n' });
  process.env.RIPGREP_CONFIG_PATH = join(cwd, '.ripgreprc');
  try {
    expect((await search(cwd, { pattern: 'two' })).output).toBe('a.txt:2:two needle');
  } finally {
    delete process.env.RIPGREP_CONFIG_PATH;
  }
});

describe('whatever is searched', () => {
  test('there are not more lines than can be read, and that is said', async () => {
    const cwd = project({ 'many.txt': 'needle\n'.repeat(100_000) });
    const { output, truncated } = await search(cwd, { pattern: 'needle' });
    expect(truncated).toBe(true);
    expect(output.split('\n')).toHaveLength(2_001);
    expect(output).toContain('… and more');
  });

  test('a line of megabytes is cut, and a pattern that would take forever elsewhere does not', async () => {
    const cwd = project({ 'long.txt': `${'a'.repeat(3_000_000)}needle\n` });
    const { output } = await search(cwd, { pattern: '(a+)+needle|(a*)*x' });
    expect(output.length).toBeLessThan(2_000);
  });
});
