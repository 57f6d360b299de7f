/** artoo at a real terminal: progress, questions, and what can and cannot answer them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Home, newHome } from './support/command.ts';
import { goodAnswer, startGreeting } from './support/greeting.ts';
import type { Asked, ProviderServer, Reply } from './support/provider-server.ts';

const bin = fileURLToPath(new URL('../bin/artoo.cjs', import.meta.url));

/** artoo on a terminal of its own, 80 columns wide (`script` makes one). */
function atTerminal(args: readonly string[], { home, cwd }: Home, env: Readonly<Record<string, string>> = {}) {
  const command = ['stty cols 80;', 'exec', process.execPath, bin, ...args].map((word, at) => (at < 2 ? word : `'${word}'`)).join(' ');
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm', SHELL: '/bin/sh', NODE_DISABLE_COMPILE_CACHE: '1', ...env },
    stdio: 'pipe',
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    type: (text: string) => void child.stdin.write(text),
    screen: () => stripVTControlCharacters(shown).replaceAll('\r', ''),
    ended,
    async shows(text: string, times = 1): Promise<void> {
      const over = ended.then((code) => Promise.reject(new Error(`it ended with ${code} without "${text}":\n${shown}`)));
      while (stripVTControlCharacters(shown).split(text).length <= times) await Promise.race([once(child.stdout, 'data'), over]);
      over.catch(() => {}); // it was shown: how it ends is another question
    },
  };
}

const at = ({ url }: ProviderServer) => ['--brain', `good-model@${url}`];
const goal = 'write a greeting';

/** R3 wants to remove a file first. */
function removing(asked: Asked): Reply | undefined {
  const { role, turns } = asked;
  if (role === 'R2') {
    const plan = JSON.parse((goodAnswer(asked) as { text: string }).text);
    plan.subtasks[0].tools = ['shell', 'write_file'];
    return { text: JSON.stringify(plan) };
  }
  if (role !== 'R3') return undefined;
  const results = turns.filter((turn) => turn.role === 'tool').length;
  if (results === 0) return { calls: [{ tool: 'shell', input: { command: 'rm old.txt' } }] };
  return results === 1
    ? { calls: [{ tool: 'write_file', input: { path: 'hello.txt', content: 'hello\n' } }] }
    : { text: 'hello.txt is written.' };
}

function homeWithOldFile(): Home & { readonly old: string } {
  const home = newHome();
  const old = join(home.cwd, 'old.txt');
  writeFileSync(old, 'old');
  return { ...home, old };
}

test('where a person is looking, answers are streamed, and lines fit the terminal', async () => {
  await using server = await startGreeting();
  const terminal = atTerminal([...at(server), goal], newHome());
  expect(await terminal.ended).toBe(0);
  expect(server.requests.map(({ streaming }) => streaming)).toEqual(Array(6).fill(true));
  expect(terminal.screen()).toContain('Done (met): The greeting is written.');
  expect(
    terminal
      .screen()
      .split('\n')
      .filter((line) => line.length > 80 && !line.startsWith('journal')),
  ).toEqual([]);
});

describe('a question about harm', () => {
  test('is answered by a yes that is typed after it was shown', async () => {
    await using server = await startGreeting(removing);
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('Allow this once? [y/N]');
    expect(terminal.screen()).toContain('    rm old.txt');
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(existsSync(home.old)).toBe(false);
  });

  test('is not answered by what was typed before it was shown', async () => {
    await using server = await startGreeting(async (asked) => {
      if (asked.role === 'R2') await new Promise((resolve) => setTimeout(resolve, 700));
      return removing(asked);
    });
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('understood');
    terminal.type('y\ry\ryes\r');
    await terminal.shows('Allow this once? [y/N]');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(existsSync(home.old)).toBe(true);
    terminal.type('\r');
    expect(await terminal.ended).toBe(3);
    expect(existsSync(home.old)).toBe(true);
    expect(terminal.screen()).toContain('[LAW1]');
  });

  test.each([
    ['Ctrl+C', '\u0003', 130],
    ['Ctrl+D', '\u0004', 3],
    ['no', 'n\r', 3],
    ['anything else', 'sure, go ahead\r', 3],
  ])('is not answered with yes by %s', async (_, keys, exit) => {
    await using server = await startGreeting(removing);
    const home = homeWithOldFile();
    const terminal = atTerminal([...at(server), goal], home);
    await terminal.shows('Allow this once? [y/N]');
    terminal.type(keys);
    expect(await terminal.ended).toBe(exit);
    expect(existsSync(home.old)).toBe(true);
  });
});

