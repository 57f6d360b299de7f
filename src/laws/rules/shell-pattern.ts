/** `git status*`: a pattern for one command. It matches whole words, never parts of the text. */
import { plainListOf } from '../commands/line/plain-line.ts';
import type { Argument } from '../commands/line/shell-word.ts';

/** The first words of a command; if the last one ends with `:`, it is a prefix. `isWild`: whether any words may follow. */
export type ShellPattern = { readonly words: readonly string[]; readonly isWild: boolean };

/** Reads a pattern: plain words, quoted as in a shell if necessary, and `*` at the end for anything that follows. */
export function readShellPattern(text: string): ShellPattern | { readonly wrong: string } {
  const isWild = /(?<!\\)\*$/.test(text);
  const body = (isWild ? text.slice(0, -1) : text).trim();
  if (body === '') return { words: [], isWild: true };
  const [command, ...others] = plainListOf(body) ?? [];
  if (command === undefined || others.length > 0)
    return {
      wrong: body.includes('*') ? '`*` can only be at the end' : 'it must be one command of plain words, with quotes around anything else',
    };
  return { words: [command.name, ...command.args], isWild };
}

/** Whether a command matches the pattern word by word. */
export function isExactly({ words, isWild }: ShellPattern, command: readonly string[]): boolean {
  if (isWild ? command.length < words.length : command.length !== words.length) return false;
  return words.every((word, at) => command[at] === word || (isWild && isPart(words, at) && command[at]?.startsWith(word)));
}

/** `test:*` matches every word that begins with `test:`. */
const isPart = (words: readonly string[], at: number): boolean => at > 0 && at === words.length - 1 && words[at]?.endsWith(':') === true;

/** Whether a forbidding pattern covers this command: in any folder, with other options in between, in any order. */
export function isMeant({ words: [program, ...words], isWild }: ShellPattern, [name, ...args]: readonly Argument[]): Answer {
  if (program === undefined) return 'yes';
  if (name?.literal === undefined) return 'maybe';
  if (name.literal !== program && name.literal.replace(/^.*\//s, '') !== program) return 'no';
  const given = args.map(({ literal }) => literal);
  const isOption = (word: string) => word.startsWith('-');
  const rest = afterOperands(
    words.filter((word) => !isOption(word)),
    given,
  );
  if (typeof rest === 'string') return rest;
  const isOpen = given.includes(undefined);
  if (!words.filter(isOption).every((option) => given.includes(option))) return isOpen ? 'maybe' : 'no';
  const isOptional = (word: string | undefined, at: number) => word !== undefined && (isOption(word) || isOption(rest[at - 1] ?? ''));
  if (isWild || rest.every(isOptional)) return 'yes';
  return rest.includes(undefined) ? 'maybe' : 'no';
}

type Answer = 'yes' | 'maybe' | 'no';

/** The words after these operands, provided that they come in this order with nothing but options and option values in between. */
function afterOperands(operands: readonly string[], given: readonly (string | undefined)[]): readonly (string | undefined)[] | Answer {
  let at = 0;
  for (const [index, operand] of operands.entries()) {
    const isLast = isPart(['', ...operands], index + 1);
    for (; ; at++) {
      const word = given[at];
      if (word === operand || (isLast && word?.startsWith(operand))) break;
      if (at >= given.length) return 'no';
      if (word === undefined) return 'maybe';
      if (!word.startsWith('-') && !given[at - 1]?.startsWith('-')) return 'no';
    }
    at += 1;
  }
  return given.slice(at);
}
