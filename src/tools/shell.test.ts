import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createShell, scrubbed } from './shell.ts';
import type { ToolContext } from './tool.ts';
import { createToolbox } from './toolbox.ts';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-shell-')));
  writeFileSync(join(cwd, 'notes.txt'), 'one\ntwo\n');
});
afterEach(() => rmSync(cwd, { recursive: true }));

const shell = createShell({
  ...process.env,
  ANTHROPIC_API_KEY: 'sk-secret',
  BASH_ENV: '/tmp/evil',
  'BASH_FUNC_cat%%': '() { echo trap; }',
});
const yesTo = (command: string, folder = cwd) => hash('sha256', JSON.stringify(['shell', command, folder]));
const run = (command: string, more: Partial<ToolContext> & { timeout_s?: number } = {}) =>
  shell.run(
    { command, timeout_s: more.timeout_s ?? 20 },
    { cwd, workspace: cwd, own: [], approved: undefined, signal: new AbortController().signal, ...more },
  );
const approved = (command: string, more: Parameters<typeof run>[1] = {}) => run(command, { approved: yesTo(command), ...more });

/** Of the processes that a command named, those that still run; one that only waits for its parent to notice its end does not. */
function running(output: string): readonly string[] {
  const named = output.match(/\d+/g) ?? [];
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' });
  return named.filter((pid) => new RegExp(`^ *${pid} +[^Z\\s]`, 'm').test(processes));
}

describe('a command that plainly only reads', () => {
  test.each([
    ['cat notes.txt', 'one\ntwo\n'],
    ['grep -c o notes.txt', '2\n'],
    ["sed -n '2p' notes.txt | tr a-z A-Z", 'TWO\n'],
    ['echo x 2>/dev/null', 'x\n'],
    ['printf "%s" "a b"', 'a b'],
  ])('runs at once: %s', async (command, output) => {
    expect(await run(command)).toEqual({ ok: true, output, exit_code: 0, truncated: false });
  });

  test.each([
    ['grep three notes.txt', 1, 'failed'],
    ['cat missing.txt', 1, 'not_found'],
    ['false', 1, 'failed'],
  ])('fails as a result: %s', async (command, exitCode, errorClass) => {
    const result = await run(command);
    expect(result).toMatchObject({ ok: false, exit_code: exitCode, error: { class: errorClass } });
    expect(result.error?.message).toContain(String(exitCode));
  });

  test('is bounded in what it prints', async () => {
    const result = await run('yes | head -c 1000000000');
    expect(result).toMatchObject({ ok: false, truncated: true, error: { class: 'failed' } });
    expect(result.error?.message).toContain('64 MiB');
    expect(result.output.length).toBeLessThan(1024 * 1024 + 100);
  });

  test('is bounded in time', async () => {
    expect(await run('sleep 30', { timeout_s: 1 })).toMatchObject({ ok: false, error: { class: 'timeout' } });
  });

  test('is stopped by a cancel', async () => {
    const result = await run('sleep 30', { signal: AbortSignal.timeout(200) });
    expect(result).toMatchObject({ ok: false, error: { class: 'failed' } });
    expect(result).not.toHaveProperty('exit_code');
  });
});

describe('a command whose effects cannot be told', () => {
  const commands = [
    'rm notes.txt',
    'echo x > notes.txt',
    'cat notes.txt; rm notes.txt',
    'find . -delete',
    'sort -o notes.txt notes.txt',
    'touch new',
    'echo $(rm notes.txt)',
  ];
  const untouched = () => [readdirSync(cwd), readFileSync(join(cwd, 'notes.txt'), 'utf8')];

  test.each(commands)('does nothing without a yes: %s', async (command) => {
    const result = await run(command);
    expect(result).toMatchObject({ ok: false, error: { class: 'refused' }, harm: { action: command, effects: [], hash: yesTo(command) } });
    expect(untouched()).toEqual([['notes.txt'], 'one\ntwo\n']);
  });

  test.each([
    ['another command', () => yesTo('rm other.txt')],
    ['the same command in another folder', () => yesTo('rm notes.txt', '/')],
    ['nothing at all', () => ''],
    ['everything', () => 'yes'],
  ])('does nothing with a yes to %s', async (_, hashOf) => {
    expect(await run('rm notes.txt', { approved: hashOf() })).toMatchObject({ ok: false, harm: { hash: yesTo('rm notes.txt') } });
    expect(untouched()).toEqual([['notes.txt'], 'one\ntwo\n']);
  });

  test('runs with a yes to it', async () => {
    expect(await approved('rm notes.txt; echo done')).toEqual({ ok: true, output: 'done\n', exit_code: 0, truncated: false });
    expect(existsSync(join(cwd, 'notes.txt'))).toBe(false);
  });

  test.each([
    ['nope_not_a_program', 127, 'missing_program'],
    ['./notes.txt', 126, 'permission'],
    ['exit 3', 3, 'failed'],
    ['-x', 127, 'missing_program'],
    ['echo "No such file or directory" >&2; exit 1', 1, 'not_found'],
  ])('fails as a result: %s', async (command, exitCode, errorClass) => {
    expect(await approved(command)).toMatchObject({ ok: false, exit_code: exitCode, error: { class: errorClass } });
  });

  test('leaves nothing behind after its time limit', async () => {
    const result = await approved("trap '' TERM; echo $$; sleep 60 & echo $!; while :; do sleep 60 & done", { timeout_s: 1 });
    expect(result).toMatchObject({ ok: false, error: { class: 'timeout' } });
    await expect.poll(() => running(result.output), { timeout: 2000 }).toEqual([]);
  });

  test('does not wait for what it started in the background', async () => {
    const result = await approved('sleep 60 & echo $!');
    expect(result).toMatchObject({ ok: true, exit_code: 0 });
    await expect.poll(() => running(result.output), { timeout: 2000 }).toEqual([]);
  });
});

