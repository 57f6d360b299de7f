/** The commands of the shell as data: one table for completion, `/help` and running them. */

type SlashCommand = {
  readonly name: string;
  /** What it takes, as help shows it; absent when it takes nothing. */
  readonly takes?: string;
  /** Whether it means nothing without it. */
  readonly isNeeded?: true;
  readonly summary: string;
};

const table = [
  { name: 'help', summary: 'these commands and keys' },
  { name: 'log', takes: '[task]', summary: 'past tasks, or one of them step by step' },
  { name: 'undo', takes: '[task]', summary: 'undo what a task changed on disk' },
  { name: 'resume', takes: '[task]', summary: 'go on with a task that was stopped' },
  { name: 'cost', takes: '[task]', summary: 'what tasks used and cost' },
  { name: 'memory', takes: '[show, why, forget …]', summary: 'what artoo remembers' },
  { name: 'remember', takes: '<fact>', isNeeded: true, summary: 'a fact that every plan is given' },
  { name: 'model', takes: '[name]', summary: 'the models in use, or another one' },
  { name: 'allow', takes: '<rule>', isNeeded: true, summary: 'do this kind without asking, in this shell' },
  { name: 'plan', summary: 'show each plan before anything is done, or no longer' },
  { name: 'verbose', summary: 'show roles and figures, or no longer' },
  { name: 'exit', summary: 'leave' },
] as const satisfies readonly SlashCommand[];

export type SlashName = (typeof table)[number]['name'];

export const slashCommands: readonly (SlashCommand & { readonly name: SlashName })[] = table;

/** What was typed: a command with its words, an unknown command, or, undefined, something else. `artoo undo` means `/undo`. */
export function readSlash(text: string): { readonly name: SlashName; readonly rest: string } | { readonly unknown: string } | undefined {
  const [, word, rest = ''] =
    /^\/([a-z-]*)(?:\s+(.*))?$/is.exec(text.trim().replace(/^artoo\s+(?=(log|undo|resume|cost|memory)\b)/, '/')) ?? [];
  if (word === undefined) return undefined;
  const known = slashCommands.find(({ name }) => name === word.toLowerCase());
  return known ? { name: known.name, rest: rest.trim() } : { unknown: word };
}

/** Words as a command line has them: quotes keep spaces together. */
export const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