describe('a plan', () => {
  test('can be edited before it is carried out', async () => {
    await using server = await startGreeting();
    const terminal = atTerminal(['--plan', ...at(server), goal], newHome(), { EDITOR: 'sed -i s/friend/stranger/' });
    await terminal.shows('[e]dit:');
    terminal.type('e\r');
    await terminal.shows('[e]dit:', 2);
    expect(terminal.screen()).toContain('Say hello to a stranger.');
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    const worker = server.requests.find(({ role }) => role === 'R3');
    expect(worker?.turns[0]?.text).toContain('Say hello to a stranger.');
  });

  test('that is declined ends the task', async () => {
    await using server = await startGreeting();
    const terminal = atTerminal(['--plan', ...at(server), goal], newHome());
    await terminal.shows('[e]dit:');
    terminal.type('n\r');
    expect(await terminal.ended).toBe(2);
    expect(server.requests.map(({ role }) => role)).toEqual(['R1', 'R2']);
  });
});

test('questions of several sub-tasks come one after the other, each with its own action above it', async () => {
  const names = ['one', 'two'];
  const check = (name: string) => ({
    criterion: `${name}.txt is gone`,
    mode: 'verifiable',
    weight: 1,
    check: { kind: 'file_absent', path: `${name}.txt` },
  });
  await using server = await startGreeting(({ role, turns }) => {
    const plan = {
      task_criteria: names.map(check),
      subtasks: names.map((name) => ({
        intent: `Remove ${name}.txt`,
        success_criteria: [check(name)],
        context: '',
        tools: ['shell'],
        sequence: 1,
        deadline: null,
      })),
    };
    if (role === 'R2') return { text: JSON.stringify(plan) };
    if (role !== 'R3') return undefined;
    const name = names.find((each) => turns[0]?.text.includes(`Remove ${each}.txt`)) ?? '?';
    return turns.some((turn) => turn.role === 'tool')
      ? { text: 'It is gone.' }
      : { calls: [{ tool: 'shell', input: { command: `rm ${name}.txt` } }] };
  });
  const home = newHome();
  for (const name of names) writeFileSync(join(home.cwd, `${name}.txt`), name);
  const terminal = atTerminal([...at(server), goal], home);
  const left = () => names.filter((name) => existsSync(join(home.cwd, `${name}.txt`)));
  const askedAbout = () => /rm (\w+)\.txt\nAllow this once\? \[y\/N\] $/.exec(terminal.screen())?.[1];
  await terminal.shows('Allow this once? [y/N]');
  const first = askedAbout();
  expect(names).toContain(first);
  terminal.type('y\r');
  await terminal.shows('Allow this once? [y/N]', 2);
  expect(left()).toEqual(names.filter((name) => name !== first));
  expect(names.filter((name) => name !== first)).toEqual([askedAbout()]);
  terminal.type('n\r');
  expect(await terminal.ended).toBe(3);
  expect(left()).toEqual(names.filter((name) => name !== first));
});

test('Ctrl+C while a model is asked ends the task', async () => {
  await using server = await startGreeting((asked) => (asked.role === 'R2' ? { fault: 'silence' } : undefined));
  const terminal = atTerminal([...at(server), goal], newHome());
  await terminal.shows('understood');
  while (server.requests.length < 2) await server.nextRequest();
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
  expect(terminal.screen()).toContain('Not done (cancelled)');
});
