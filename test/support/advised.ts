/** Every command line that a text of the program names, found in its sources, so that each advised command is tested. */
import { globSync, readFileSync } from 'node:fs';
import { commands } from '../../src/cli/commands.ts';

/** What follows `artoo`: words, options, placeholders, quoted texts. */
const word = String.raw`(?:\$\{(?:[^{}]|\{[^{}]*\})*\}|<[a-z][^<>\n]*>|"[^"\n]{1,40}"|'[^'\n]{1,40}'|[\w.…/-]+)`;
const called = new RegExp(String.raw`\bartoo((?: ${word})+)`, 'g');
const comments = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;

/** Files in which the program writes shell lines that are not advice. */
const notAdvice = /^src\/(?:cli\/completions\/(?:bash|fish|zsh)|laws\/commands\/own-sight)\.ts$/;

/** Each command once, with `<>` for its placeholders, and the files that name it. */
export async function advisedCommands(): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const file of globSync('src/**/*.{ts,tsx}')) {
    if (/\.test\.ts$/.test(file) || notAdvice.test(file)) continue;
    for (const [, rest = ''] of readFileSync(file, 'utf8').replaceAll(comments, '').matchAll(called)) {
      const line = await commandIn(rest.trim().match(new RegExp(word, 'g')) ?? []);
      if (line !== undefined) found.set(line, [...(found.get(line) ?? []), file]);
    }
  }
  return found;
}

/** The words that belong to the command; the sentence may continue after them. Undefined if there is no command. */
async function commandIn(words: readonly string[]): Promise<string | undefined> {
  const [name = '', ...rest] = words;
  if (/^["-]/.test(name)) return line(taken(words));
  if (!Object.hasOwn(commands, name)) return undefined;
  const { parts = {} } = await commands[name as keyof typeof commands].load(); // the name is one of its keys
  const [part = ''] = rest;
  const isPart = Object.hasOwn(parts, part) || wordsOf[name]?.includes(part);
  return line(isPart ? [name, part, ...ofTask(name, part, rest.slice(1))] : [name, ...taken(rest)]);
}

/** Words that may follow a command without subcommands. */
const wordsOf: Readonly<Record<string, readonly string[]>> = { completions: ['bash', 'zsh', 'fish'], trust: ['revoke'], jobs: ['stop'] };

/** `artoo team task` also has verbs. */
const ofTask = (name: string, part: string, rest: readonly string[]): readonly string[] =>
  name === 'team' && part === 'task' && /^[a-z]+$/.test(rest[0] ?? '') ? [rest[0] ?? '', ...taken(rest.slice(1))] : taken(rest);

/** Options with a word after them, placeholders, quoted texts, files, `last`: the rest is prose. */
function taken(words: readonly string[]): readonly string[] {
  const end = words.findIndex((each, at) => {
    const before = words[at - 1] ?? '';
    const isValue = /^--(?:decision|state|keep)$/.test(before) || before === '-m';
    return !isValue && !/^(?:-|<|\$\{|"|'|last$|\S+[/.]\S+$)/.test(each);
  });
  return end < 0 ? words : words.slice(0, end);
}

const line = (words: readonly string[]): string =>
  words
    .map((each) => each.replace(/^(?:\$\{.*\}|<.*>)$/, '<>').replace(/^(["']).*\1$/, '"…"'))
    .join(' ')
    .replace(/\.$/, '');
