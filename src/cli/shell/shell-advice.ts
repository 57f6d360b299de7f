/**
 * Advice in the form that is typed in the shell: `/undo` for `artoo undo`. All other code uses the form of the command line; only this file
 * translates it. Pure.
 */
import { type Line, span } from '../../view/style/line.ts';
import { outsideNames } from './commands/slash-commands.ts';

/** `artoo resume --drop` has no equivalent in the shell. */
const call = new RegExp(`\\bartoo (?=(?:${outsideNames.join('|')})\\b(?! --drop))`, 'g');

/** Matches a flag that is a command in the shell, but not in a list of flags or in a whole command line. */
const flag = /(?<![\w-]|artoo )--(allow|model|brain)\b(?!,| or )/g;

/** A sentence of artoo's own. */
export const shellAdvice = (sentence: string): string =>
  sentence
    .replaceAll(call, '/')
    .replaceAll(/artoo\stry\s-- (?:'([^']*)')?/g, (_, line: string | undefined) => `!${line ?? ''}`)
    .replaceAll('artoo --help', '/help')
    .replaceAll(flag, (_, name: string) => (name === 'allow' ? '/allow' : '/model'));

/** A text that may quote the person or a model: only text in backticks is advice, which may continue on the next line. */
export const shellAdviceInTicks = (text: string): string => text.replaceAll(/`artoo [^`\n]*/g, shellAdvice);

/** Words that only artoo's own advice has. */
const withPlaceholder = (text: string): string => text.replaceAll(/--(?:brain|model) <(?:model|name)>/g, '/model <name>');

/** A line of artoo's own, in which commands have the style of code. */
export const lineOfShellAdvice = (whole: Line): Line =>
  whole.map(({ text, style }) => span(style === 'code' ? shellAdvice(text) : withPlaceholder(shellAdviceInTicks(text)), style));

/** The flag that would allow something, as the equivalent command of the shell. */
export const allowAdvice = (whole: Line): Line =>
  whole.map(({ text, style }) => span(style === 'code' ? text.replace(/^--allow '?(.*?)'?$/, '/allow $1') : text, style));
