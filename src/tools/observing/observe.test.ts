import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { gateOf } from '../../../test/support/reading-gate.ts';
import type { Check } from '../../contracts/criteria.ts';
import { Json } from '../../contracts/shapes/json.ts';
import { CheckRequest, type Look, Observation } from './observation.ts';
import { createObserver, type ObserverOptions } from './observe.ts';

const cwd = mkdtempSync(join(tmpdir(), 'artoo-observe-'));
const home = (name: string) => join(cwd, name);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const mebibyte = 1024 * 1024;

beforeAll(() => {
  mkdirSync(home('folder'));
  symlinkSync('a.txt', home('link.txt'));
  symlinkSync('folder', home('link'));
  symlinkSync('nowhere', home('dangling'));
  symlinkSync('loop', home('loop'));
  symlinkSync('loop-b', home('loop-a'));
  symlinkSync('loop-a', home('loop-b'));
  symlinkSync('/dev/zero', home('zero'));
  execFileSync('mkfifo', [home('pipe')]);
  const contents = {
    'a.txt': 'one\ntwo\nthree\n',
    'empty.txt': '',
    'windows.txt': 'one\r\ntwo\r\n',
    'marked.txt': '\ufeffone\n',
    'piano.txt': `${'🎹'.repeat(1000)}here${'🎹'.repeat(1000)}`,
    'spaced.txt': 'the  total\n\tis 42',
    'latin1.txt': Buffer.from('caf\xe9', 'latin1'),
    'utf16.txt': Buffer.from('one', 'utf16le'),
    'binary.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]),
    '16.txt': 'a'.repeat(16 * mebibyte - 3) + 'end',
    '20.txt': 'a'.repeat(20_000_000) + 'end',
    '4.txt': 'a'.repeat(4 * mebibyte - 3) + 'end',
    '4+1.txt': 'a'.repeat(4 * mebibyte - 2) + 'end',
    'a.json': '\ufeff{"a": {"b": [1, null, {"c/d": "x"}]}, "__proto__": {"x": 1}, "list": []}\r\n',
    'bad.json': '{"a": 1,}',
    'nan.json': '{"a": NaN}',
    'infinite.json': '{"a": [1e999], "b": 1}',
    'deep.json': `{"a": ${nested(500_000)}, "b": ${nested(99)}, "c": ${nested(100)}}`,
    'wide.json': JSON.stringify({ fits: 'x'.repeat(16 * 1024 - 2), not: 'x'.repeat(16 * 1024 - 1), bytes: 'ü'.repeat(9_000) }),
    'half.json': '{"a": "\\ud800"}',
    'large.json': `"${'a'.repeat(4 * mebibyte)}"`,
  };
  for (const [name, content] of Object.entries(contents)) writeFileSync(home(name), content);
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** The observation as it is read back from a journal. */
async function see(look: Look, options: Partial<ObserverOptions> = {}, signal = new AbortController().signal): Promise<Observation> {
  const request = CheckRequest.parse(JSON.parse(JSON.stringify({ look, cwd })));
  const seen = await createObserver({ gate: gateOf(), ...options })(request, signal);
  expect(Json.safeParse(seen).success).toBe(true);
  expect(Observation.parse(JSON.parse(JSON.stringify(seen)))).toEqual(seen);
  return seen;
}

const nothing = { of: 'nothing', why: expect.stringMatching(/./) };

describe('what stands at a path', () => {
  test.each([
    ['a file', 'a.txt', 'file', 14],
    ['an empty file', 'empty.txt', 'file', 0],
    ['a large file', '20.txt', 'file', 20_000_003],
    ['a link to a file', 'link.txt', 'file', 14],
    ['a folder', 'folder', 'folder', null],
    ['a link to a folder', 'link', 'folder', null],
    ['a pipe', 'pipe', 'other', null],
    ['a device', '/dev/zero', 'other', null],
    ['a link to a device', 'zero', 'other', null],
    ['a link that leads nowhere', 'dangling', 'link', null],
    ['a link to itself', 'loop', 'link', null],
    ['two links to each other', 'loop-a', 'link', null],
    ['nothing', 'nowhere.txt', null, null],
    ['nothing below a file', 'a.txt/x', null, null],
    ['nothing below a link that leads nowhere', 'dangling/x', null, null],
    ['nothing below a link to itself', 'loop/x', null, null],
    ['the file at a way around', 'folder/../a.txt', 'file', 14],
  ])('%s', async (_, path, type, bytes) => {
    const seen = { of: 'file', path: path.startsWith('/') ? path : join(cwd, path), type, bytes };
    expect(await see({ kind: 'file_exists', path })).toEqual(seen);
    expect(await see({ kind: 'file_absent', path })).toEqual(seen);
  });

  test.each([
    ['a null byte in it', 'a\0b'],
    ['a name longer than any', 'x'.repeat(5_000)],
  ])('cannot be seen when it has %s', async (_, path) => {
    expect(await see({ kind: 'file_exists', path })).toEqual(nothing);
    expect(await see({ kind: 'file_absent', path })).toEqual(nothing);
    expect(await see({ kind: 'file_contains', path, text: 'x' })).toEqual(nothing);
  });

  test.skipIf(process.getuid?.() === 0)('cannot be seen in a folder that is closed', async () => {
    mkdirSync(home('closed'), { mode: 0o000 });
    onTestFinished(() => rmdirSync(home('closed')));
    expect(await see({ kind: 'file_absent', path: 'closed/x' })).toEqual(nothing);
  });
});

describe('a text in a file', () => {
  test.each<[string, string, string, string | null]>([
    ['is found', 'a.txt', 'two', 'one\ntwo\nthree\n'],
    ['is found over lines', 'a.txt', 'two\nthree', 'one\ntwo\nthree\n'],
    ['is found through a link', 'link.txt', 'two', 'one\ntwo\nthree\n'],
    ['is taken as it is', 'a.txt', 't.o', null],
    ['is not in it', 'a.txt', 'four', null],
    ['is not in an empty file', 'empty.txt', 'x', null],
    ['is found with the line ends of Windows', 'windows.txt', 'one\r\n', 'one\r\ntwo\r\n'],
    ['is not found with other line ends', 'windows.txt', 'one\ntwo', null],
    ['is found behind a byte order mark', 'marked.txt', 'one', 'one\n'],
    ['is kept with no character cut in two', 'piano.txt', 'here', `${'🎹'.repeat(20)}here${'🎹'.repeat(20)}`],
    ['is kept up to 500 characters', '4.txt', 'a'.repeat(1000), `${'a'.repeat(499)}…`],
    ['is found at the end of 16 MB', '16.txt', 'end', `${'a'.repeat(40)}end`],
    ['is not found as half a character', 'empty.txt', '\ud800', null],
  ])('%s', async (_, path, text, excerpt) => {
    expect(await see({ kind: 'file_contains', path, text })).toEqual({ of: 'text', path: home(path), excerpt });
  });

  test.runIf(process.platform === 'linux')('is found where the file does not tell its size', async () => {
    expect(await see({ kind: 'file_contains', path: '/proc/meminfo', text: 'MemTotal:' })).toMatchObject({
      of: 'text',
      excerpt: expect.stringContaining('MemTotal:'),
    });
  });
});

describe('a pattern in a file', () => {
  test.each<[string, string, string, string | null]>([
    ['is found', 'a.txt', '^tw.$', 'one\ntwo\nthree\n'],
    ['is not in it', 'a.txt', '^w', null],
    ['is found before the line ends of Windows', 'windows.txt', '^two$', 'one\r\ntwo\r\n'],
    ['is found at the start, whatever mark is before it', 'marked.txt', '\\Aone', 'one\n'],
    ['is found where there is nothing', 'empty.txt', '^$', ''],
    ['is found at the end of 4 MB', '4.txt', 'end\\z', `${'a'.repeat(40)}end`],
    ['takes no longer for being nested', '4.txt', '^(a+)+$', null],
  ])('%s', async (_, path, pattern, excerpt) => {
    expect(await see({ kind: 'file_matches', path, pattern })).toEqual({ of: 'text', path: home(path), excerpt });
  });

  test.each([
    ['that cannot be read', 'a.txt', '('],
    ['that is longer than any', 'a.txt', 'a'.repeat(1_001)],
    ['that is too much for the file', '4.txt', '.{0,900}'.repeat(20)],
    ['in more than 4 MB', '4+1.txt', 'end'],
  ])('%s is not looked for', async (_, path, pattern) => {
    expect(await see({ kind: 'file_matches', path, pattern })).toEqual(nothing);
  });
});

describe('a value in a JSON file', () => {
  test.each<[string, string, string, Json]>([
    ['by its pointer', 'a.json', '/a/b/0', 1],
    ['that is null', 'a.json', '/a/b/1', null],
    ['with a slash in its name', 'a.json', '/a/b/2/c~1d', 'x'],
    ['of a bad name', 'a.json', '/__proto__/x', 1],
    ['as half a character', 'half.json', '/a', '\ud800'],
    ['of exactly 16 KB', 'wide.json', '/fits', 'x'.repeat(16 * 1024 - 2)],
    ['beside one that cannot be told', 'infinite.json', '/b', 1],
    ['on 99 levels', 'deep.json', '/b', JSON.parse(nested(99))],
  ])('%s', async (_, path, pointer, value) => {
    const seen = await see({ kind: 'json_equals', path, pointer, equals: null });
    expect(seen).toEqual({ of: 'json', path: home(path), found: true, value });
  });

  test.each([
    ['where the pointer leads nowhere', 'a.json', '/a/x'],
    ['where nothing follows', 'a.json', '/list/-'],
    ['where it would be inherited', 'a.json', '/a/__proto__'],
    ['where the pointer is none', 'a.json', 'a'],
    ['in what is not JSON', 'bad.json', '/a'],
    ['in what only JavaScript can read', 'nan.json', '/a'],
    ['in nothing', 'empty.txt', ''],
    ['in plain text', 'a.txt', ''],
  ])('is not found %s', async (_, path, pointer) => {
    const seen = await see({ kind: 'json_equals', path, pointer, equals: null });
    expect(seen).toEqual({ of: 'json', path: home(path), found: false, why: expect.stringContaining(home(path)) });
  });

  test.each([
    ['of more than 16 KB', 'wide.json', '/not'],
    ['of more than 16 KB in fewer characters', 'wide.json', '/bytes'],
    ['with a number beyond all bounds', 'infinite.json', '/a'],
    ['nested too deeply', 'deep.json', '/a'],
    ['nested too deeply to be kept in an observation', 'deep.json', '/c'],
    ['in more than 4 MB', 'large.json', ''],
  ])('is not kept %s', async (_, path, pointer) => {
    expect(await see({ kind: 'json_equals', path, pointer, equals: null })).toEqual(nothing);
  });
});

const readers = (path: string): Look[] => [
  { kind: 'file_contains', path, text: 'x' },
  { kind: 'file_matches', path, pattern: 'x' },
  { kind: 'json_equals', path, pointer: '', equals: null },
];

describe('where there is no text to read, it is told what is there instead', () => {
  test.each([
    ['a missing file', 'nowhere.txt', null],
    ['a link that leads nowhere', 'dangling', 'link'],
    ['a link to itself', 'loop', 'link'],
    ['a folder', 'folder', 'folder'],
    ['a pipe that nobody writes to', 'pipe', 'other'],
    ['a device without end', 'zero', 'other'],
  ])('%s', async (_, path, type) => {
    for (const look of readers(path)) expect(await see(look)).toEqual({ of: 'file', path: home(path), type, bytes: null });
  });

  test('a socket', async () => {
    await using server = createServer();
    await new Promise<void>((resolve) => server.listen(home('socket'), resolve));
    for (const look of readers('socket')) expect(await see(look)).toMatchObject({ of: 'file', type: 'other' });
  });

  test.each([['20.txt'], ['binary.bin'], ['latin1.txt'], ['utf16.txt']])('or why %s cannot be read', async (path) => {
    for (const look of readers(path)) expect(await see(look)).toEqual(nothing);
  });
});

describe('a quote', () => {
  test.each<[string, string, string[], string, string]>([
    ['is found, however it is spaced', 'total is\n42', ['a.txt', 'spaced.txt'], 'spaced.txt', 'the total is 42'],
    ['is found in the first of several files', 'one', ['empty.txt', 'a.txt', 'windows.txt'], 'a.txt', 'one two three'],
    ['is found without what it was wrapped in', '"…total is 42"', ['spaced.txt'], 'spaced.txt', 'the total is 42'],
    [
      'is found beside files that cannot be read',
      'one two',
      ['zero', 'pipe', 'folder', 'binary.bin', 'nowhere', 'a.txt'],
      'a.txt',
      'one two three',
    ],
  ])('%s', async (_, text, paths, path, excerpt) => {
    expect(await see({ kind: 'quote', text, paths })).toEqual({ of: 'text', path: home(path), excerpt });
  });

  test.each<[string, string, string[]]>([
    ['that is in none of the files', 'four', ['a.txt', 'spaced.txt']],
    ['that is blank', ' \n', ['spaced.txt']],
    ['without a file', 'one', []],
    ['in a missing file', 'one', ['nowhere.txt']],
    ['in a file that is too large', 'end', ['20.txt']],
    ['over two files', 'three the total', ['a.txt', 'spaced.txt']],
  ])('is not found %s', async (_, text, paths) => {
    expect(await see({ kind: 'quote', text, paths })).toEqual(nothing);
  });

  test('is looked for in at most 50 files', () => {
    const request = (files: number) => ({ look: { kind: 'quote', text: 'x', paths: Array(files).fill('a.txt') }, cwd });
    expect([50, 51].map((files) => CheckRequest.safeParse(request(files)).success)).toEqual([true, false]);
  });
});

describe('a command', () => {
  const look: Check = { kind: 'command', run: 'grep -c x a.txt', equals: 0 };
  const ended = (exit_code: number | null, output = '') => ({ run: async () => ({ exit_code, output }) });

  test('is run in the folder of the task', async () => {
    const lines: string[] = [];
    const run: ObserverOptions['run'] = async (line, { cwd: folder }) => {
      lines.push(line, folder);
      return { exit_code: 3, output: 'said' };
    };
    expect(await see(look, { run })).toEqual({ of: 'command', exit_code: 3, output: 'said' });
    expect(lines).toEqual([look.run, cwd]);
  });

  test('that cannot or must not be run, was not seen', async () => {
    expect(await see(look)).toEqual(nothing);
    expect(await see(look, { run: async () => ({ unseen: 'no walls' }) })).toEqual({ ...nothing, why: 'no walls' });
  });

  test('that did not end by itself was not seen', async () => {
    expect(await see(look, ended(null))).toEqual(nothing);
  });

  test('leaves the head and the tail of what it said', async () => {
    const seen = await see(look, ended(0, `first${'🎹'.repeat(100_000)}last`));
    expect(seen).toMatchObject({ of: 'command', output: expect.stringMatching(/^first.*last$/s) });
    expect(seen.of === 'command' && seen.output.length <= 2_000 && seen.output.isWellFormed()).toBe(true);
  });

  test('that is stopped rejects', async () => {
    const run = () => Promise.reject(new Error('stop'));
    await expect(see(look, { run })).rejects.toThrow('stop');
  });
});

test.each<[Look]>([...readers('16.txt').map((look): [Look] => [look]), [{ kind: 'quote', text: 'x', paths: ['a.txt'] }]])(
  'a look that is stopped rejects: %j',
  async (look) => {
    await expect(see(look, {}, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  },
);

test('a look that is stopped while it reads rejects', async () => {
  const stop = new AbortController();
  const looking = see({ kind: 'file_contains', path: '16.txt', text: 'end' }, {}, stop.signal);
  setImmediate(() => stop.abort());
  await expect(looking).rejects.toThrow();
});

describe('contents of files', () => {
  test('are shown whole, each with its path, or with why they are not', async () => {
    const seen = await see({ kind: 'contents', paths: ['a.txt', 'empty.txt', 'nowhere.txt', 'folder', 'pipe', 'binary.bin', '20.txt'] });
    expect(seen).toMatchObject({
      of: 'contents',
      files: [
        { path: home('a.txt'), text: 'one\ntwo\nthree\n' },
        { path: home('empty.txt'), text: '' },
        { path: home('nowhere.txt'), why: 'it is not there' },
        { path: home('folder'), why: 'it is a folder' },
        { path: home('pipe'), why: 'it is not a regular file' },
        { path: home('binary.bin'), why: expect.stringContaining('not UTF-8 text') },
        { path: home('20.txt'), why: expect.stringContaining('too large') },
      ],
    });
  });

  test('are cut at 30,000 characters each and 60,000 in all, and that is said', async () => {
    writeFileSync(home('long.txt'), 'a line of some length\n'.repeat(5_000));
    const seen = await see({ kind: 'contents', paths: ['long.txt', 'long.txt', 'long.txt', 'a.txt'] });
    const files = seen.of === 'contents' ? seen.files : [];
    const texts = files.map((file) => ('text' in file ? file.text.length : file.why));
    expect(texts).toEqual([expect.any(Number), expect.any(Number), expect.stringContaining('left out'), 14]);
    for (const length of texts.slice(0, 2)) expect(length).toBeLessThanOrEqual(30_000);
    expect(JSON.stringify(seen)).toMatch(/… lines \d+ to \d+ of 5000 left out \(110000 characters in all\) …/);
  });
});

describe('secret places', () => {
  test.each<[string, Look]>([
    ['by a check for a text', { kind: 'file_contains', path: 'innocent.txt', text: 'KEY' }],
    ['by a check for a pattern', { kind: 'file_matches', path: 'hidden/key', pattern: 'K.Y' }],
    ['by a check of JSON', { kind: 'json_equals', path: 'hidden/key', pointer: '', equals: 'KEY' }],
    ['by a quote', { kind: 'quote', text: 'KEY', paths: ['a.txt', 'innocent.txt'] }],
    ['by contents', { kind: 'contents', paths: ['innocent.txt', 'hidden/key'] }],
  ])('are not read %s', async (_, look) => {
    mkdirSync(home('hidden'), { recursive: true });
    writeFileSync(home('hidden/key'), '"KEY"');
    rmSync(home('innocent.txt'), { force: true });
    symlinkSync(home('hidden/key'), home('innocent.txt'));
    const seen = JSON.stringify(await see(look, { gate: gateOf({ data: home('hidden') }) }));
    expect(seen).not.toContain('"KEY');
    expect(seen).toMatch(/not shown to models|in none of 2 files/);
    expect(JSON.stringify(await see(look))).toContain('KEY');
  });
});

test('a file that was seen before is seen as it is now', async () => {
  const path = home('again.txt');
  const look = { kind: 'file_contains', path: 'again.txt', text: 'two' } as const;
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(path, 'one');
  expect(await see(look)).toEqual({ of: 'text', path, excerpt: null });
  writeFileSync(path, 'one two');
  expect(await see(look)).toEqual({ of: 'text', path, excerpt: 'one two' });
  rmSync(path);
  expect(await see(look)).toEqual({ of: 'file', path, type: null, bytes: null });
  symlinkSync('a.txt', path);
  expect(await see(look)).toMatchObject({ of: 'text', path, excerpt: expect.stringContaining('two') });
  rmSync(path);
  mkdirSync(path);
  expect(await see(look)).toEqual({ of: 'file', path, type: 'folder', bytes: null });
});

test('nothing is seen for a task whose folder now leads elsewhere', async () => {
  const call = { task_id: 'a', key: '1.1.1/R4a/1.1' };
  const folders = { realCwdOf: () => '/elsewhere' };
  const observe = createObserver({ gate: gateOf({}), folders });
  const look = { kind: 'file_exists', path: 'a.txt' } as const;
  expect(await observe({ look, cwd }, new AbortController().signal, call)).toEqual({
    of: 'nothing',
    why: expect.stringContaining('leads to'),
  });
  expect(await createObserver({ gate: gateOf({}) })({ look, cwd }, new AbortController().signal, call)).toMatchObject({ type: 'file' });
});
