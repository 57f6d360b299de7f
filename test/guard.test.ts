/** The hook for other agents, with the input that they pass to it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Home, newHome } from './support/command.ts';
import { runArtoo } from './support/run-artoo.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guard = join(root, 'examples/guard/guard.mjs');
/** The Node that runs the tests is the one on the PATH. */
const path = `${dirname(process.execPath)}:${process.env.PATH}`;

function hooked(input: string | object, { home, cwd }: Home, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [guard, ...args], {
    cwd,
    input: typeof input === 'string' ? input : JSON.stringify(input),
    env: { PATH: path, HOME: home, ARTOO: join(root, 'bin/artoo.cjs'), ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** What Claude Code passes to a PreToolUse hook. */
const claude = (command: string, { cwd }: Home, more: object = {}) => ({
  session_id: 'abc123',
  transcript_path: '/tmp/x.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'Does something', timeout: 120_000, ...more },
  tool_use_id: 'toolu_01ABC123',
});

/** What Gemini CLI passes to a BeforeTool hook. */
const gemini = (command: string, { cwd }: Home, more: object = {}) => ({
  session_id: 'abc123',
  transcript_path: '/tmp/x.json',
  cwd,
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-15T10:00:00Z',
  tool_name: 'run_shell_command',
  tool_input: { command, description: 'Does something', ...more },
});

describe.each([
  ['Claude Code', claude],
  ['Gemini CLI', gemini],
])('under %s', (_, call) => {
  test('a command is run once, and the model gets the result', () => {
    const home = newHome();
    const { status, stdout, stderr } = hooked(call('echo hi >> log.txt; cat log.txt; exit 4', home), home);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('do not run it again. Exit code 4.');
    expect(stderr).toContain(`created ${join(home.cwd, 'log.txt')}`);
    expect(stderr).toMatch(/Output:\nhi\n/);
    expect(readFileSync(join(home.cwd, 'log.txt'), 'utf8')).toBe('hi\n');
  });

  test('harm is refused, and the model is told why', () => {
    const home = newHome();
    writeFileSync(join(home.cwd, 'notes.txt'), 'mine');
    const { status, stderr } = hooked(call('rm notes.txt', home), home);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^\[LAW1\] /);
    expect(stderr).toContain('allow: shell(rm notes.txt)');
    expect(existsSync(join(home.cwd, 'notes.txt'))).toBe(true);
  });

  test('options go to artoo try', () => {
    const home = newHome();
    writeFileSync(join(home.cwd, 'notes.txt'), 'mine');
    expect(hooked(call('rm notes.txt', home), home, ['--workspace', home.cwd]).stderr).toContain('Exit code 0.');
    expect(existsSync(join(home.cwd, 'notes.txt'))).toBe(false);
  });
});

test('a folder that the agent names is where it runs', () => {
  const home = newHome();
  const { stderr } = hooked(gemini('pwd', home, { directory: '..' }), home);
  expect(stderr).toContain(`Output:\n${home.home}\n`);
});

test.each([
  ['no JSON', 'hello', {}],
  ['nothing', '', {}],
  ['no command', { cwd: '/', tool_input: {} }, {}],
  ['no input', { cwd: '/' }, {}],
  ['a folder that is not there', { cwd: '/nowhere', tool_input: { command: 'ls' } }, {}],
  ['no artoo', { cwd: '/', tool_input: { command: 'ls' } }, { ARTOO: '/nowhere/artoo' }],
])('whatever goes wrong blocks: %s', (_, input, env) => {
  const { status, stdout, stderr } = hooked(input, newHome(), [], env);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('the command was not run');
});

test('nothing is run in the background', () => {
  const home = newHome();
  expect(hooked(claude('touch x', home, { run_in_background: true }), home)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Not run'),
  });
  expect(existsSync(join(home.cwd, 'x'))).toBe(false);
});

test.each(['claude-code', 'gemini-cli'])('the settings for %s name the script and block where it is not found', (name) => {
  const settings = readFileSync(join(root, `examples/guard/${name}.settings.json`), 'utf8');
  const command: string = JSON.parse(/^ *"command": (".*"),$/m.exec(settings)?.[1] ?? '""');
  const { status } = spawnSync('/bin/sh', ['-c', command], { input: '{}', env: { PATH: process.env.PATH } });
  expect(status).toBe(2);
});

test('docs/guard.md shows what `artoo try` answers', async () => {
  const page = readFileSync(join(root, 'docs/guard.md'), 'utf8');
  const [, command = '', answer = ''] = /^artoo try --auto --json -- "(.+)"\n```\n\n```json\n(.+?)^```/ms.exec(page) ?? [];
  const at = newHome();
  writeFileSync(join(at.cwd, 'notes.md'), 'a\n');
  const { out, code } = await runArtoo(['try', '--auto', '--json', '--', command], { at });
  const shown = JSON.parse(answer.replaceAll('/home/ada', at.cwd));
  expect({ ...JSON.parse(out), containment: shown.containment }).toEqual(shown); // the machine decides how commands are contained
  expect(code).toBe(shown.exit_code);
});
