import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wrap } from '../view/wrap.ts';
import { commands, type Row } from './commands.ts';
import { taskFlags } from './flags/flag-table.ts';
import { help, pageOf } from './help.ts';

test('help names every command and every option of a goal, and fits 80 columns', () => {
  for (const name of Object.keys(commands)) expect(help()).toMatch(new RegExp(`^  artoo ${name}\\b`, 'm'));
  for (const { name } of taskFlags) expect(help()).toMatch(new RegExp(`^  (-\\w, )?--${name}\\b`, 'm'));
  expect(
    help()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test.each(Object.entries<Row>(commands))('the page of %s names all its options, and those of its parts', async (_, { load }) => {
  const command = await load();
  for (const { name } of command.flags) expect(pageOf(command)).toContain(`--${name}`);
  for (const [part, { flags, usage }] of Object.entries(command.parts ?? {})) {
    const page = pageOf(command, [part]);
    expect(page).toContain(usage);
    expect([...page.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name)).toEqual(flags.map(({ name }) => name));
  }
});

test.each(Object.entries<Row>(commands))('no line of the pages of %s is broken by a terminal of 80 columns', async (_, { load }) => {
  const command = await load();
  const pages = [pageOf(command), ...Object.keys(command.parts ?? {}).map((part) => pageOf(command, [part]))];
  expect(pages.flatMap((page) => page.split('\n').filter((line) => line.length > 80))).toEqual([]);
});

test.each(Object.entries<Row>(commands))('the exit codes of %s are one paragraph, whose lines are filled', async (_, { load }) => {
  const text = /^Exit code[\s\S]*?(?=\n\n|\ndocs\/|$(?![\s\S]))/m.exec(pageOf(await load()))?.[0] ?? '';
  if (/^Exit codes$/m.test(text)) return; // a table
  expect(text.split('\n')).toEqual(wrap(text.replaceAll('\n', ' '), 80, 0));
});

/** Commands as the texts of the program name them: `artoo`, then words, options and places to fill in. */
const named = /\bartoo((?: (?:--?[a-z][a-z-]*|[a-z][a-z-]*|<[a-z ]+>|\$\{[^}]*\}))+)/g;

/** Names in a text's command that do not exist. Outside backticks, a word after a command may be part of the sentence instead. */
async function wrongIn(words: readonly string[], isQuoted: boolean): Promise<readonly string[]> {
  const [name = '', part = ''] = words;
  if (!Object.hasOwn(commands, name))
    return isQuoted && /^[a-z]/.test(name) && name !== 'help' && !words.some((word) => word.startsWith('$')) ? [name] : [];
  const { flags, parts } = await commands[name as keyof typeof commands].load(); // it is a key
  const known = new Set(['help', ...(parts?.[part]?.flags ?? flags).map((flag) => flag.name)]);
  const options = words.flatMap((word) => /^--(.+)/.exec(word)?.[1] ?? []);
  const isMissing = isQuoted && parts !== undefined && /^[a-z]/.test(part) && !Object.hasOwn(parts, part);
  return [...options.filter((option) => !known.has(option)), ...(isMissing ? [part] : [])];
}

/** Whether the command is between backticks, without other text. */
const isQuotedAt = (text: string, index: number, command: string): boolean =>
  text[index - 1] === '`' && /^\\?`/.test(text.slice(index + command.length));

test('every command that a text of the program names exists, with the parts and options that it names', async () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const file of globSync('src/**/*.{ts,tsx}')) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(file, 'utf8');
    for (const { 0: command, 1: rest = '', index } of text.matchAll(named)) {
      seen += 1;
      for (const word of await wrongIn(rest.trim().split(' '), isQuotedAt(text, index, command)))
        wrong.push(`${file}: ${command} (${word})`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(300);
});