describe('what cannot be run', () => {
  test('in a folder that is missing is not found', async () => {
    const missing = join(cwd, 'missing');
    expect(await run('pwd', { cwd: missing })).toMatchObject({ ok: false, error: { class: 'not_found' } });
  });

  test('because it is too long for the system fails as a result', async () => {
    expect(await approved(`: ${'任'.repeat(90_000)}`)).toMatchObject({ ok: false, error: { class: 'failed' } });
  });

  test.each([
    ['an empty command', { command: '' }],
    ['a null byte', { command: 'echo \0' }],
    ['a command without end', { command: 'x'.repeat(100_001) }],
    ['no time', { command: 'ls', timeout_s: 0 }],
    ['too much time', { command: 'ls', timeout_s: 601 }],
    ['half a second', { command: 'ls', timeout_s: 0.5 }],
    ['no command', {}],
  ])('is refused as input: %s', async (_, input) => {
    const result = await createToolbox([shell]).run({ tool: 'shell', input, cwd, workspace: cwd }, new AbortController().signal);
    expect(result).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });
});

describe('the environment', () => {
  test('that a command sees holds no key and nothing that runs something else', async () => {
    const { output } = await run('printenv');
    const names = output.split('\n').map((line) => line.split('=')[0]);
    expect(names).toContain('PATH');
    expect(output).not.toMatch(/ANTHROPIC|sk-secret|BASH_ENV|BASH_FUNC|VITEST|NODE/);
    expect(await run('cat notes.txt')).toMatchObject({ output: 'one\ntwo\n' });
  });

  test.each([
    [{ HOME: '/h', USER: 'u', LOGNAME: 'u', LANG: 'C', LC_TIME: 'C', TZ: 'UTC', TERM: 'x', TMPDIR: '/t' }, 'all'],
    [{ OPENAI_API_KEY: 'k', BASH_ENV: 'x', ENV: 'x', LD_PRELOAD: 'x', 'BASH_FUNC_ls%%': 'x', PS4: 'x', PWD: '/', IFS: 'x' }, 'none'],
    [{ XPATH: '/x', HOMEX: '/x', MY_LC_ALL: 'x', path: '/x', ['__proto__']: 'x', constructor: 'x' }, 'none'],
    [{ HOME: undefined }, 'none'],
  ] as const)('%o keeps %s', (environment, kept) => {
    expect(scrubbed(environment)).toEqual({ ...(kept === 'all' ? environment : {}), LC_MESSAGES: 'C' });
  });

  test('speaks English, whatever language the person speaks, so that errors can be read', () => {
    expect(scrubbed({ LANG: 'de_DE.UTF-8', LC_ALL: 'fr_FR.UTF-8', LC_MESSAGES: 'it_IT' })).toEqual({
      LANG: 'fr_FR.UTF-8',
      LC_MESSAGES: 'C',
    });
  });

  test.each([
    ['/usr/bin:/bin', '/usr/bin:/bin'],
    ['.:/usr/bin::node_modules/.bin:/bin:', '/usr/bin:/bin'],
    ['~/bin:/bin', '/bin'],
    ['.', undefined],
    ['', undefined],
  ])('PATH=%s becomes %s', (path, expected) => {
    expect(scrubbed({ PATH: path }).PATH).toBe(expected);
  });
});

test.each([
  ['cat notes.txt | wc -l', ['cat', 'wc'], false],
  ['sudo rm -rf x && ls', ['sudo', 'rm', 'ls'], true],
  ['$(', [], true],
])('%s is told about before it runs', (command, programs, changes) => {
  expect(createToolbox([shell]).about('shell', { command })).toEqual({ target: command, programs, changes });
});

test.each([
  ['cat x', false, true],
  ['cat x', true, true],
  ['rm x', false, true],
  ['rm x', true, false],
])('%s, approved: %s, may be repeated: %s', (command, isApproved, expected) => {
  expect(shell.repeatable({ command, timeout_s: 60 }, isApproved)).toBe(expected);
});
