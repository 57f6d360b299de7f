/** What `artoo --help` says. Loads next to nothing, so that it appears at once. */

import { wrap } from '../view/wrap.ts';
import { type Flag, taskFlags } from './flags/flag-table.ts';

export const help = (): string => `artoo: an agent shell that checks its own work and keeps a complete record

  artoo                        the shell: say one thing after the other
  artoo "goal in plain words"  understand, plan, act, check, correct
  artoo setup                  choose a model: found, tried and saved for you
  artoo demo [scenario …]      watch whole tasks: scripted models, real tools
  artoo try -- command         see what a command would do, then decide
  artoo undo [task]            undo what a task changed on disk
  artoo log [task]             past tasks, or one task step by step
  artoo cost [task]            what tasks used and cost, role by role
  artoo resume [task]          continue a task that was stopped or cancelled
  artoo replay task            repeat every decision of code, and compare
  artoo fork task --at n       branch off at entry n, as a new task
  artoo memory                 what it remembers; show, why, remember, forget …
  artoo gc                     compress or remove old journals
  artoo config                 every setting, and where it came from
  artoo trust [folder]         trust a project's own settings, or not
  artoo doctor                 check that everything a task needs is in place

Start
  artoo setup                  or export OPENAI_API_KEY, ANTHROPIC_API_KEY …
  artoo "which files here are the largest?"
  artoo -c "and the oldest?"                          a follow-up
  artoo --model ollama:qwen3:8b "rename the photos"   a model on your machine
  git diff | artoo "what could break?"                data for the goal
  artoo --json "…" | tail -1                          the result for a script

A goal with options
${flagHelp(taskFlags)}

Result and exit code
  The result goes to standard output, everything else to standard error.
    0 done                 3 a law refused     130 cancelled (Ctrl+C)
    2 not done, or with   64 wrong usage       143 terminated, or output
      gaps (--strict)     69 no model              closed
                          70 artoo could not continue, e.g. disk full

Outside the workspace, no existing file is overwritten or deleted without your
yes to that exact action. Settings also come from the environment (BRAIN_…,
TOOL_…, OPENAI_…), ./.artoo/config.yaml and ~/.artoo/config.yaml: see
docs/configuration.md. To be asked less: docs/rules.md.
artoo <command> --help says more about one command.`;

/** A table of flags, wrapped within its column. */
export function flagHelp(flags: readonly Flag[]): string {
  const heads = flags.map(
    ({ name, short, value }) => `  ${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
  );
  const column = Math.max(...heads.map(({ length }) => length)) + 2;
  return flags.flatMap(({ help }, at) => wrap(`${heads[at]?.padEnd(column)}${help}`, 80, column)).join('\n');
}
