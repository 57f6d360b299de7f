import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { bashScript } from './bash.ts';
import { type CompletableLine, completableCommands } from './completable.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** How each shell is asked for completions of a line whose last word is unfinished. */
const shells: Readonly<
  Record<string, { readonly script: (line: CompletableLine) => string; readonly ask: (words: readonly string[]) => string }>
> = {
  bash: {
    script: bashScript,
    ask: (words) =>
      `COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}; _artoo; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  // The completer of zsh needs a terminal, so the functions that a script calls print their arguments instead.
  zsh: {
    script: zshScript,
    ask: (words) => `words=(${words.map(quoted).join(' ')}); CURRENT=${words.length}; PREFIX=$words[-1]
      _describe() { print -l -- \${(P)4} }; _arguments() { print -l -- "$@" }; _artoo`,
  },
  fish: { script: fishScript, ask: (words) => `complete -C ${quoted(words.join(' '))}` },
};

const quoted = (text: string): string => `'${text}'`;
const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** What a shell prints after reading the script in a folder. */
function run(shell: string, asking: string, cwd: string): string {
  const before = shell === 'zsh' ? 'compdef() { }; ' : '';
  const { stdout, stderr } = spawnSync(shell, ['-c', `${before}source ./script; ${asking}`], { encoding: 'utf8', cwd });
  expect(stderr).toBe('');
  return stdout;
}

async function completed(shell: string, words: readonly string[]): Promise<readonly string[]> {
  const cwd = scratch();
  const { script, ask } = shells[shell] ?? expect.fail(shell);
  writeFileSync(join(cwd, 'script'), script(await completableCommands()));
  const stdout = run(shell, ask(words), cwd);
  const names = stdout
    .split('\n')
    .flatMap(
      (line) => /^--state\[.*\((.*)\)$|^(?:\*|\(.*\))?(--?[\w-]+|[a-z][\w-]*)(?=$|[\t[:])|^\*:name:\((.*)\)$/.exec(line)?.slice(1) ?? [],
    );
  const last = words.at(-1) ?? '';
  return names.flatMap((name) => name?.split(' ') ?? []).filter((name) => name.startsWith(last));
}

test.each(
  Object.keys(shells).flatMap((shell) =>
    [
      { words: ['artoo', 'me'], expected: ['memory'] },
      { words: ['artoo', '--outp'], expected: ['--output-schema'] },
      { words: ['artoo', '-'], expected: ['-c', '-m'], isShort: true },
      { words: ['artoo', 'some goal', '-'], expected: ['-c', '-m'], isShort: true },
      { words: ['artoo', 'resume', '-'], expected: ['-m'], isShort: true },
      { words: ['artoo', 'some goal', '--max'], expected: ['--max-cost', '--max-tokens'] },
      { words: ['artoo', 'demo', 'ki'], expected: ['killed'] },
      { words: ['artoo', 'demo', '--'], expected: ['--fast', '--help', '--list', '--slow'] },
      { words: ['artoo', 'memory', 'fo'], expected: ['forget'] },
      { words: ['artoo', 'memory', 'forget', '--p'], expected: ['--purge'] },
      { words: ['artoo', 'memory', 'show', '--p'], expected: [] },
      { words: ['artoo', 'help', 'und'], expected: ['undo'] },
      { words: ['artoo', 'log', '--state', 'not-p'], expected: ['not-possible'] },
    ].map((each) => ({ shell, isShort: false, ...each })),
  ),
)('$shell completes $words with $expected', async ({ shell, words, expected, isShort }) => {
  if (shell !== 'bash' && !isInstalled(shell)) return;
  const found = await completed(shell, words);
  expect(found.filter((each) => !isShort || /^-[a-z]$/.test(each)).toSorted()).toEqual(expected);
});

test('what could end a text in a script is escaped in every shell', async () => {
  const flag = { name: 'odd', value: '<it>', help: 'it\'s [odd]: $(touch ran) `x` \\ "y"' };
  const line = { commands: [{ name: 'one', does: "it's $(touch ran)", flags: [flag], words: [], parts: [] }], goal: [flag] };
  for (const [shell, { script, ask }] of Object.entries(shells)) {
    if (shell !== 'bash' && !isInstalled(shell)) continue;
    const cwd = scratch();
    writeFileSync(join(cwd, 'script'), script(line));
    const stdout = run(shell, ask(['artoo', 'one', '--o']), cwd);
    expect(stdout).toContain('--odd');
    expect(spawnSync('ls', { cwd, encoding: 'utf8' }).stdout).toBe('script\n');
  }
});
