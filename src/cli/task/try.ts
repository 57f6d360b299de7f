/** `artoo try -- <command>`: one command under the laws, exactly as R3 would run it. */
import { rm } from 'node:fs/promises';
import { applyRule } from '../../app/apply-rule.ts';
import { type AssembledTools, assembleTools } from '../../app/assemble-tools.ts';
import { type Tried, type TryOptions, tryCommand } from '../../app/try-command.ts';
import { homeIn } from '../../config/folders.ts';
import { settle } from '../../config/settle.ts';
import { newTaskId } from '../../contracts/ids.ts';
import { visibleLines } from '../../contracts/visible.ts';
import { startedCallsFolder } from '../../tools/running/started-calls.ts';
import { changeLines, refusalLines, triedJson } from '../../view/asking/tried-lines.ts';
import { type Command, exits, type Terminal } from '../command.ts';
import { existingFolder } from '../flags/existing-folder.ts';
import { flagHelp } from '../help.ts';
import { atTerminal } from '../terminal/at-terminal.ts';
import { confirm } from '../terminal/confirm.ts';
import { printJson } from '../terminal/print-json.ts';
import type { Questions } from '../terminal/questions.ts';
import { findTty } from '../terminal/tty.ts';
import { recoverFirst } from './recover.ts';
import { readTry, tryFlags } from './try-arguments.ts';

export const tryOut: Command = {
  name: 'try',
  usage: 'artoo try [options] -- <command>',
  summary: `Runs one command contained: on a copy-on-write view of your files, without network. Afterwards artoo looks at
what it would change: new files, and changes in the workspace, are applied; anything else is shown, and is applied
only on your yes. Without a terminal, or with --auto, it is refused.
One argument is a line for the shell; several are a program and its arguments. It gets no input.

${flagHelp(tryFlags)}

Exit code of the command, 128 and the number of the signal that ended it, 124 when it took too long, 70 when what it did could not be applied, ${exits.refused} when it was
refused, ${exits.usage} when artoo was used wrongly. \`artoo undo\` takes back what it changed. docs/rules.md: what --allow takes;
docs/guard.md: how other agents use it.`,

  async run(args, terminal) {
    const { command, cwd, timeout_s, isAuto, json, flags } = readTry(args, terminal.cwd);
    await existingFolder(cwd);
    const { env, note } = terminal;
    const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
    const settled = await settle({ flags, env, cwd, home: homeIn(env), wantsModel: false, signal });
    for (const line of settled.notes) note(`artoo: ${line}`);
    const furniture = assembleTools({ data: settled.data, env, rules: settled.rules });
    await recoverFirst(furniture.changes, terminal, signal);
    using tty = isAuto ? undefined : findTty(terminal, false);
    const questions = tty && atTerminal(tty, terminal, settled, signal);
    const id = newTaskId(new Date());
    const { toolbox, containment } = furniture;
    const asking = questions && { confirm: confirmWith(questions, { cwd, env, furniture }) };
    await using _marks = marksOf(settled.data, id);
    const tried = await tryCommand({ toolbox, command, cwd, workspace: settled.task.workspace, timeout_s, id, signal, ...asking });
    const code = exitOf(tried, terminal);
    if (json) printJson(triedJson(tried, { id, code, containment: (await containment()).kind }), terminal);
    else tell(tried, id, terminal);
    return code;
  },
};

/** Marks are for whoever takes up a task; nobody takes up a command that was tried. */
const marksOf = (data: string, id: string): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => rm(startedCallsFolder(data, id), { recursive: true, force: true }),
});

type Site = { readonly cwd: string; readonly env: Terminal['env']; readonly furniture: AssembledTools };

/** A rule that comes with a yes counts at once. */
const confirmWith =
  (questions: Questions, { cwd, env, furniture: { permissions } }: Site): NonNullable<TryOptions['confirm']> =>
  async (harm) => {
    const said = await confirm({ ...harm, tool: 'shell', cwd }, questions);
    applyRule(said, permissions, { cwd, home: homeIn(env) });
    return said;
  };

/** As `timeout` says it: hardly a command ends like that by itself. */
const tookTooLong = 124;

function exitOf({ result, refused }: Tried, { cancel, terminate }: Terminal): number {
  if (cancel.aborted) return exits.cancelled;
  if (terminate.aborted) return exits.terminated;
  if (refused) return exits.refused;
  if (result.error?.class === 'timeout') return tookTooLong;
  return result.exit_code ?? (result.error?.class === 'invalid_input' ? exits.usage : exits.internal);
}

/** The output as it is, then what changed, and last how to take it back. */
function tell({ result, refused }: Tried, id: string, { print, note, isPrinting }: Terminal): void {
  const output = result.output.replace(/\n$/, '');
  if (output !== '') print(isPrinting ? visibleLines(output).join('\n') : output);
  if (refused) return refusalLines(refused).forEach(note);
  if (result.exit_code === undefined && result.error) note(`artoo: ${result.error.message}`);
  changeLines(result.changed ?? [], id).forEach(note);
}
