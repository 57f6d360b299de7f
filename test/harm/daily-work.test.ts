/**
 * Harmless daily work, with the number of questions that it asks: none for what stays in the project, one for a cache outside it, and none after "for
 * this folder from now on".
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { artoo, newHome } from '../support/command.ts';
import { triedBy, users } from '../support/contained.ts';
import { sampled } from '../support/sample.ts';
import { atTerminal } from '../support/terminal.ts';
import { type Machine, newMachine, type Outcome } from '../support/under-law.ts';

/** A typical project: a repository with a package, a Python module and a C program. */
const files = {
  '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n',
  '.npm/_cacache/tmp/x': '', // every user of npm has it
  'project/package.json': JSON.stringify({ name: 'p', version: '1.0.0', scripts: { build: 'node build.js', test: 'node --test' } }),
  'project/build.js': "require('node:fs').mkdirSync('dist', { recursive: true });require('node:fs').writeFileSync('dist/out.js', '1');",
  'project/sum.test.js': "require('node:test')('sums', () => {});",
  'project/calc/__init__.py': 'def add(a, b):\n    return a + b\n',
  'project/tests/__init__.py': '',
  'project/tests/test_calc.py':
    'import unittest\nfrom calc import add\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(add(1, 2), 3)\n',
  'project/main.c': 'int main(void) { return 0; }\n',
  'project/Makefile': 'all: app\napp: main.o\n\tgcc -o app main.o\nmain.o: main.c\n\tgcc -c main.c\n',
  'project/build.sh': `#!/bin/sh
set -e
mkdir -p target/debug ~/.cache/tool/index
echo crate > ~/.cache/tool/index/$(date +%s%N)
echo last > ~/.cache/tool/last
echo binary > target/debug/app
`,
  'project/.gitignore': 'dist\n',
};

/** The command, and a command that prepares for it. */
type Work = [command: string, before?: string];

/** Work that stays in the project. */
const inProject: Work[] = [
  ['git status'],
  ['git diff'],
  ['git log --oneline -5'],
  ['git branch'],
  ['git stash list'],
  ['git add -A', 'echo new > new.txt'],
  ['git branch topic'],
  ['git tag v1'],
  ['node build.js'],
  ['node --test'],
  ['npm run build'],
  ['npm test'],
  ['python3 -m unittest'],
  ['python3 -c "import calc"'],
  ['make'],
  ['make', 'make'],
  ['gcc -O2 -Wall -o app main.c && ./app'],
  ['mkdir -p docs && echo "# P" > docs/index.md'],
  ['tar czf p.tgz calc && tar tzf p.tgz'],
  ['python3 -m venv .venv'],
  ['.venv/bin/python -m unittest', 'python3 -m venv .venv'],
  ['.venv/bin/python -c "import pip"', 'python3 -m venv .venv; rm -r .venv/lib/*/site-packages/pip/__pycache__'], // Python compiles what it loads
  ['cp -r calc calc2 && rm -r calc2'],
  ['git add -A && git commit -qm second', 'echo new > new.txt'],
];

async function atWork(machine: Machine, before = 'true'): Promise<void> {
  const repository = 'git init -q && git add -A && git -c commit.gpgsign=false commit -qm first';
  for (const command of [repository, before]) expect(await machine.shell(command)).toMatchObject({ asked: 0, result: { ok: true } });
}

const reasonsOf = ({ result }: Outcome) =>
  result.harm?.effects.flatMap(({ path, why }) => (why === undefined ? [] : [`${path}: ${why}`])) ?? [];

describe.each(users)('%s is asked', (user) => {
  test.each(triedBy(user, sampled(inProject, 6)))('nothing for: %s', async (command, before) => {
    const machine = newMachine(user, { files });
    await atWork(machine, before);
    const allow = command.includes('commit') ? ['shell(git commit*)', 'shell(git add*)'] : [];
    const outcome = await machine.shell(command, { allow });
    const { ok, error } = outcome.result;
    expect({ asked: reasonsOf(outcome), ok, error }).toEqual({ asked: [], ok: true, error: undefined });
  });

  test.each(triedBy(user, ['npm test', 'npm run build']))('nothing for %s in a home that has never seen npm', async (command) => {
    const { '.npm/_cacache/tmp/x': _, ...others } = files;
    const machine = newMachine(user, { files: others });
    await atWork(machine);
    const outcome = await machine.shell(command);
    expect({ asked: reasonsOf(outcome), ok: outcome.result.ok }).toEqual({ asked: [], ok: true });
  });

  test('nothing for programs that npm links in a project, though artoo was started by npx there', async () => {
    const link = 'mkdir -p node_modules/.bin && ln -s ../x/cli.js node_modules/.bin/x';
    const path = ['project/node_modules/.bin'];
    expect(await newMachine(user, { path, env: { npm_execpath: '/usr/bin/npm' } }).shell(link)).toMatchObject({ asked: 0 });
    expect(await newMachine(user, { path }).shell(link)).toMatchObject({ asked: 1 }); // it is on the PATH of the person
  });

  test('once for a build that keeps a cache in the home, and never again for that folder', async () => {
    const machine = newMachine(user, { files });
    const { result, asked } = await machine.shell('./build.sh');
    expect({ asked: asked > 0, folder: result.harm?.folder, rule: result.harm?.rule }).toEqual({
      ...{ asked: true, folder: 'folder(~/.cache/tool)', rule: null },
    });
    const first = await machine.shell('./build.sh', { allow: [result.harm?.folder ?? ''] });
    expect({ asked: reasonsOf(first), ok: first.result.ok }).toEqual({ asked: [], ok: true });
    expect(machine.has('project/target/debug/app')).toBe(true);
    expect(reasonsOf(await machine.shell('rm -r target && ./build.sh'))).toEqual([]);
  });
});

test('the answer "for this folder from now on" at a terminal holds in every later run', async () => {
  const at = newHome();
  writeFileSync(join(at.cwd, 'build.sh'), files['project/build.sh'], { mode: 0o755 });
  const terminal = atTerminal(['try', '--', './build.sh'], at);
  await terminal.shows('Allow this once?');
  terminal.type('a\n');
  await terminal.shows('Which?');
  expect(terminal.screen()).toContain('1 folder(~/.cache/tool), from now on');
  terminal.type('1\n');
  expect(await terminal.ended).toBe(0);
  expect(readFileSync(join(at.data, 'config.yaml'), 'utf8')).toBe('allow:\n  - folder(~/.cache/tool)\n');
  for (const _ of ['again', 'and again']) expect(await artoo(['try', '--auto', '--', './build.sh'], { at })).toMatchObject({ code: 0 });
});
