import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateOf } from '../../test/support/reading-gate.ts';
import { oneIn } from '../../test/support/sample.ts';
import { createGlob } from './glob.ts';

const glob = createGlob(gateOf());

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-glob-')));
const root = join(folder, 'root');
const files = [
  'b.ts',
  'a.ts',
  'B.md',
  'src/c.ts',
  'src/deep/d.ts',
  'src/deep/[x].ts',
  '.env',
  '.github/ci.yml',
  'src/.hidden.ts',
  'two words/ü.txt',
];

beforeAll(() => {
  for (const file of [...files.map((name) => join(root, name)), join(folder, 'outside/secret.ts'), join(folder, 'beside.ts')]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  symlinkSync(join(folder, 'outside'), join(root, 'link'));
  symlinkSync(join(folder, 'beside.ts'), join(root, 'link.ts'));
  symlinkSync(join(root, 'src'), join(root, 'inner'));
  symlinkSync(root, join(root, 'src/loop'));
  symlinkSync('nowhere', join(root, 'dangling'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const context = { call: { task_id: 'task', key: '1.1.1/R3/1.1' }, approved: undefined, network: false, refused: [] };

function list(pattern: string, root?: string, signal = new AbortController().signal) {
  return glob.run({ pattern, root }, { cwd: join(folder, 'root'), workspace: folder, ...context, signal });
}

describe('lists in order, relative to root', () => {
  test.each([
    ['*.ts', ['a.ts', 'b.ts']],
    ['*', ['B.md', 'a.ts', 'b.ts']],
    ['**/*.ts', ['a.ts', 'b.ts', 'src/c.ts', 'src/deep/[x].ts', 'src/deep/d.ts']],
    ['**', ['B.md', 'a.ts', 'b.ts', 'src/c.ts', 'src/deep/[x].ts', 'src/deep/d.ts', 'two words/ü.txt']],
    ['src/**', ['src/c.ts', 'src/deep/[x].ts', 'src/deep/d.ts']],
    ['./src/*', ['src/c.ts']],
    ['{a,b}.ts', ['a.ts', 'b.ts']],
    ['{src/deep,src}/?.ts', ['src/c.ts', 'src/deep/d.ts']],
    ['src/c.ts', ['src/c.ts']],
    ['src/deep/\\[x\\].ts', ['src/deep/[x].ts']],
    ['*o *r*/?.txt', ['two words/ü.txt']],
    ['two words/*', ['two words/ü.txt']],
    ['.env', ['.env']],
    ['.*', ['.env']],
    ['.github/**', ['.github/ci.yml']],
    ['src/.*', ['src/.hidden.ts']],
    ['src', []],
    ['*.py', []],
    ['nowhere/*', []],
    ['a.ts/*', []],
    ['link.ts', []],
    ['inner/*.ts', ['inner/c.ts']],
  ])('%s', async (pattern, expected) => {
    expect(await list(pattern)).toEqual({ ok: true, output: expected.join('\n'), truncated: false });
  });

  test.each([['src'], ['./src/'], [join(root, 'src')], ['inner']])('with %s as root', async (where) => {
    expect(await list('**/*.ts', where)).toMatchObject({ ok: true, output: 'c.ts\ndeep/[x].ts\ndeep/d.ts' });
  });
});

describe('fails', () => {
  test.each([
    ['when root is missing', '*', 'nowhere', 'not_found'],
    ['when root is a file', '*', 'a.ts', 'invalid_input'],
    ['when the pattern is absolute', '/etc/*', undefined, 'invalid_input'],
    ['when the pattern goes up', '../*', undefined, 'invalid_input'],
    ['when the pattern goes up later', 'src/../../*', undefined, 'invalid_input'],
    ['when a name has too many wildcards', '*a*a*a*a*b', undefined, 'invalid_input'],
    ['when there are too many of **', '**/a/**/a/**/a/**/b', undefined, 'invalid_input'],
    ['when there are too many braces', '{a,aa}{a,aa}{a,aa}{a,aa}b', undefined, 'invalid_input'],
    ['when a group is repeated', '+(a*)b', undefined, 'invalid_input'],
    ['when braces are repeated', '{a,aa}+b', undefined, 'invalid_input'],
    ['when the pattern cannot be read', 'src//', undefined, 'invalid_input'],
    ['when the pattern is nothing but dots', '....', undefined, 'invalid_input'],
    ['when the pattern goes up in braces', '{..,src}/*', undefined, 'invalid_input'],
    ['when the pattern starts behind a symlink that leads out', 'link/*', undefined, 'permission'],
    ['when it names a file behind a symlink that leads out', 'link/secret.ts', undefined, 'permission'],
  ])('%s', async (_, pattern, where, errorClass) => {
    expect(await list(pattern, where)).toMatchObject({ ok: false, output: '', error: { class: errorClass } });
  });

  test('by throwing when it is stopped', async () => {
    await expect(list('**', undefined, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});

test('no pattern lists anything outside root', async () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '*',
    '**',
    '/',
    '//',
    '{',
    ',',
    '}',
    '(',
    ')',
    '|',
    '@',
    '!',
    '[',
    ']',
    '\\',
    'link',
    'inner',
    'src',
    'loop',
    'secret.ts',
    'ts',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
      const { output } = await list(parts.join(''));
      const outside = output.split('\n').filter((line) => !`${realpathSync(join(root, line))}/`.startsWith(`${root}/`));
      expect(outside).toEqual([]);
    }),
    { numRuns: 1_000 / oneIn(10) },
  );
});

test('more than 1,000 files are cut, and how many more there are is said', async () => {
  const many = mkdtempSync(join(folder, 'many-'));
  const names = Array.from({ length: 1_007 }, (_, index) => `${String(index).padStart(4, '0')}.txt`);
  for (const name of names) writeFileSync(join(many, name), '');
  const { ok, output, truncated } = await list('*', many);
  expect({ ok, truncated }).toEqual({ ok: true, truncated: true });
  expect(output.split('\n')).toEqual([...names.slice(0, 1_000), '… and 7 more']);
});

test.each([
  [{ pattern: 'src/*.ts' }, 'src/*.ts'],
  [{ pattern: '*.ts', root: 'src' }, 'src/*.ts'],
])('the target of %j is %s', (input, target) => {
  expect(glob.target(input)).toBe(target);
});

describe('ignore files', () => {
  function project(): string {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-glob-ignored-')));
    for (const [file, content] of Object.entries({
      '.gitignore': 'dist/\n*.log\n',
      'a.js': '',
      'dist/b.js': '',
      'dist/c/d.js': '',
      'e.log': '',
    })) {
      mkdirSync(dirname(join(place, file)), { recursive: true });
      writeFileSync(join(place, file), content);
    }
    return place;
  }

  test.each([
    ['**/*.js', undefined, 'a.js\n… and 2 ignored'],
    ['*.log', undefined, '… and 1 ignored'],
    ['dist/**/*.js', undefined, 'dist/b.js\ndist/c/d.js'],
    ['*.js', 'dist', 'b.js'],
    ['e.log', undefined, 'e.log'],
  ])('are heeded by %s in %s', async (pattern, where, output) => {
    const place = project();
    const result = await glob.run(
      { pattern, root: where },
      { cwd: place, workspace: place, ...context, signal: new AbortController().signal },
    );
    expect(result.output.slice(0, output.length)).toBe(output);
    expect(result.output.split('\n')).toHaveLength(output.split('\n').length);
    rmSync(place, { recursive: true });
  });
});
