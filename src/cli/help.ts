/** The text of `artoo --help`. Loads next to nothing, so that it appears at once. */

import { wrap } from '../view/wrap.ts';
import type { Command } from './command.ts';
import { commands, type Row } from './commands.ts';
import { type Flag, taskFlags } from './flags/flag-table.ts';

export const help = (): string => `artoo: an agent shell that checks its own work and keeps a complete record

${listed()}

Start
  artoo demo                                          see it work; no model
  artoo setup                                         choose a model
  artoo "which files here are the largest?"           a first goal
  artoo -c "and the oldest?"                          a follow-up
  artoo --model ollama:qwen3:8b "rename the photos"   a model on your machine
  git diff | artoo "what could break?"                data for the goal
  artoo --json "…" | tail -1                          the result for a script

Options for a goal
${flagHelp(taskFlags)}

Result and exit code
  The result goes to standard output, everything else to standard error.
    0  done
    2  not done, or done with gaps (--strict)
    3  not permitted
   64  the command line or the settings are wrong
   69  no model, or none that answers
   70  artoo could not continue, for example because the disk is full
  130  you cancelled it (Ctrl+C)
  143  it was terminated, or the program reading its output has exited
  1 is for commands that compare or check something, and find a difference.

Outside the workspace, no existing file is overwritten or deleted without your
yes to that exact action. Settings also come from the environment (BRAIN_…,
TOOL_…, OPENAI_…), ./.artoo/config.yaml and ~/.artoo/config.yaml: see
docs/configuration.md. To be asked less: docs/rules.md.
artoo help <command> says more about one command.`;

/** Every command with what it does. */
function listed(): string {
  const rows = Object.entries<Row>(commands).map(([name, { takes, does }]) => [['artoo', name, takes].join(' ').trimEnd(), does] as const);
  const first = [
    ['artoo', 'the shell, on a terminal'],
    ['artoo "goal in plain words"', 'understand, plan, act, check, correct'],
  ] as const;
  return [...first, ...rows].map(([call, does]) => `  ${call.padEnd(27)}  ${does}`).join('\n');
}

/** The page of a command, or of one of its parts. */
export function pageOf(command: Command, words: readonly string[] = []): string {
  const [name = ''] = words;
  const part = command.parts && Object.hasOwn(command.parts, name) ? command.parts[name] : undefined;
  const { usage, summary } = part ?? command;
  return `${usage}\n\n${summary}`;
}

/** A table of flags, wrapped within its column. */
export function flagHelp(flags: readonly Flag[]): string {
  const heads = flags.map(
    ({ name, short, value, mayBeAlone }) =>
      `  ${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : mayBeAlone ? ` [${value}]` : ` ${value}`}`,
  );
  const column = Math.max(...heads.map(({ length }) => length)) + 2;
  return flags.flatMap(({ help }, at) => wrap(`${heads[at]?.padEnd(column)}${help}`, 80, column)).join('\n');
}
