import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateOf } from '../../test/support/reading-gate.ts';
import { createReadFile } from './read-file.ts';

const cwd = mkdtempSync(join(tmpdir(), 'artoo-read-'));
const megabyte = 1024 * 1024;
const readFile = createReadFile(gateOf({ home: cwd }));

beforeAll(() => {
  mkdirSync(join(cwd, 'folder'));
  symlinkSync(join(cwd, 'lines.txt'), join(cwd, 'link.txt'));
  symlinkSync('loop', join(cwd, 'loop'));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  for (const folder of ['.ssh/keys', 'elsewhere', '.ssh-not']) mkdirSync(join(cwd, folder), { recursive: true });
  symlinkSync('.ssh', join(cwd, 'way'));
  symlinkSync('.ssh/id', join(cwd, 'innocent.txt'));
  symlinkSync('elsewhere', join(cwd, '.aws'));
  const contents = {
    '.ssh/id': 'secret',
    '.ssh/keys/one': 'secret',
    'elsewhere/key': 'secret',
    '.ssh-not/open': 'open',
    'lines.txt': 'one\ntwo\nthree\nfour\n',
    'open.txt': 'one\ntwo',
    'windows.txt': 'one\r\ntwo\r\n',
    'empty.txt': '',
    'mark.txt': '\ufeffone\n',
    'binary.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
    'late.bin': Buffer.concat([Buffer.alloc(100_000, 'a\n'), Buffer.alloc(1)]),
    'latin1.txt': Buffer.from('caf\xe9', 'latin1'),
  };
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(cwd, name), content);
});
afterAll(() => rmSync(cwd, { recursive: true }));

function read(path: string, from?: number, to?: number, signal = new AbortController().signal) {
  const call = { task_id: 'task', key: '1.1.1/R3/1.1' };
  return readFile.run({ path, from, to }, { cwd, workspace: cwd, call, approved: undefined, network: false, refused: [], signal });
}

describe('reads exactly', () => {
  test.each([
    ['the whole file', 'lines.txt', undefined, undefined, 'one\ntwo\nthree\nfour\n'],
    ['one line', 'lines.txt', 2, 2, 'two\n'],
    ['some lines', 'lines.txt', 2, 3, 'two\nthree\n'],
    ['from a line on', 'lines.txt', 3, undefined, 'three\nfour\n'],
    ['up to a line', 'lines.txt', undefined, 2, 'one\ntwo\n'],
    ['up to a line behind the end', 'lines.txt', 4, 99, 'four\n'],
    ['a last line without an end', 'open.txt', 2, 2, 'two'],
    ['line ends of Windows', 'windows.txt', 2, 2, 'two\r\n'],
    ['an empty file', 'empty.txt', 1, 5, ''],
    ['a byte order mark', 'mark.txt', 1, 1, '\ufeffone\n'],
    ['through a symlink', 'link.txt', 1, 1, 'one\n'],
    ['an absolute path', join(cwd, 'lines.txt'), 1, 1, 'one\n'],
    ['a path upwards', 'folder/../lines.txt', 1, 1, 'one\n'],
    ['what it can of another encoding', 'latin1.txt', undefined, undefined, 'caf\ufffd'],
  ])('%s', async (_, path, from, to, output) => {
    expect(await read(path, from, to)).toEqual({ ok: true, output, truncated: false });
  });

  test.runIf(process.platform === 'linux')('a file that says nothing of its size', async () => {
    expect(await read('/proc/cpuinfo', 1, 1)).toMatchObject({ ok: true, output: expect.stringMatching(/^.+\n$/) });
  });
});

