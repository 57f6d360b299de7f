/** What `artoo --help` says. Loads next to nothing, so that it is there at once. */

import { wrap } from '../view/wrap.ts';
import { type Flag, taskFlags } from './flags/flag-table.ts';

export const help = (): string => `artoo: an agent shell that checks its own work and keeps a complete record

  artoo "goal in plain words"  understand, plan, act, check, correct
  artoo demo [scenario …]      watch whole tasks: scripted models, real tools
  artoo try -- command         one command: see what it would do, then decide
  artoo undo [task]            takes back what a task changed on disk
  artoo log [task]             the tasks so far, or one of them in full
  artoo cost [task]            what they used and cost, role by role
  artoo resume [task]          goes on with a task that was cut off
  artoo replay task            decides everything again, and compares
  artoo fork task --at n       another way from entry n on, as a new task
  artoo memory                 what it remembers; show, why, remember, forget …
  artoo gc                     what old journals take up, and less of it
  artoo config                 every setting, and where it came from
  artoo doctor                 whether everything that a task needs is there

Start
  export OPENAI_API_KEY=…      or ANTHROPIC_API_KEY, GEMINI_API_KEY
  artoo "which files here are the largest?"
  artoo --brain ollama:qwen3:8b "rename the photos"   a model on your machine
  git diff | artoo "what could break?"                data for the goal
  artoo --json "…" | tail -1                          the result for a script

A goal with options
${flagHelp(taskFlags)}

Result and exit code
  The result goes to standard output, everything else to standard error.
    0 done                 3 a law refused     130 cancelled (Ctrl+C)
    2 not done, or with   64 used wrongly      143 terminated, or nobody
      gaps (--strict)     69 no model              reads the result
                          70 artoo could not go on, as on a full disk

Nothing that was there is overwritten or deleted outside the workspace without
your yes to that very action. Settings also come from the environment (BRAIN_…,
TOOL_…, OPENAI_…), ./.artoo/config.yaml and ~/.artoo/config.yaml: see
docs/configuration.md; what needs no question: docs/rules.md.
artoo <command> --help says more about one command.`;

/** The table for `--help`, with the text wrapped under its column. */
export function flagHelp(flags: readonly Flag[]): string {
  const heads = flags.map(({ name, value }) => `  --${name}${value === undefined ? '' : ` ${value}`}`);
  const column = Math.max(...heads.map(({ length }) => length)) + 2;
  return flags.flatMap(({ help }, at) => wrap(`${heads[at]?.padEnd(column)}${help}`, 80, column)).join('\n');
}
