/** Flags and commands of the shell that a text of the program names exist: one that is mistyped or has been renamed is found here. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '../src/cli/commands.ts';
import { taskFlags } from '../src/cli/flags/flag-table.ts';
import { slashCommands } from '../src/cli/shell/commands/slash-commands.ts';

const comments = /^\s*(?:\/\*\*|\*|\/\/).*$|(?<=\s)\/\/ .*$/gm;

/** The parts of the program that write to a person, without style sheets. */
const texts = globSync('src/{contracts,config,cli,view,app,engine,history,web/page}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|-style\.ts$|-page\.ts$|completions\/(?:bash|fish|zsh)\.ts$/.test(file))
  .map((file) => [file, readFileSync(file, 'utf8').replaceAll(comments, '')] as const);

/** The matches, each with the files that contain it. */
function named(pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [file, text] of texts) for (const [, word = ''] of text.matchAll(pattern)) found.set(word, [...(found.get(word) ?? []), file]);
  return found;
}

/** Flags of other programs: git, Node and ripgrep. */
const ofOthers = new Set(
  'test message get expose-gc no-expose-gc graph initial-branch first-parent max-parents all format oneline unshallow files version others'.split(
    ' ',
  ),
);

test('every flag that a text names is one of artoo', async () => {
  const known = new Set(['help', ...taskFlags.map(({ name }) => name)]);
  const note = (flags: readonly { readonly name: string }[] = []) => {
    for (const { name } of flags) known.add(name);
  };
  for (const { load } of Object.values(commands)) {
    const { flags, parts = {} } = await load();
    for (const each of [flags, ...Object.values(parts).map((part) => part.flags)]) note(each);
  }
  const unknown = [...named(/(?<![\w-])--([a-z][a-z-]*[a-z])/g)].filter(([flag]) => !known.has(flag) && !ofOthers.has(flag));
  expect(unknown).toEqual([]);
});

/** The folders that a text names. */
const folders = new Set(['tmp', 'nonexistent']);

test('every command of the shell that a text names is one', () => {
  const known = new Set<string>([...slashCommands.map(({ name }) => name), 'name']); // `/name` stands for a skill
  const unknown = [...named(/(?:[`'"(]|: )\/([a-z]{2,})(?=[`'" ]|\\n)/g)].filter(([word]) => !known.has(word) && !folders.has(word));
  expect(unknown).toEqual([]);
});