describe('fails', () => {
  test.each([
    ['for a missing file', 'nowhere.txt', 'not_found'],
    ['for a file below a file', 'lines.txt/x', 'not_found'],
    ['for a folder', 'folder', 'invalid_input'],
    ['for a binary file', 'binary.bin', 'invalid_input'],
    ['for a file that turns out to be binary', 'late.bin', 'invalid_input'],
    ['for a pipe that nobody writes to', 'pipe', 'invalid_input'],
    ['for a device without end', '/dev/zero', 'invalid_input'],
    ['for the terminal', '/dev/tty', 'invalid_input'],
    ['for a symlink to itself', 'loop', 'invalid_input'],
    ['for a path with a null byte', 'a\0b', 'invalid_input'],
  ])('%s', async (_, path, errorClass) => {
    expect(await read(path)).toMatchObject({ ok: false, output: '', error: { class: errorClass } });
  });

  test('for a socket', async () => {
    const path = join(cwd, 'socket');
    await using server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(await read('socket')).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });

  test.each([
    ['lines.txt', 5],
    ['open.txt', 3],
    ['empty.txt', 2],
  ])('when %s has no line %i', async (path, from) => {
    expect(await read(path, from)).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });

  test('by throwing when it is stopped', async () => {
    await expect(read('lines.txt', undefined, undefined, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});

describe('secrets are kept from models', () => {
  test.each([
    ['in a secret folder', '.ssh/id'],
    ['deeper in it', '.ssh/keys/one'],
    ['by a long way round', 'folder/../.ssh/./id'],
    ['through a symlink to the folder', 'way/id'],
    ['through a symlink to the file', 'innocent.txt'],
    ['where the secret folder is a symlink itself', '.aws/key'],
    ['where that symlink leads to', 'elsewhere/key'],
    ['from the root of a process', `/proc/self/root${cwd}/.ssh/id`],
  ])('%s', async (_, path) => {
    expect(await read(path)).toMatchObject({
      ok: false,
      output: '',
      error: { class: 'permission', message: expect.stringContaining('secrets') },
    });
  });

  test('and what only begins like them is not', async () => {
    expect(await read('.ssh-not/open')).toMatchObject({ ok: true, output: 'open' });
  });
});

describe('a file above 1 MB', () => {
  test.each([
    ['is read whole at exactly 1 MB', 'a', megabyte, megabyte, false],
    ['is cut one byte later', 'a', megabyte + 1, megabyte, true],
    ['is cut before the character that stands across the end', '任', 400_000, 349_525, true],
    ['is cut between surrogates never', '🔑', 300_000, 262_144 * 2, true],
  ])('%s', async (_, character, count, length, truncated) => {
    writeFileSync(join(cwd, 'large.txt'), character.repeat(count));
    const result = await read('large.txt');
    const [text = '', note] = result.output.split('\n');
    expect({ ...result, output: text.length }).toEqual({ ok: true, output: length, truncated });
    expect(text.replaceAll(character, '')).toBe('');
    expect(note).toBe(
      truncated ? '… the file has 1 lines; line 1 is too long to be read; shell with cut or head reads parts of it …' : undefined,
    );
  });

  test('can be read in parts', async () => {
    writeFileSync(join(cwd, 'long.txt'), Array.from({ length: 400_000 }, (_, index) => `line ${index + 1}\n`).join(''));
    const { output } = await read('long.txt');
    const [note = '', last] = output.split('\n').toReversed();
    const next = Number(/^… the file has 400000 lines; read_file with from: (\d+) continues …$/.exec(note)?.[1]);
    expect(last).toBe(`line ${next - 1}`);
    expect((await read('long.txt', next)).output.split('\n', 1)).toEqual([`line ${next}`]);
    expect(await read('long.txt', 399_999)).toEqual({ ok: true, output: 'line 399999\nline 400000\n', truncated: false });
    expect(await read('long.txt', 200_000, 200_001)).toMatchObject({ output: 'line 200000\nline 200001\n', truncated: false });
  });
});

test('two ranges that meet are the whole text', async () => {
  const line = fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(40_000)))
    .map((text) => `${text.replaceAll(/[\n\0]/g, '')}\n`);
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 2, maxLength: 8 }), fc.nat(), async (lines, at) => {
      const cut = 1 + (at % (lines.length - 1));
      const whole = Buffer.from(lines.join('')).toString();
      writeFileSync(join(cwd, 'ranges.txt'), whole);
      const [all, head, tail] = [await read('ranges.txt'), await read('ranges.txt', 1, cut), await read('ranges.txt', cut + 1)];
      expect(all.output).toBe(whole);
      expect(head.output + tail.output).toBe(whole);
      expect(head.output).toBe(Buffer.from(lines.slice(0, cut).join('')).toString());
    }),
  );
});

test.each([
  [{ path: 'a' }, true],
  [{ path: 'a', from: 1, to: 1 }, true],
  [{ path: 'a', to: 3 }, true],
  [{ path: '' }, false],
  [{ path: 'a', from: 0 }, false],
  [{ path: 'a', from: 1.5 }, false],
  [{ path: 'a', from: 3, to: 2 }, false],
  [{ from: 1 }, false],
])('the input %j is accepted: %s', (input, accepted) => {
  expect(readFile.input.safeParse(input).success).toBe(accepted);
});

test.each([
  ['a.txt', 'a.txt'],
  ['./a.txt', 'a.txt'],
  ['src/../a//b.txt', 'a/b.txt'],
  ['/x/./a.txt', '/x/a.txt'],
])('the target of %s is %s', (path, target) => {
  expect(readFile.target({ path })).toBe(target);
});
