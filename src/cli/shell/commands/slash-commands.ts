/** The commands of the shell as data: one table for completion, `/help` and running them. */
import { skillNamedIn } from '../../../contracts/skills.ts';
import { rowOf } from '../../commands.ts';

type SlashCommand = {
  readonly name: string;
  /** Its arguments, as help shows them; absent if it takes none. */
  readonly takes?: string;
  /** Whether it requires arguments. */
  readonly isNeeded?: true;
  /** Whether it runs the command of that name from the command line. */
  readonly isOutside?: true;
  readonly summary: string;
};

const table = [
  { name: 'help', summary: 'these commands and keys' },
  { name: 'new', summary: 'start afresh, without anything from earlier tasks' },
  { name: 'log', takes: '[task]', isOutside: true, summary: 'past tasks, or one of them step by step' },
  { name: 'undo', takes: '[task]', isOutside: true, summary: 'undo what a task changed on disk' },
  { name: 'resume', takes: '[task]', isOutside: true, summary: 'continue a task that was stopped' },
  { name: 'cost', takes: '[task]', isOutside: true, summary: 'what tasks used and cost' },
  { name: 'memory', takes: '[show, why, forget …]', isOutside: true, summary: 'what artoo remembers' },
  { name: 'audit', takes: '[verify, show …]', isOutside: true, summary: 'what the auditor found' },
  { name: 'remember', takes: '<fact>', isNeeded: true, summary: 'tell artoo a fact for every plan' },
  { name: 'model', takes: '[name]', summary: 'show the models in use, or choose another' },
  { name: 'setup', isOutside: true, summary: 'choose a model: found, tried and saved for you' },
  {
    name: 'allow',
    takes: '[rule, off …]',
    summary: 'allow this kind of action in this shell; without a rule: what is allowed, and how to withdraw it',
  },
  { name: 'skills', summary: 'the skills that can be called here by /name, and whether they are trusted' },
  { name: 'jobs', takes: '[id, stop id]', isOutside: true, summary: 'list, show or stop what runs in the background' },
  { name: 'keep', summary: 'keep what the last task runs in the background, until you leave' },
  { name: 'plan', summary: 'show each plan before anything is done, or stop showing them' },
  { name: 'verbose', summary: 'show roles and figures, or hide them' },
  { name: 'serve', summary: 'open this shell as a page in your browser' },
  { name: 'demo', takes: '[scenario …]', isOutside: true, summary: 'a tour: whole tasks to watch, no model needed' },
  { name: 'exit', summary: 'leave' },
] as const satisfies readonly SlashCommand[];

export type SlashName = (typeof table)[number]['name'];

export const slashCommands: readonly (SlashCommand & { readonly name: SlashName })[] = table;

/** Slash commands that are also commands of the command line. */
export const outsideNames: readonly SlashName[] = slashCommands.filter(({ isOutside }) => isOutside).map(({ name }) => name);

/** A prompt of an MCP server, and the words for it. */
export type PromptCall = { readonly server: string; readonly prompt: string; readonly rest: string };

export type Typed =
  | PromptCall
  | { readonly name: SlashName; readonly rest: string }
  /** A command that exists only on the command line. */
  | { readonly outside: string; readonly rest: string }
  | { readonly unknown: string; readonly rest: string };

/** What was typed: a command with its words; undefined for anything else. `artoo undo` means `/undo`, and the flag `--allow` means `/allow`. */
export function readSlash(text: string): Typed | undefined {
  const allowed = /^--allow[\s=](.*)$/is.exec(text.trim())?.[1];
  if (allowed !== undefined) return { name: 'allow', rest: allowed.trim() };
  const [, server, prompt, words = ''] = /^\/([a-z0-9][a-z0-9-]*):([^\s/]\S*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  if (server !== undefined && prompt !== undefined) return { server, prompt, rest: words.trim() };
  const [, start, word, given = ''] = /^(\/|artoo\s+)([a-z0-9-]*)(?:\s+(.*))?$/is.exec(text.trim()) ?? [];
  if (start === undefined || word === undefined) return undefined;
  const [name, rest] = [word.toLowerCase(), given.trim()];
  const known = slashCommands.find((each) => each.name === name && (start === '/' || each.isOutside) && !isDrop(each.name, rest));
  if (known) return { name: known.name, rest };
  if (start === '/') return { unknown: word, rest };
  return rowOf(name) ? { outside: name, rest } : undefined;
}

/** The name of a skill, if the first word can be one: commands of the shell take precedence. */
export function skillNameIn(text: string): string | undefined {
  const read = readSlash(text);
  return read && 'unknown' in read ? skillNamedIn(text) : undefined;
}

/** Whether the text is a goal although it begins like a command: "artoo setup fails, find out why" has words that `artoo setup` does not take. */
export async function isAboutArtoo(text: string): Promise<boolean> {
  const read = readSlash(text);
  if (!read || 'unknown' in read || 'prompt' in read || text.trim().startsWith('/')) return false;
  const { isTakenBy } = await import('../../typo.ts'); // only for text that begins with "artoo"
  return !(await isTakenBy('name' in read ? read.name : read.outside, wordsIn(read.rest)));
}

/** A task can be ended for good only on the command line. */
const isDrop = (name: SlashName, rest: string): boolean => name === 'resume' && /(^|\s)--drop\b/.test(rest);

/** A text without the quotes that enclose all of it. */
export function unquoted(text: string): string {
  const [, quote, inside = ''] = /^(['"])(.*)\1$/s.exec(text) ?? [];
  if (quote === undefined) return text;
  return quote === "'" ? inside.replaceAll("'\\''", "'") : inside;
}

/** Splits a text into words like a command line: quotes keep spaces together. */
export const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
